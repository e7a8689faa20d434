import { type Entry, openPromise } from 'yauzl'
import type { ZipEntry } from '#contract/viewer.ts'
import { leavesFolder, memberName } from '#server/ledger/read/archive-names.ts'
import { FileProblem } from '#server/ledger/read/file-problem.ts'

/** More than anybody reads; an archive that says more is listed as far as here. */
export const MOST_LISTED = 5000
const RATIO = 150
const RATIO_FROM = 8 * 1024 ** 2
const MARKED_UTF8 = 0x800
const LONGEST_NAME = 500

/** The directory of an archive: names (GBK where Chinese systems wrote them so), sizes, passwords. Unpacks nothing. Throws a FileProblem. */
export async function zipEntries(path: string): Promise<{ entries: ZipEntry[]; total: number; unpacked: number }> {
  try {
    const zip = await openPromise(path, {
      lazyEntries: true,
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: false,
    })
    const entries: ZipEntry[] = []
    let unpacked = 0
    try {
      for await (const entry of zip.eachEntry()) {
        unpacked += entry.uncompressedSize
        entries.push(listed(entry))
        if (entries.length >= MOST_LISTED) break
      }
      return { entries, total: zip.entryCount, unpacked }
    } finally {
      zip.close()
    }
  } catch (error) {
    if (!(error instanceof Error) || 'code' in error) throw error
    throw new FileProblem(/end of central directory/i.test(error.message) ? 'fileTruncated' : 'fileDamaged')
  }
}

/** An entry as it is listed; read with names left as bytes. */
export function listed(entry: Entry): ZipEntry {
  // yauzl was told to leave names as they are
  const bytes: unknown = entry.fileName
  const raw = Buffer.isBuffer(bytes) ? memberName(bytes, (entry.generalPurposeBitFlag & MARKED_UTF8) !== 0) : ''
  const { uncompressedSize: size, compressedSize: packed } = entry
  return {
    name: raw.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd').slice(0, LONGEST_NAME),
    folder: raw.endsWith('/'),
    size,
    packed,
    time: timeOf(entry),
    encrypted: entry.isEncrypted(),
    unsafe: leavesFolder(raw) || (size > RATIO_FROM && size / Math.max(packed, 1) > RATIO),
  }
}

const two = (value: number) => String(value).padStart(2, '0')

/** The time as it stands in the archive, which knows no time zone. */
function timeOf({ lastModFileDate: date, lastModFileTime: time }: Entry): string {
  const [year, month, day] = [(date >> 9) + 1980, (date >> 5) & 15, date & 31]
  if (month < 1 || month > 12 || day < 1) return ''
  return `${year}-${two(month)}-${two(day)} ${two(time >> 11)}:${two((time >> 5) & 63)}`
}
