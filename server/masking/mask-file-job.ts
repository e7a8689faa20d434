import { LONGEST_MASK_FILE, MASK_FILE, MASK_FILE_JOB } from '#contract/mask-file.ts'
import type { Language } from '#contract/texts.ts'
import type { Block, Cell } from '#engine/retrieval/block.ts'
import type { Actor } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Files, Jobs, Kernel } from '#server/kernel/kernel.ts'
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
    const file = await standing({ kernel, actor, fileId: input.fileId }, () => kernel.files.find(user, input.fileId))
    await progress.at(5, 'maskFileReading', { file: file.name })
    const reading = await kernel.blobs.asPath(actor, file.sha256, (path) =>
      readDocument(path, file.name, { ocr: kernel.config.DIGAO_OCR_URL ?? null }, progress.signal),
    )
    // counted before anything is laid out: a cell far to the right makes a row of hundreds
    if (lengthOf(reading.blocks) > LONGEST_MASK_FILE) throw new Refusal('maskTooLong', { limit: LONGEST_MASK_FILE })
    const parts = [...partsOf(reading.blocks), ...leftOut(reading, input.language)]
    const texts = parts.map(textOf)
    const sheets = [...new Set(parts.flatMap((part) => (part.kind === 'table' && part.name ? [part.name] : [])))]
    await progress.at(50, 'maskFileMasking', { file: file.name })
    const scope = { kind: 'document' as const, id: file.id }
    const masker = await openMasker(
      { kernel, user },
      input.templateId ? { ...scope, templateId: input.templateId } : scope,
    )
    // the names of the file and of its sheets say whose they are, too
    const stem = file.name.replace(/\.[^.]{1,8}$/, '')
    const errand = { purpose: 'mask.file', endpoint: 'download', previewed: false, keepBreaks: true }
    const left = () => masker.leave([stem, ...sheets, ...texts], errand)
    const [name = '', ...rest] = (await standing({ kernel, actor, fileId: file.id }, left)).texts
    const sheetNames = new Map(sheets.map((sheet, at) => [sheet, rest[at] ?? '']))
    const masked = rest.slice(sheets.length)
    const form = formOf(reading.kind)
    return withScratch(kernel, async (path) => {
      const title = name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim() || 'masked'
      const order: MaskFileOrder = {
        path,
        form,
        title,
        parts: parts.map((part, at) => withText(part, masked[at] ?? '', sheetNames)),
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

type Original = { kernel: Kernel; actor: Actor; fileId: string }

/** Does something with an original; if it was deleted meanwhile, no key of it stays and nothing is answered. */
async function standing<T>({ kernel, actor, fileId }: Original, work: () => Promise<T>): Promise<T> {
  const forgetIfGone = () =>
    kernel.database.inTenant(actor, async (db) => {
      const file = await db
        .selectFrom('file')
        .select('id')
        .where('id', '=', fileId)
        .where('is_deleted', '=', 0)
        // whoever deletes it waits, and then destroys the keys himself
        .forShare()
        .executeTakeFirst()
      if (file) return
      await db.deleteFrom('mask_key').where('scope', '=', `document:${fileId}`).execute()
      throw notFound()
    })
  try {
    return await work()
  } finally {
    await forgetIfGone()
  }
}

const aboutReading = new Set<string>(['documentHidden', 'documentComments'])

/** What of the file is not in the copy, said at its end: whoever gets it takes it for the whole. */
function leftOut({ unread, warnings }: DocumentReading, language: Language): MaskedPart[] {
  const said = [
    ...unread.map(({ what, where }) => new Refusal(what, where)),
    ...warnings.flatMap(({ key, params }) => (aboutReading.has(key) ? [new Refusal(key, params)] : [])),
  ].map((one) => one.says(language))
  if (said.length === 0) return []
  const lines = [new Refusal('maskFileLeftOut').says(language), ...said]
  return [{ kind: 'text', lines: lines.map((text) => ({ text, level: 0 })) }]
}

const widthOf = ({ rows }: Extract<Block, { kind: 'table' }>) =>
  rows.reduce((widest, { cells }) => cells.reduce((one, { column }) => Math.max(one, column), widest), 0)

/** The signs that a file comes to, with those that part its cells. */
const lengthOf = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => {
    if (block.kind !== 'table') return sum + block.text.length + 1
    const words = block.rows.reduce((all, { cells }) => cells.reduce((one, { text }) => one + text.length, all), 0)
    return sum + words + widthOf(block) * block.rows.length
  }, 0)

/** A long number that is shown rounded (6.2E+15) is nobody's account any more, and no amount either. */
const wholeNumber = ({ text, raw }: Cell) => (raw !== undefined && /^-?\d(?:\.\d+)?E\+\d+$/.test(text) ? raw : text)

const oneLine = (text: string) => text.replaceAll(/[\t\n\r]+/g, ' ')

/** Blocks as parts: paragraphs that follow each other are one, since what a number is may be said a line before. */
function partsOf(blocks: readonly Block[]): MaskedPart[] {
  const parts: MaskedPart[] = []
  for (const block of blocks) {
    if (block.kind === 'table') {
      const width = widthOf(block)
      const rows = block.rows.map(({ cells }) => {
        const row = Array.from({ length: width }, () => '')
        for (const cell of cells) if (!cell.merged) row[cell.column - 1] = oneLine(wholeNumber(cell))
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

/** The part with its masked text and its sheet's masked name: masking takes no line and no cell away. */
function withText(part: MaskedPart, text: string, sheets: ReadonlyMap<string, string>): MaskedPart {
  const lines = text.split('\n')
  if (part.kind === 'table')
    return { ...part, name: sheets.get(part.name) ?? '', rows: lines.map((line) => line.split('\t')) }
  return { kind: 'text', lines: lines.map((line, at) => ({ text: line, level: part.lines[at]?.level ?? 0 })) }
}
