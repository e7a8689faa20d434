import { z } from 'zod'
import { count, file, get, id, post } from './endpoint.ts'

/** How a file is shown (`office`: old and open forms of Office, drawn as a PDF), by what its bytes are and never by its name alone. `other` is shown as facts and a download. */
export const viewKinds = [
  'pdf', 'image', 'svg', 'docx', 'sheet', 'slides', 'office', 'ofd', 'text', 'markdown', 'audio', 'video', 'zip', 'other',
] as const // prettier-ignore
export type ViewKind = (typeof viewKinds)[number]

const ofFile = { fileId: id }
/** Pixels of a picture that is sent as it is; a larger one comes scaled down by the server. */
export const MOST_PIXELS = 40_000_000
/** Bytes of text shown in one piece, and in all. */
export const TEXT_PIECE = 256 * 1024
export const MOST_TEXT = 5 * 1024 ** 2
/** Pages of an OFD in one answer. */
export const MOST_OFD_PAGES = 20
/** Megabytes of a file fetched from elsewhere. */
export const MOST_LINK_MB = 50

export const ViewedFile = z.object({
  fileId: id,
  name: z.string(),
  size: count,
  kind: z.enum(viewKinds),
  /** Media type of pictures, sound and film; empty for others. */
  type: z.string(),
  /** LibreOffice is here and draws it as a PDF: `drawn`. */
  drawable: z.boolean(),
  /** Tables that are text: `text` shows them too, where they are too many for a grid. */
  plain: z.boolean(),
  /** May be edited as a spreadsheet on screen. */
  editable: z.boolean(),
  /** Of pictures; 0 where unknown. */
  width: count,
  height: count,
  /** The picture has to come from `picture`: too many pixels, or no format of browsers. */
  scaled: z.boolean(),
  /** When and with what a photograph was taken, as its EXIF says. */
  taken: z.string(),
  camera: z.string(),
  /** Why it is not shown, in words; empty where nothing is the matter. */
  trouble: z.string(),
})
export type ViewedFile = z.output<typeof ViewedFile>

