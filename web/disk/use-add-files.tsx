import { type ReactNode, useState } from 'react'
import { disk } from '#contract/disk.ts'
import type { DiskNode } from '#contract/disk-shapes.ts'
import { call, queries, randomKey } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { ConflictsDialog, type Taken, type Taking } from './ConflictsDialog.tsx'
import { type Dropped, emptyFolders, type PathFile } from './dropped-files.ts'
import { texts } from './texts.ts'
import { startUploads, type Wanted } from './upload-queue.ts'

export type Target = { id: string; name: string }
/** Paths in one question. */
const PORTION = 5000

const folderOf = (path: string) => path.split('/').slice(0, -1).join('/')

/** Which paths are taken below a folder, and which cannot be names. */
async function lookedUp(parentId: string, paths: readonly string[]) {
  const taken = new Map<string, DiskNode>()
  const bad = new Map<string, string>()
  for (let at = 0; at < paths.length; at += PORTION) {
    const answer = await call(disk.conflicts, { parentId, paths: paths.slice(at, at + PORTION) })
    for (const { path, node } of answer.taken) taken.set(path, node)
    for (const { path, why } of answer.bad) bad.set(path, why)
  }
  return { taken, bad }
}

/** Makes folders below a folder, step by step; those that are there are gone into. */
async function makeFolders(parentId: string, paths: readonly string[]): Promise<void> {
  const steps = [
    ...new Set(paths.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/')))),
  ]
  if (steps.length === 0) return
  const { taken } = await lookedUp(parentId, steps)
  const made = new Map([...taken].map(([path, { id }]) => [path, id]))
  for (const path of steps) {
    if (made.has(path)) continue
    const under = folderOf(path)
    const { id } = await call(
      disk.makeFolder,
      { parentId: under ? (made.get(under) ?? parentId) : parentId, name: path.split('/').at(-1) ?? path },
      { headers: { 'Idempotency-Key': randomKey() } },
    )
    made.set(path, id)
  }
}

const wanted = ({ id, name }: Target, { file, path }: PathFile, conflict: Wanted['conflict']): Wanted => ({
  file,
  relPath: folderOf(path),
  parentId: id,
  folderName: name,
  conflict,
})

type Asking = { target: Target; taken: Taken[]; free: PathFile[] }

/** Brings files and folders into a folder: asks first what to do with names that are taken, then lets them go up in the tray. */
export function useAddFiles(): { add: (dropped: Dropped, target: Target) => Promise<void>; dialog: ReactNode } {
  const t = useTexts(texts)
  const [asking, setAsking] = useState<Asking>()
  const add = async (dropped: Dropped, target: Target) => {
    if (dropped.files.length === 0 && dropped.folders.length === 0) return
    try {
      const { taken, bad } = await lookedUp(
        target.id,
        dropped.files.map(({ path }) => path),
      )
      const good = dropped.files.filter(({ path }) => !bad.has(path))
      const [first] = bad
      if (first) say(t('badNames', { count: bad.size, path: first[0], why: first[1] }))
      await makeFolders(target.id, emptyFolders(dropped))
      if (dropped.folders.length > 0) void queries.invalidateQueries({ queryKey: ['disk'] })
      const free = good.filter(({ path }) => !taken.has(path))
      const met = good.flatMap((one) => {
        const node = taken.get(one.path)
        return node ? [{ ...one, node }] : []
      })
      if (met.length > 0) setAsking({ target, taken: met, free })
      else startUploads(free.map((one) => wanted(target, one, 'ask')))
    } catch (fault) {
      complain(fault)
    }
  }
  const chosen = ({ target, taken, free }: Asking, choices: ReadonlyMap<string, Taking>) => {
    const kept = taken.flatMap((one) => {
      const choice = choices.get(one.path) ?? 'rename'
      return choice === 'skip' ? [] : [wanted(target, one, choice)]
    })
    startUploads([...kept, ...free.map((one) => wanted(target, one, 'ask'))])
    setAsking(undefined)
  }
  const dialog = asking && (
    <ConflictsDialog
      folder={asking.target.name}
      taken={asking.taken}
      rest={asking.free.length}
      onChosen={(choices) => chosen(asking, choices)}
      onCancel={() => setAsking(undefined)}
    />
  )
  return { add, dialog }
}
