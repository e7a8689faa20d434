import { type PDFDocument, PDFName, type PDFRef, StandardFonts } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import type { OfdItem, OfdPage, OfdPath, OfdText } from '#engine/ofd/page.ts'
import { POINTS_PER_MM } from '#engine/invoice/page-grid.ts'
import type { OfdReading } from '../document/ofd-reading.ts'
import { arcCurves } from './pdf-arc.ts'
import { hexOf, songOf } from './pdf-words.ts'

const round = (value: number) => String(Math.round(value * 10_000) / 10_000)
const all = (values: readonly number[]) => values.map(round).join(' ')
const inkOf = (colour: string) => all([1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255))

/** What the pages of one OFD draw with, in the document they are put into. */
export type OfdPens = { latin: PDFRef; courier: PDFRef; song: PDFRef; pictures: Map<string, PDFRef> }

/** Fonts and pictures of an OFD, made once for all its pages. Pictures that cannot be read are left out and counted. */
export async function ofdPens(document: PDFDocument, reading: OfdReading): Promise<OfdPens & { missing: number }> {
  const pictures = new Map<string, PDFRef>()
  let missing = 0
  for (const [name, { type, data }] of Object.entries(reading.pictures)) {
    try {
      const bytes = Buffer.from(data, 'base64')
      const image =
        type === 'image/jpeg'
          ? await document.embedJpg(bytes)
          : await document.embedPng(type === 'image/png' ? bytes : await sharp(bytes).png().toBuffer())
      await image.embed()
      pictures.set(name, image.ref)
    } catch {
      missing += 1
    }
  }
  const latin = await document.embedFont(StandardFonts.Helvetica)
  const courier = await document.embedFont(StandardFonts.Courier)
  return { latin: latin.ref, courier: courier.ref, song: songOf(document), pictures, missing }
}

/** A page of an OFD as something that can be put on a page of a PDF, with its size in points. */
export function ofdForm(
  document: PDFDocument,
  page: OfdPage,
  pens: OfdPens,
): { ref: PDFRef; width: number; height: number } {
  const [width, height] = [page.width * POINTS_PER_MM, page.height * POINTS_PER_MM]
  const used: Record<string, PDFRef> = {}
  const alphas = new Map<number, string>()
  const draw = (item: OfdItem) => {
    const faint = item.alpha < 1 ? `/${alphaKey(alphas, item.alpha)} gs ` : ''
    return `q ${faint}${all(item.matrix)} cm ${contentOf(item)} Q`
  }
  const contentOf = (item: OfdItem): string => {
    if (item.kind === 'text') return textContent(item)
    if (item.kind === 'path') return pathContent(item)
    const ref = pens.pictures.get(item.picture)
    if (!ref) return ''
    const key = `P${[...pens.pictures.keys()].indexOf(item.picture)}`
    used[key] = ref
    // pictures of PDF stand on their feet, the page's own coordinates run downwards
    return `1 0 0 -1 0 1 cm /${key} Do`
  }
  const drawn = page.items.map(draw)
  const content = [`${all([POINTS_PER_MM, 0, 0, -POINTS_PER_MM, 0, height])} cm`, ...drawn].join('\n')
  const states = Object.fromEntries(
    [...alphas].map(([alpha, key]) => [key, document.context.obj({ Type: 'ExtGState', ca: alpha, CA: alpha })]),
  )
  const stream = document.context.flateStream(content, {
    Type: 'XObject',
    Subtype: 'Form',
    FormType: 1,
    BBox: [0, 0, width, height],
    Resources: document.context.obj({
      Font: { L: pens.latin, C: pens.courier, S: pens.song },
      XObject: document.context.obj(used),
      ExtGState: document.context.obj(states),
    }),
  })
  stream.dict.set(PDFName.of('Group'), document.context.obj({ S: 'Transparency' }))
  return { ref: document.context.register(stream), width, height }
}

function alphaKey(alphas: Map<number, string>, alpha: number): string {
  const key = alphas.get(alpha) ?? `A${alphas.size}`
  alphas.set(alpha, key)
  return key
}

function textContent({ size, font, bold, italic, fill, glyphs }: OfdText): string {
  const latin = /courier|mono/i.test(font) ? 'C' : 'L'
  const slant = italic ? size * 0.2 : 0
  const ink = inkOf(fill)
  const weight = bold ? `2 Tr ${round(size * 0.03)} w ${ink} RG` : '0 Tr'
  const shown = glyphs.map(({ x, y, text }) => {
    const runs = (text.match(/[\x20-\x7e]+|[^\x20-\x7e]+/g) ?? []).map((run) =>
      /^[\x20-\x7e]/.test(run)
        ? `/${latin} 1 Tf <${Buffer.from(run, 'latin1').toString('hex')}> Tj`
        : `/S 1 Tf ${hexOf(run).toString()} Tj`,
    )
    return `${all([size, 0, slant, -size, x, y])} Tm ${runs.join(' ')}`
  })
  return `BT ${ink} rg ${weight} ${shown.join(' ')} ET`
}

function pathContent({ d, fill, evenOdd, stroke, width, dash }: OfdPath): string {
  const close = fill !== null && stroke !== null ? 'B' : fill !== null ? 'f' : stroke !== null ? 'S' : 'n'
  const paint = evenOdd && (close === 'B' || close === 'f') ? `${close}*` : close
  const pens = [
    fill === null ? '' : `${inkOf(fill)} rg`,
    stroke === null ? '' : `${inkOf(stroke)} RG ${round(width)} w [${all(dash)}] 0 d`,
  ]
  return `${pens.join(' ')} ${curves(d).join(' ')} ${paint}`
}

const third = (from: number, control: number) => from + (2 / 3) * (control - from)

/** SVG path data of absolute commands M L Q C A Z as operators of PDF. */
function curves(d: string): string[] {
  const drawn: string[] = []
  let pen: readonly [number, number] = [0, 0]
  for (const [, command = '', rest = ''] of d.matchAll(/([MLQCAZ])([^MLQCAZ]*)/g)) {
    const values = rest.trim() === '' ? [] : rest.trim().split(/\s+/).map(Number)
    const end: readonly [number, number] = [values.at(-2) ?? pen[0], values.at(-1) ?? pen[1]]
    if (command === 'Z') drawn.push('h')
    else if (command === 'M' || command === 'L') drawn.push(`${all(values)} ${command.toLowerCase()}`)
    else if (command === 'C') drawn.push(`${all(values)} c`)
    else if (command === 'A') drawn.push(...arcCurves(pen, values).map((curve) => `${all(curve)} c`))
    else {
      const [x = 0, y = 0] = values
      // a curve of one control point has two that lie two thirds of the way to it
      drawn.push(`${all([third(pen[0], x), third(pen[1], y), third(end[0], x), third(end[1], y), ...end])} c`)
    }
    pen = end
  }
  return drawn
}
