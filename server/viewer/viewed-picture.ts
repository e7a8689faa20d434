import sharp from 'sharp'
import { MOST_PIXELS } from '#contract/viewer.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { exifFacts } from './exif-facts.ts'
import { inTurn } from './in-turn.ts'

/** A scan of a large drawing; more is a trap. */
const MOST_READ = 400_000_000
const SECONDS = 30
/** A picture to be turned is held whole in memory. */
const fewAtOnce = inTurn(2)
/** What browsers draw themselves. */
const DRAWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'])

export type PictureFacts = { width: number; height: number; scaled: boolean; taken: string; camera: string }

/**
 * Size and origin of a picture, from its head alone. Refuses with viewerPicture what is damaged or larger than anybody can
 * look at, with viewerHeic what only phones read. */
export async function pictureFacts(path: string, name: string, type: string): Promise<PictureFacts> {
  if (type === 'image/bmp') return { width: 0, height: 0, scaled: false, taken: '', camera: '' }
  try {
    const found = await sharp(path, { limitInputPixels: false }).metadata()
    const { width, height, orientation = 1, exif } = found
    // the pictures of iPhones, whose coding is patented: few programs read it
    if (found.compression === 'hevc') throw new Refusal('viewerHeic', { file: name })
    const lying = orientation >= 5
    const facts = {
      width: lying ? height : width,
      height: lying ? width : height,
      scaled: !DRAWN.has(type) || width * height > MOST_PIXELS,
      ...exifFacts(exif),
    }
    if (width * height > MOST_READ) throw new Refusal('viewerPicture', { file: name })
    return facts
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('viewerPicture', { file: name })
  }
}

/** The picture drawn anew, upright, no side longer than `edge`: nothing of the file's own bytes is in it. */
export const redrawn = (path: string, name: string, edge: number): Promise<{ type: string; bytes: Buffer }> =>
  fewAtOnce(() => drawnAnew(path, name, edge))

async function drawnAnew(path: string, name: string, edge: number) {
  try {
    const bytes = await sharp(path, { limitInputPixels: MOST_READ, sequentialRead: true, failOn: 'truncated' })
      .timeout({ seconds: SECONDS })
      .rotate()
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
    return { type: 'image/webp', bytes }
  } catch {
    throw new Refusal('viewerPicture', { file: name })
  }
}
