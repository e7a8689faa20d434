import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'

import { openPromise, type Entry, type ZipFile } from 'yauzl'

import { leavesFolder, memberName, systemMember } from './archive-names.ts'
import { FileProblem } from './file-problem.ts'
import type { ReadLimits } from './read-limits.ts'
import type { SheetSource, Workbook } from './sheet-source.ts'

/** What is no table, and no reason to refuse the tables beside it. */
const passedOver: ReadonlySet<string> = new Set([
  'filePicture',
  'filePdf',
  'fileOtherFormat',
  'fileBinary',
  'fileNoBytes',
  'fileNoTable',
])
type OpenMember = (path: string, name: string, budget: ArchiveBudget) => Promise<Workbook>

/** What an archive and those inside it may cost together; counted down. `depth`: archives inside archives. */
export type ArchiveBudget = { bytes: number; members: number; depth: number }
export const archiveBudget = (limits: ReadLimits): ArchiveBudget => ({
  bytes: limits.unpackedBytes,
  members: 500,
  depth: 3,
})

/**
 * Opens a zip of tables as one workbook: each member is unpacked into a temporary folder under a number, never under its
 * name. Throws `FileProblem`: fileBomb by size or ratio (also where the directory lies), fileUnsafePath, fileEncrypted.
 */
export async function openArchive(
  path: string,
  limits: ReadLimits,
  open: OpenMember,
  { budget, signal }: { budget: ArchiveBudget; signal?: AbortSignal | undefined },
): Promise<Workbook> {
  if (budget.depth === 0) throw new FileProblem('fileBomb', { part: 'zip' })
  const folder = mkdtempSync(join(tmpdir(), 'digao-zip-'))
  const books: Workbook[] = []
  const skipped: { name: string; problem: FileProblem }[] = []
  const close = () => {
    for (const book of books) book.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const sheets: SheetSource[] = []
    for (const { member, place } of await unpack(path, folder, { limits, budget, signal })) {
      budget.depth -= 1
      try {
        const book = await open(place, member, budget)
        books.push(book)
        sheets.push(...book.sheets.map((sheet) => inArchive(sheet, member)))
        for (const one of book.skipped ?? []) skipped.push({ ...one, name: `${member}/${one.name}` })
      } catch (error) {
        if (!(error instanceof FileProblem) || !passedOver.has(error.code)) throw error
        skipped.push({ name: member, problem: error })
      } finally {
        budget.depth += 1
      }
    }
    if (sheets.length === 0) throw new FileProblem('fileOtherFormat', { kind: 'ZIP' })
    return { file: '', container: 'zip', encoding: null, sheets, skipped, close }
  } catch (error) {
    close()
    throw error
  }
}

const inArchive = (sheet: SheetSource, member: string): SheetSource => ({
  ...sheet,
  name: sheet.name === '' ? member : `${member} · ${sheet.name}`,
  file: sheet.file === undefined ? member : `${member}/${sheet.file}`,
})

async function unpack(
  path: string,
  folder: string,
  { limits, budget, signal }: { limits: ReadLimits; budget: ArchiveBudget; signal: AbortSignal | undefined },
): Promise<{ member: string; place: string }[]> {
  const zip = await openPromise(path, {
    lazyEntries: true,
    autoClose: false,
    decodeStrings: false,
    validateEntrySizes: true,
  }).catch((error: unknown) => {
    throw damaged(error)
  })
  const found: { member: string; place: string }[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      signal?.throwIfAborted()
      const raw: unknown = entry.fileName
      const bytes = raw instanceof Uint8Array ? raw : Buffer.from(String(raw))
      const member = memberName(bytes, (entry.generalPurposeBitFlag & 0x800) !== 0).replaceAll('\\', '/')
      if (leavesFolder(member)) throw new FileProblem('fileUnsafePath', { part: member })
      if (member.endsWith('/') || systemMember(member)) continue
      budget.members -= 1
      budget.bytes -= entry.uncompressedSize
      const ratio = entry.uncompressedSize / Math.max(entry.compressedSize, 1)
      const bomb = entry.uncompressedSize > limits.ratioFrom && ratio > limits.ratio
      if (bomb || budget.bytes < 0 || budget.members < 0)
        throw new FileProblem('fileBomb', { part: member, unpacked: Math.round(entry.uncompressedSize / 1024 ** 2) })
      if (entry.isEncrypted()) throw new FileProblem('fileEncrypted')
      const place = join(folder, String(found.length))
      await extract(zip, entry, place)
      found.push({ member, place })
    }
    return found
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof FileProblem ? error : damaged(error)
  } finally {
    zip.close()
  }
}

async function extract(zip: ZipFile, entry: Entry, place: string) {
  let sum = 0
  const summing = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      sum = crc32(chunk, sum)
      done(null, chunk)
    },
  })
  await pipeline(await zip.openReadStreamPromise(entry), summing, createWriteStream(place))
  if (sum !== entry.crc32) throw new FileProblem('fileDamaged')
}

function damaged(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (['ENOENT', 'EACCES', 'EMFILE', 'ENOSPC', 'EDQUOT'].includes(code)) return error
  if (/end of central directory|unexpected end|not enough bytes|unexpected EOF/i.test(error.message))
    return new FileProblem('fileTruncated')
  return new FileProblem(/too many bytes/i.test(error.message) ? 'fileBomb' : 'fileDamaged')
}
