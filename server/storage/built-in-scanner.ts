import { open } from 'node:fs/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { Scanner, Verdict } from './scanner.ts'

/** The harmless file every scanner must find (EICAR, 2003); in two parts, so that this file is none. */
export const testVirus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('')
export const TEST_VIRUS_NAME = 'EICAR-Test-File'

const HEAD = 64 * 1024
/** Of an archive so many entries are looked at, and of those only small ones are unpacked. */
const MOST_ENTRIES = 1_000
const SMALL = 8 * 1024

const documents = 'pdf|docx?|xlsx?|xlsm|pptx?|wps|et|dps|ofd|csv|txt|rtf|xml|jpe?g|png|gif|bmp|tiff?|webp|zip|rar|7z'
const programs = 'exe|scr|com|pif|bat|cmd|vbs|vbe|jse?|wsf|wsh|hta|msi|lnk|ps1|jar|cpl|reg|apk'
/** `报表.xlsx.exe`: a program that shows as a document where extensions are hidden. */
const doubled = new RegExp(`\\.(${documents})[\\s.]*\\.(${programs})$`, 'i')
/** Documents that are archives of their own parts. */
const parcel = /\.(docx|xlsx|xlsm|pptx|ofd)$/i
const documentName = new RegExp(`\\.(${documents})$`, 'i')

/** What programs begin with: Windows (its PE header where the DOS one points to), Linux, macOS, Java. */
function isProgram(head: Buffer): boolean {
  if (head.length < 4) return false
  if (head.subarray(0, 2).toString('latin1') === 'MZ') {
    const at = head.length > 0x40 ? head.readUInt32LE(0x3c) : 0
    return at > 0 && at + 4 <= head.length && head.subarray(at, at + 4).toString('latin1') === 'PE\0\0'
  }
  return ['7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe'].includes(head.toString('hex', 0, 4))
}

/**
 * What can be known without signatures: programs that call themselves documents, by content or by a double extension, also inside a
 * zip; and the test virus. A first look, no replacement for a scanner.
 */
export const builtInScanner: Scanner = {
  version: async () => '',
  async scan({ path, name }) {
    const head = await headOf(path)
    if (doubled.test(name) || (documentName.test(name) && isProgram(head))) return { is: 'disguised' }
    if (head.includes(testVirus)) return { is: 'infected', virus: TEST_VIRUS_NAME }
    if (head.subarray(0, 4).toString('latin1') === 'PK\x03\x04') return insideZip(path, name)
    return { is: 'clean' }
  },
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer: bytes, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * An archive that cannot be read (encrypted, cut off) is no virus; whoever reads it later says what is wrong with it. Names are taken
 * as bytes: one that leads out of the archive must not hide what follows it.
 */
async function insideZip(path: string, name: string): Promise<Verdict> {
  let zip: ZipFile
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false })
  } catch {
    return { is: 'clean' }
  }
  try {
    let seen = 0
    for await (const entry of zip.eachEntry()) {
      if (++seen > MOST_ENTRIES) break
      const inside = entry.fileNameRaw.toString()
      if (doubled.test(inside)) return { is: 'disguised' }
      const dressed = !parcel.test(name) && documentName.test(inside)
      if (entry.isEncrypted() || (entry.uncompressedSize > SMALL && !dressed)) continue
      // an entry that cannot be read hides none of the others
      const head = await headOfEntry(zip, entry).catch(() => Buffer.alloc(0))
      if (dressed && isProgram(head)) return { is: 'disguised' }
      if (head.includes(testVirus)) return { is: 'infected', virus: TEST_VIRUS_NAME }
    }
    return { is: 'clean' }
  } catch {
    return { is: 'clean' }
  } finally {
    zip.close()
  }
}

async function headOfEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  // leaving the loop closes the stream
  for await (const piece of await zip.openReadStreamPromise(entry)) {
    pieces.push(piece as Buffer)
    size += (piece as Buffer).length
    if (size > SMALL) break
  }
  return Buffer.concat(pieces)
}