const number = z.number()
const matrix = z.tuple([number, number, number, number, number, number])
const colour = z.string().regex(/^#[\da-f]{6}$/)
/** Things drawn on a page of an OFD, bottom first; millimetres, matrices as in SVG (engine/ofd/page.ts). */
export const OfdItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    matrix,
    size: number,
    font: z.string(),
    bold: z.boolean(),
    italic: z.boolean(),
    fill: colour,
    alpha: number,
    glyphs: z.array(z.object({ x: number, y: number, text: z.string() })),
  }),
  z.object({
    kind: z.literal('path'),
    matrix,
    d: z.string(),
    fill: colour.nullable(),
    evenOdd: z.boolean(),
    stroke: colour.nullable(),
    width: number,
    dash: z.array(number),
    alpha: number,
  }),
  z.object({ kind: z.literal('picture'), matrix, picture: z.string(), alpha: number }),
])
export type OfdItem = z.output<typeof OfdItem>
export const OfdPage = z.object({ page: count, width: number, height: number, items: z.array(OfdItem) })
export type OfdPage = z.output<typeof OfdPage>
export const OfdView = z.object({
  pages: count,
  read: z.array(OfdPage),
  /** By the name items use: base64. */
  pictures: z.record(
    z.string(),
    z.object({ type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/bmp', 'image/webp']), data: z.base64() }),
  ),
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
  seals: count,
  notes: z.array(z.object({ note: z.enum(['picture', 'jbig2', 'composite', 'seal', 'page', 'cut']), count })),
})
export type OfdView = z.output<typeof OfdView>

/** A piece of a slide: where it stands in points, and what it says. */
export const SlidePiece = z.object({
  left: number,
  top: number,
  width: number,
  height: number,
  title: z.boolean(),
  text: z.string(),
})
export const SlideView = z.object({
  width: number,
  height: number,
  pieces: z.array(SlidePiece),
  more: z.array(z.string()),
})
export type SlideView = z.output<typeof SlideView>

export const ZipEntry = z.object({
  name: z.string(),
  folder: z.boolean(),
  size: count,
  packed: count,
  /** yyyy-MM-dd HH:mm as the archive says; empty where it says nothing sensible. */
  time: z.string(),
  encrypted: z.boolean(),
  /** Leaves the archive's folder, or grows abnormally. */
  unsafe: z.boolean(),
})
export type ZipEntry = z.output<typeof ZipEntry>

/** Megabytes of one entry of an archive that is taken out to be looked at. */
export const MOST_ENTRY_MB = 200
/** How long the address of a player holds; the page asks for another. */
export const TICKET_SECONDS = 300

const NamedFile = z.object({ ...ofFile, name: z.string() })
/** Where a file stands among those it lies with, from 1; `total` 0 where it lies with none. */
export const FilePlace = z.object({
  at: count,
  total: count,
  previous: NamedFile.nullable(),
  next: NamedFile.nullable(),
})
export type FilePlace = z.output<typeof FilePlace>

const at = '/sc-llm/viewer'
const signedIn = 'signedIn' as const
export const viewer = {
  open: get(`${at}/open`, {
    may: signedIn,
    says: 'What a file is and how it can be shown; for whoever may read the file',
    input: z.object(ofFile),
    output: ViewedFile,
    network: true,
  }),
  link: post(`${at}/link`, {
    may: signedIn,
    says: 'Fetches a file from an https address of the public internet; it is the caller’s own for a week',
    input: z.object({ link: z.string().min(1).max(2048) }),
    output: z.object({ ...ofFile, name: z.string() }),
    network: true,
  }),
  drawn: post(`${at}/drawn`, {
    may: signedIn,
    says: 'A presentation or an old Office document as a PDF, where LibreOffice is installed; readable as long as the document is, for a week at most',
    input: z.object(ofFile),
    output: z.object({ ...ofFile, size: count }),
    network: true,
  }),
  keep: post(`${at}/keep`, {
    may: 'disk.use',
    says: 'Puts a file the caller may read into a folder of the disk, under a name of its own where the name is taken',
    input: z.object({ ...ofFile, parentId: id }),
    output: z.object({ nodeId: id, name: z.string() }),
    network: true,
  }),
  ofd: get(`${at}/ofd`, {
    may: signedIn,
    says: 'Pages of an OFD as what is drawn on them, from a page on',
    input: z.object({
      ...ofFile,
      from: z.coerce.number().int().min(1).default(1),
      count: z.coerce.number().int().min(1).max(MOST_OFD_PAGES).default(MOST_OFD_PAGES),
    }),
    output: OfdView,
    network: true,
  }),
  slides: get(`${at}/slides`, {
    may: signedIn,
    says: 'The words of a presentation, each slide with their places',
    input: z.object(ofFile),
    output: z.object({ slides: z.array(SlideView), pictures: count }),
    network: true,
  }),
  text: get(`${at}/text`, {
    may: signedIn,
    says: 'A piece of a text file from a byte on, its encoding recognised',
    input: z.object({ ...ofFile, from: count.default(0) }),
    /** `next` is where the next piece begins; null at the end, or where more is not shown. */
    output: z.object({ text: z.string(), next: count.nullable(), encoding: z.string(), cut: z.boolean() }),
    network: true,
  }),
  entries: get(`${at}/entries`, {
    may: signedIn,
    says: 'What a ZIP archive holds; nothing is unpacked',
    input: z.object(ofFile),
    output: z.object({ entries: z.array(ZipEntry), total: count, unpacked: z.number() }),
    network: true,
  }),
  entry: post(`${at}/entry`, {
    may: signedIn,
    says: 'Takes one entry of a ZIP archive out, by its place in the listing; readable as long as the archive is, for a week at most',
    input: z.object({ ...ofFile, entry: count }),
    output: NamedFile,
    network: true,
  }),
  beside: get(`${at}/beside`, {
    may: signedIn,
    says: 'The files before and after a file in its folder, or among those of the same owner, that the caller may read',
    input: z.object(ofFile),
    output: FilePlace,
  }),
  picture: file(`${at}/picture`, {
    may: signedIn,
    says: 'A picture drawn anew, no side longer than asked',
    input: z.object({ ...ofFile, edge: z.coerce.number().int().min(64).max(4096).default(2560) }),
    output: z.unknown(),
  }),
  mediaTicket: post(`${at}/mediaTicket`, {
    may: signedIn,
    says: 'What lets a player, which sends no headers, have this one file for a few minutes of this session',
    input: z.object(ofFile),
    output: z.object({ ticket: z.string(), seconds: count }),
    network: true,
  }),
  media: file(`${at}/media`, {
    may: 'public',
    says: 'Sound or film for the player of the page, by its ticket; ranges are honoured',
    input: z.object({ ticket: z.string().max(1000) }),
    output: z.unknown(),
  }),
}
