import { readFile, writeFile } from 'node:fs/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { Refusal } from '#server/kernel/errors.ts'
import { serveTasks } from '#server/kernel/warm-thread.ts'

// The thread that burns watermarks into pages and pictures: other people's files are taken apart here, within bounds.

export type MarkTask = { from: string; to: string; name: string; type: string; words: string }

const MOST_PIXELS = 80_000_000
const TILE = { width: 330, height: 150 }

const escaped = (text: string) =>
  text.replaceAll(/[&<>"']/g, (char) => `&#${char.codePointAt(0) ?? 32};`).replaceAll(/[^\P{Cc}]/gu, ' ')

/** A transparent tile with the words across it. */
function tileOf(words: string, scale: number): Promise<Buffer> {
  const [width, height] = [Math.round(TILE.width * scale), Math.round(TILE.height * scale)]
  const size = Math.round(15 * scale)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <text x="50%" y="50%" text-anchor="middle" font-family="Noto Sans CJK SC, Microsoft YaHei, PingFang SC, sans-serif"
      font-size="${size}" fill="#5b6068" fill-opacity="0.4" transform="rotate(-20 ${width / 2} ${height / 2})">${escaped(words)}</text></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

const pictures = ['png', 'jpeg', 'webp'] as const

async function markPicture({ from, to, words, name }: MarkTask): Promise<void> {
  const { format, autoOrient } = await sharp(from, { limitInputPixels: MOST_PIXELS }).metadata()
  // by content, not by name: a drawing that loads other files never gets this far
  const known = pictures.find((one) => one === format)
  if (!known) throw new Refusal('shareMarkBroken', { file: name })
  const { width, height } = autoOrient
  const scale = Math.max(0.3, Math.min(width, 2400) / 900)
  const tile = await sharp(await tileOf(words, scale))
    .resize({
      width: Math.min(width, Math.round(TILE.width * scale)),
      height: Math.min(height, Math.round(TILE.height * scale)),
      fit: 'cover',
    })
    .toBuffer()
  await sharp(from, { limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .composite([{ input: tile, tile: true }])
    .toFormat(known)
    .toFile(to)
}

async function markPages({ from, to, words }: MarkTask): Promise<void> {
  const document = await PDFDocument.load(await readFile(from), { updateMetadata: false })
  const tile = await document.embedPng(await tileOf(words, 2))
  for (const page of document.getPages()) {
    // what is seen of a page may begin anywhere, and may be a part of its paper
    const { x: left, y: bottom, width, height } = page.getCropBox()
    // at least two across, whatever the page's unit
    const across = Math.max(60, Math.min(TILE.width, width / 2))
    const down = (across * TILE.height) / TILE.width
    for (let x = 0; x < width; x += across)
      for (let y = 0; y < height; y += down)
        page.drawImage(tile, { x: left + x, y: bottom + y, width: across, height: down })
  }
  await writeFile(to, await document.save())
}

serveTasks(async (task: MarkTask) => {
  try {
    if (task.type === 'application/pdf') await markPages(task)
    else await markPicture(task)
  } catch (error) {
    // encrypted, cut off, not what its name says: the file's fault, told as such
    throw error instanceof Refusal ? error : new Refusal('shareMarkBroken', { file: task.name })
  }
  return {}
})
