import { ZIP_JOB } from '#contract/knowledge-doc.ts'
import { baseLevel } from '#contract/knowledge.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Jobs } from '#server/kernel/kernel.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import { type Asked, personNow } from '../list/job-context.ts'
import { keepResult, withScratch } from '../list/result-file.ts'
import { reachableDocs } from './doc-rows.ts'
import type { ZipOrder } from './zip-worker.ts'

export type ZipInput = Asked & { ids: string[] }

/** Registers the packing of originals; with the rights the person has then, and the archive is his for a week. */
export function registerZip(jobs: Jobs): void {
  jobs.register<ZipInput>(ZIP_JOB, async ({ kernel, actor, input }, progress) => {
    const { user, extent } = await personNow(kernel, actor, input, 'docFile.batch')
    const files = await kernel.database.inTenant(actor, async (db) => {
      await reachableDocs({ db, user, extent }, input.ids, { least: baseLevel.read })
      return db
        .selectFrom('kb_version')
        .innerJoin('kb_doc', 'kb_doc.id', 'kb_version.doc_id')
        .innerJoin('file', 'file.id', 'kb_version.file_id')
        .distinctOn('kb_version.doc_id')
        .select(['file.name', 'file.sha256'])
        .where('kb_version.doc_id', 'in', input.ids)
        .orderBy('kb_version.doc_id')
        .orderBy('kb_version.current', 'desc')
        .orderBy('kb_version.no', 'desc')
        .execute()
    })
    if (files.length === 0) throw new Refusal('knowledgeNothing')
    const names = uniqueNames(files.map(({ name }) => name))
    return withScratch(kernel, async (path) => {
      // originals are held as local paths while the archive is written
      const pack = async (at: number, paths: readonly string[]): Promise<void> => {
        const file = files[at]
        if (!file) {
          const order: ZipOrder = { path, entries: paths.map((from, n) => ({ from, name: names[n] ?? `${n}` })) }
          await runWorker<object>(new URL('zip-worker.ts', import.meta.url), order, {
            signal: progress.signal,
            memory: 512,
            says: { memory: 'knowledgeMemory', died: 'knowledgeDied' },
          })
          return
        }
        await progress.at((at / files.length) * 50, 'knowledgePacking', { file: file.name })
        await kernel.blobs.asPath(actor, file.sha256, (from) => pack(at + 1, [...paths, from]))
      }
      await pack(0, [])
      const kept = await keepResult(kernel, actor, { path, name: '知识库文件.zip' })
      return { fileId: kept.id, fileName: kept.name, rows: files.length }
    })
  })
}

/** Names that no file system forbids, no two alike: 附件.pdf, 附件 2.pdf. */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((given) => {
    const clean = given.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').replace(/^[. ]+|[. ]+$/g, '') || 'file'
    const dot = clean.lastIndexOf('.')
    const [stem, ending] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, '']
    let name = clean
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${stem} ${n}${ending}`
    taken.add(name.toLowerCase())
    return name
  })
}
