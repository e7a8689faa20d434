import { useMemo } from 'react'
import { disk } from '#contract/disk.ts'
import { diskFile } from '#contract/disk-file.ts'
import { type ConflictChoice, MOST_NODES } from '#contract/disk-shapes.ts'
import { call, queries, randomKey } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { CallError } from '#web/kernel/transport.ts'
import { watchJob } from '#web/kit/watch-job.ts'
import { useAskConflict } from './AskConflict.tsx'
import { useSayRemoved } from './use-undo.tsx'
import { texts } from './texts.ts'

/** Ids in portions that one call takes. */
const portions = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MOST_NODES) }, (_, at) =>
    ids.slice(at * MOST_NODES, (at + 1) * MOST_NODES),
  )
const once = () => ({ headers: { 'Idempotency-Key': randomKey() } })
const TAKEN = 409

/** What is done to many nodes at once; each says that it is done, or why not, and what is on screen is read anew. */
export function useNodeCommands() {
  const t = useTexts(texts)
  const askConflict = useAskConflict()
  const sayRemoved = useSayRemoved()
  return useMemo(() => {
    /** Answers whether all went well; what the work answers is said, and so is a refusal. */
    const run = async (work: () => Promise<string>): Promise<boolean> => {
      try {
        const done = await work()
        if (done) say(done)
        return true
      } catch (fault) {
        complain(fault)
        return false
      } finally {
        void queries.invalidateQueries({ queryKey: ['disk'] })
      }
    }
    const moveAll = async (ids: readonly string[], targetId: string, conflict: ConflictChoice) => {
      const sums = { moved: 0, skipped: 0 }
      for (const some of portions(ids)) {
        const done = await call(disk.move, { ids: some, targetId, conflict }, once())
        sums.moved += done.moved
        sums.skipped += done.skipped
      }
      return sums.skipped > 0 ? t('movedSkipped', sums) : t('moved', { count: sums.moved })
    }
    return {
      move: (ids: readonly string[], targetId: string) =>
        run(async () => {
          try {
            return await moveAll(ids, targetId, 'ask')
          } catch (fault) {
            if (!(fault instanceof CallError) || fault.code !== TAKEN) throw fault
            const choice = await askConflict(fault.message)
            if (!choice) return t('notMoved')
            return moveAll(ids, targetId, choice)
          }
        }),
      copy: (ids: readonly string[], targetId: string) =>
        run(async () => {
          let begun = false
          for (const some of portions(ids)) {
            const { jobId } = await call(disk.copy, { ids: some, targetId }, once())
            if (jobId) watchJob(jobId)
            begun ||= jobId !== ''
          }
          return begun ? t('copyBegun') : t('copied', { count: ids.length })
        }),
      remove: (ids: readonly string[]) =>
        run(async () => {
          for (const some of portions(ids)) await call(disk.remove, { ids: some }, once())
          sayRemoved(ids)
          return ''
        }),
      favour: (ids: readonly string[], on: boolean) =>
        run(async () => {
          for (const some of portions(ids)) await call(diskFile.favour, { ids: some, on }, once())
          return t(on ? 'favoured' : 'unfavoured')
        }),
      tag: (ids: readonly string[], change: { add: string[]; remove: string[] }) =>
        run(async () => {
          for (const some of portions(ids)) await call(diskFile.tag, { ids: some, ...change }, once())
          return t('tagged')
        }),
      hold: (ids: readonly string[], on: boolean) =>
        run(async () => {
          for (const some of portions(ids)) await call(diskFile.hold, { ids: some, on }, once())
          return t(on ? 'holdBegun' : 'holdEnded')
        }),
      lock: (id: string) =>
        run(async () => t('lockedUntil', { until: (await call(diskFile.lock, { id }, once())).lockUntil ?? '' })),
      unlock: (id: string, force: boolean) =>
        run(async () => {
          await call(diskFile.unlock, { id, force }, once())
          return t('unlocked')
        }),
      zip: (ids: readonly string[], name: string) =>
        run(async () => {
          if (ids.length > MOST_NODES) throw new CallError(t('tooManyToPack', { most: MOST_NODES }), 400)
          watchJob((await call(diskFile.zip, { ids: [...ids], name }, once())).jobId)
          return t('zipBegun')
        }),
      unzip: (id: string, targetId: string) =>
        run(async () => {
          watchJob((await call(diskFile.unzip, { id, targetId }, once())).jobId)
          return t('unzipBegun')
        }),
    }
  }, [t, askConflict, sayRemoved])
}
export type NodeCommands = ReturnType<typeof useNodeCommands>
