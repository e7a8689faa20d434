import { LONGEST_MASK_FILE, MASK_FILE, MASK_FILE_JOB } from '#contract/mask-file.ts'
import type { Block } from '#engine/retrieval/block.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Files, Jobs } from '#server/kernel/kernel.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import type { DocumentReading } from '../document/document-reading.ts'
import { readDocument } from '../document/read-document.ts'
import { type Asked, personNow } from '../list/job-context.ts'
import { keepResult, withScratch } from '../list/result-file.ts'
import type { MaskedPart, MaskFileOrder } from './mask-file-worker.ts'
import { openMasker } from './masker.ts'

export type MaskFileInput = Asked & { fileId: string; templateId: string | null }

/** Originals belong to who uploaded them; nobody else sees them. */
export function registerMaskFiles(files: Files): void {
  files.register(MASK_FILE, {
    mayAdd: 'mask.use',
    mayRead: 'mask.use',
    checkAdd: ({ user }, ownerId) => (ownerId === user.id ? Promise.resolve() : Promise.reject(notFound())),
    checkRead: ({ user }, ownerId) => (ownerId === user.id ? Promise.resolve() : Promise.reject(notFound())),
  })
}

const MEMORY_MB = 768
const forms = { xlsx: 'xlsx', csv: 'xlsx', text: 'txt', markdown: 'txt' } as const
const formOf = (kind: DocumentReading['kind']): MaskFileOrder['form'] =>
  kind in forms ? forms[kind as keyof typeof forms] : 'docx'

/** Registers the masking of files; the copy is the person's for a week. */
export function registerMaskFileJob(jobs: Jobs): void {
  jobs.register<MaskFileInput>(MASK_FILE_JOB, async ({ kernel, actor, input }, progress) => {
    const { user } = await personNow(kernel, actor, input, 'mask.use')
    const file = await kernel.files.find(user, input.fileId)
    await progress.at(5, 'maskFileReading', { file: file.name })
    const reading = await kernel.blobs.asPath(actor, file.sha256, (path) =>
      readDocument(path, file.name, { ocr: kernel.config.DIGAO_OCR_URL ?? null }, progress.signal),
    )
    const parts = partsOf(reading.blocks)
    const texts = parts.map(textOf)
    const length = texts.reduce((sum, text) => sum + text.length, 0)
    if (length > LONGEST_MASK_FILE) throw new Refusal('maskTooLong', { limit: LONGEST_MASK_FILE })
    await progress.at(50, 'maskFileMasking', { file: file.name })
    const scope = { kind: 'document' as const, id: file.id }
    const masker = await openMasker(
      { kernel, user },
      input.templateId ? { ...scope, templateId: input.templateId } : scope,
    )
    // a name says whose file it is, too
    const stem = file.name.replace(/\.[^.]{1,8}$/, '')
    const errand = { purpose: 'mask.file', endpoint: 'download', previewed: false }
    const [name = '', ...masked] = (await masker.leave([stem, ...texts], errand)).texts
    const form = formOf(reading.kind)
    return withScratch(kernel, async (path) => {
      const title = name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim() || 'masked'
      const order: MaskFileOrder = {
        path,
        form,
        title,
        parts: parts.map((part, at) => withText(part, masked[at] ?? '')),
      }
      await runWorker<object>(new URL('mask-file-worker.ts', import.meta.url), order, {
        signal: progress.signal,
        memory: MEMORY_MB,
        says: { memory: 'documentMemory', died: 'documentDied' },
      })
      const kept = await keepResult(kernel, actor, { path, name: `${title}.${form}` })
      return { fileId: kept.id, fileName: kept.name }
    })
  })
}

const oneLine = (text: string) => text.replaceAll(/[\t\n\r]+/g, ' ')

/** Blocks as parts: paragraphs that follow each other are one, since what a number is may be said a line before. */
function partsOf(blocks: readonly Block[]): MaskedPart[] {
  const parts: MaskedPart[] = []
  for (const block of blocks) {
    if (block.kind === 'table') {
      const width = Math.max(0, ...block.rows.flatMap(({ cells }) => cells.map(({ column }) => column)))
      const rows = block.rows.map(({ cells }) => {
        const row = Array.from({ length: width }, () => '')
        for (const { column, text, merged } of cells) if (!merged) row[column - 1] = oneLine(text)
        return row
      })
      parts.push({ kind: 'table', name: block.sheet ?? '', rows })
      continue
    }
    const level = block.kind === 'heading' ? block.level : 0
    const lines = block.text.split('\n').map((text) => ({ text, level }))
    const last = parts.at(-1)
    if (last?.kind === 'text') last.lines.push(...lines)
    else parts.push({ kind: 'text', lines })
  }
  return parts
}

const textOf = (part: MaskedPart): string =>
  part.kind === 'table'
    ? part.rows.map((row) => row.join('\t')).join('\n')
    : part.lines.map(({ text }) => text).join('\n')

/** The part with its masked text: masking takes no line and no cell away. */
function withText(part: MaskedPart, text: string): MaskedPart {
  const lines = text.split('\n')
  if (part.kind === 'table') return { ...part, rows: lines.map((line) => line.split('\t')) }
  return { kind: 'text', lines: lines.map((line, at) => ({ text: line, level: part.lines[at]?.level ?? 0 })) }
}
