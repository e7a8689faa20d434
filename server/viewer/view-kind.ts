import { open } from 'node:fs/promises'
import type { ViewKind } from '#contract/viewer.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { readerOf } from '#server/document/document-kind.ts'
import { refusalOf } from '#server/document/file-refusal.ts'
import { FileProblem } from '#server/ledger/read/file-problem.ts'
import { defaultLimits, type ReadLimits } from '#server/ledger/read/read-limits.ts'
import { openZip } from '#server/ledger/read/zip-parts.ts'
import { zipEntries } from './zip-entries.ts'

/**
 * What a file is; `trouble` is why it cannot be shown. `form` is the ending by which LibreOffice knows it; an old Office document is
 * shown only where that draws it. `plain` are tables that are text, and can be read as such.
 */
export type Recognised = { kind: ViewKind; type: string; form?: string; plain?: true; trouble?: Refusal }

const MB = 1024 ** 2
const HEAD = 64 * 1024
/** A compound file's directory may stand anywhere in it; larger ones are known by their beginning. */
const WHOLE_OLD = 20 * MB
/** What a browser unpacks without harm. */
const limits: ReadLimits = { ...defaultLimits, fileBytes: 200 * MB, unpackedBytes: 400 * MB }
/** A browser holds such a document whole in memory. */
const LARGEST_DOCX = 60 * MB

/** What LibreOffice opens that nothing else here does. */
const OLD_FORMS: ReadonlySet<string> = new Set(['doc', 'ppt', 'rtf', 'odt', 'odp'])

type Magic = { at: number; starts: string; kind: 'audio' | 'video'; type: string }
const media: readonly Magic[] = [
  { at: 0, starts: 'ID3', kind: 'audio', type: 'audio/mpeg' },
  { at: 0, starts: '\xff\xfb', kind: 'audio', type: 'audio/mpeg' },
  { at: 0, starts: '\xff\xf3', kind: 'audio', type: 'audio/mpeg' },
  { at: 0, starts: '\xff\xf1', kind: 'audio', type: 'audio/aac' },
  { at: 0, starts: 'fLaC', kind: 'audio', type: 'audio/flac' },
  { at: 0, starts: 'OggS', kind: 'audio', type: 'audio/ogg' },
  { at: 8, starts: 'WAVE', kind: 'audio', type: 'audio/wav' },
  { at: 4, starts: 'ftypM4A', kind: 'audio', type: 'audio/mp4' },
  { at: 4, starts: 'ftypqt', kind: 'video', type: 'video/quicktime' },
  { at: 4, starts: 'ftyp', kind: 'video', type: 'video/mp4' },
  { at: 0, starts: '\x1a\x45\xdf\xa3', kind: 'video', type: 'video/webm' },
]
/** Pictures that are boxes of the same family as films. */
const PICTURE_BOX = /^.{4}ftyp(?:hei|hev|mif1|msf1|avif)/s
const AVIF = /^.{4}ftyp.{0,64}?avif/s

/** Recognises a file by its bytes; its name only decides between ways of showing the same text. */
export async function viewKind(path: string, name: string, size: number): Promise<Recognised> {
  const head = await headOf(path, size)
  const ascii = head.subarray(0, 4096).toString('latin1')
  const sound = PICTURE_BOX.test(ascii)
    ? undefined
    : media.find(({ at, starts }) => ascii.startsWith(starts, at) && (starts !== 'WAVE' || ascii.startsWith('RIFF')))
  if (sound) return { kind: sound.kind, type: sound.type }
  if (AVIF.test(ascii)) return { kind: 'image', type: 'image/avif' }
  try {
    const { reader, type = '' } = readerOf(head, name)
    if (reader === 'image') return { kind: 'image', type }
    if (reader === 'pdf') return { kind: 'pdf', type: 'application/pdf' }
    if (reader === 'zip') return await packageKind(path, name, size)
    if (reader === 'workbook' || reader === 'spreadsheetml') return { kind: 'sheet', type: '' }
    const kind = textKind(reader, name, head)
    return { kind, type: '', ...(kind === 'sheet' ? { plain: true } : {}) }
  } catch (error) {
    const trouble = troubleOf(error, name)
    const form = trouble.key === 'documentOld' ? String(trouble.params['kind']).toLowerCase() : ''
    if (OLD_FORMS.has(form)) return { kind: 'office', type: '', form, trouble }
    // of what nobody knows there is nothing more to say
    const unknown = trouble.key === 'documentOther' && trouble.params['kind'] === '?'
    return { kind: 'other', type: '', ...(unknown ? {} : { trouble }) }
  }
}

function textKind(reader: string, name: string, head: Buffer): ViewKind {
  const opening = new TextDecoder().decode(head.subarray(0, 4096))
  if (/<svg[\s>]/i.test(opening) && /^\s*(?:\ufeff)?\s*<(?:\?xml|!doctype\s+svg|svg|!--)/i.test(opening)) return 'svg'
  // exports of banks and tax offices call a page of tables xls
  if (reader === 'html') return /\.(?:xls|et)$/i.test(name) ? 'sheet' : 'text'
  if (/\.(?:csv|tsv|tab|xls|xlsx|et)$/i.test(name)) return 'sheet'
  return /\.(?:md|markdown)$/i.test(name) ? 'markdown' : 'text'
}

async function packageKind(path: string, name: string, size: number): Promise<Recognised> {
  const { entries } = await zipEntries(path)
  const names = new Set(entries.map((entry) => entry.name))
  const kind = documentIn(names)
  if (kind === undefined) return { kind: 'zip', type: '' }
  if (kind === 'docx' && size > LARGEST_DOCX)
    throw new Refusal('documentTooLarge', { file: name, limit: LARGEST_DOCX / MB })
  // sizes, ratios and passwords are looked at before anybody unpacks it
  const zip = await openZip(path, limits)
  try {
    // an open document says what it is in its first part
    const open = kind === 'sheet' && names.has('mimetype') ? await opening(zip.text('mimetype')) : ''
    const form = /opendocument\.text/.test(open) ? 'odt' : /opendocument\.presentation/.test(open) ? 'odp' : ''
    if (form !== '') throw new Refusal('documentOld', { file: name, kind: form, wanted: 'docx / pptx' })
    return { kind, type: '', ...(kind === 'slides' ? { form: 'pptx' } : {}) }
  } finally {
    zip.close()
  }
}

async function opening(parts: AsyncIterable<{ text: string }>): Promise<string> {
  for await (const { text } of parts) return text.slice(0, 200)
  return ''
}

function documentIn(names: ReadonlySet<string>): ViewKind | undefined {
  if (names.has('word/document.xml')) return 'docx'
  if (names.has('ppt/presentation.xml')) return 'slides'
  if (names.has('OFD.xml')) return 'ofd'
  const spreadsheet = [...names].some((part) => /^(?:xl\/)?workbook\.(?:xml|bin)$/i.test(part))
  return spreadsheet || (names.has('mimetype') && names.has('content.xml')) ? 'sheet' : undefined
}

function troubleOf(error: unknown, name: string): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof FileProblem) return refusalOf(error, name, { bytes: limits.fileBytes })
  throw error
}

async function headOf(path: string, size: number): Promise<Buffer> {
  const handle = await open(path)
  try {
    const read = async (length: number) => {
      const bytes = Buffer.alloc(Math.min(size, length))
      await handle.read(bytes, 0, bytes.length, 0)
      return bytes
    }
    const head = await read(HEAD)
    return head[0] === 0xd0 && head[1] === 0xcf && size <= WHOLE_OLD ? await read(WHOLE_OLD) : head
  } finally {
    await handle.close()
  }
}
