import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { DISK_ZIP_JOB, diskLevel } from '#contract/disk-shapes.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Jobs } from '#server/kernel/kernel.ts'
import type { Context } from '#server/kernel/service.ts'
import { type Asked, askedBy, personNow } from '../list/job-context.ts'
import { keepResult, withScratch } from '../list/result-file.ts'
import { freeName, nameKey, nodeName } from './names.ts'
import { type DiskRow, nodesById, walk } from './rows.ts'
import type { At } from './sight.ts'

type ZipInput = Asked & { ids: string[]; name: string }
type Packed = { path: string; row: DiskRow }

/** Asks for an archive of nodes the person may download; it is his for a week. */
export async function startZip(context: Context, { ids, name }: { ids: string[]; name: string }): Promise<string> {
  const { db, user, kernel, language } = context
  const rows = await nodesById({ db, user }, ids, diskLevel.download)
  const [only] = rows
  const stem =
    name === ''
      ? rows.length === 1 && only?.name
        ? only.name
        : language === 'en'
          ? 'Files'
          : '云盘文件'
      : nodeName(name)
  const input: ZipInput = { ...askedBy(context), ids, name: stem.replace(/\.zip$/i, '') }
  const actor = { tenantId: user.tenantId, userId: user.id }
  const title = language === 'en' ? `Packing ${stem}` : `打包 ${stem}`
  return kernel.jobs.start(db, actor, { type: DISK_ZIP_JOB, title, bizType: 'disk', bizId: ids[0] ?? '', input })
}

export function registerDiskZip(jobs: Jobs): void {
  jobs.register<ZipInput>(DISK_ZIP_JOB, async ({ kernel, actor, input }, progress) => {
    const { user } = await personNow(kernel, actor, input, 'disk.use')
    const entries = await kernel.database.inTenant(actor, (db) => entriesOf({ db, user }, input.ids))
    if (entries.length === 0) throw new Refusal('diskNothing')
    return withScratch(kernel, async (path) => {
      const zip = new ZipFile()
      zip.on('error', (error) => zip.outputStream.emit('error', error))
      const written = pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 }), { signal: progress.signal })
      // heard when it is waited for below
      written.catch(() => undefined)
      const open = (sha256: string) => kernel.blobs.open(actor, sha256)
      for await (const { at, name, row, body } of openedAhead(entries, open)) {
        if (!body) {
          zip.addEmptyDirectory(name, { mtime: row.updateTime })
          continue
        }
        await progress.at((at / entries.length) * 95, 'diskPacking', { file: row.name })
        const taken = new Promise<void>((resolve, reject) => {
          body.once('end', resolve).once('close', resolve).once('error', reject)
        })
        // sizes are not known to be below 4 GB when the entry begins: ZIP64 where it must be
        zip.addReadStream(body, name, {
          mtime: row.updateTime,
          compress: !packed.has(row.ext),
          forceZip64Format: row.size > 0xffff_0000,
        })
        await Promise.race([taken, written])
        progress.signal.throwIfAborted()
      }
      zip.end()
      await written
      const kept = await keepResult(kernel, actor, { path, name: `${input.name}.zip` })
      return { fileId: kept.id, fileName: kept.name, rows: entries.length }
    })
  })
}

/** Contents that are looked up while one is packed. */
const AHEAD = 8

/** Entries in their order, files with their content; those that nobody came for are closed again. */
async function* openedAhead(entries: readonly Packed[], open: (sha256: string) => Promise<Readable>) {
  const ahead: { at: number; name: string; row: DiskRow; body: Promise<Readable> | undefined }[] = []
  let next = 0
  const begin = () => {
    const entry = entries[next]
    if (!entry) return
    const { path: name, row } = entry
    const body = row.kind === 'folder' ? undefined : open(row.sha256)
    // heard where it is waited for
    body?.catch(() => undefined)
    ahead.push({ at: next, name, row, body })
    next += 1
  }
  try {
    while (ahead.length < AHEAD && next < entries.length) begin()
    for (let first = ahead.shift(); first; first = ahead.shift()) {
      begin()
      yield { ...first, body: await first.body }
    }
  } finally {
    for (const { body } of ahead) (await body?.catch(() => undefined))?.destroy()
  }
}

/** What is packed already only costs time. */
const packed: ReadonlySet<string> = new Set(
  'zip rar 7z gz jpg jpeg png gif webp mp3 m4a mp4 webm mov pdf docx xlsx pptx'.split(' '),
)

/** Files and empty folders with their paths in the archive; two nodes of one name from different folders both go in. */
async function entriesOf(at: At, ids: readonly string[]): Promise<Packed[]> {
  const entries: Packed[] = []
  const tops = new Set<string>()
  for (const row of await nodesById(at, ids, diskLevel.download)) {
    const top = freeName(row.name || 'disk', tops)
    tops.add(nameKey(top))
    const all = await walk(at, row)
    const parents = new Set(all.map((one) => one.parentId))
    for (const one of all) {
      if (one.level < diskLevel.download) continue
      const rest = one.id === row.id ? '' : row.name === '' ? `/${one.path}` : one.path.slice(row.name.length)
      if (one.kind === 'file' || !parents.has(one.id)) entries.push({ path: top + rest, row: one })
    }
  }
  return entries
}
