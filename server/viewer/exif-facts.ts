/** Tags of EXIF 2.3 that say when and with what a photograph was taken. */
const MAKE = 0x010f
const MODEL = 0x0110
const EXIF_BLOCK = 0x8769
const TAKEN = 0x9003
const TEXT = 2
const MOST_TAGS = 200

/** When (`yyyy-MM-dd HH:mm:ss`) and with what, from an EXIF block; empty where it says nothing or is damaged. Places are not read. */
export function exifFacts(block: Buffer | undefined): { taken: string; camera: string } {
  const facts = { taken: '', camera: '' }
  if (!block || block.length < 16) return facts
  const tiff = block.subarray(0, 4).toString('latin1') === 'Exif' ? block.subarray(6) : block
  const little = tiff.subarray(0, 2).toString('latin1') === 'II'
  const two = (at: number) => (at + 2 <= tiff.length ? (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)) : 0)
  const four = (at: number) => (at + 4 <= tiff.length ? (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)) : 0)
  const tagsAt = (start: number) => {
    const tags = new Map<number, { kind: number; count: number; at: number }>()
    const count = Math.min(two(start), MOST_TAGS)
    for (let at = start + 2; at < start + 2 + count * 12; at += 12)
      tags.set(two(at), { kind: two(at + 2), count: four(at + 4), at: at + 8 })
    return tags
  }
  const textOf = (tags: ReturnType<typeof tagsAt>, tag: number) => {
    const found = tags.get(tag)
    if (found?.kind !== TEXT || found.count > 200) return ''
    const start = found.count > 4 ? four(found.at) : found.at
    const text = tiff.subarray(start, start + found.count).toString('latin1')
    return text.replace(/[^\x20-\x7e]/g, '').trim()
  }
  const first = tagsAt(four(4))
  const inner = first.get(EXIF_BLOCK)
  const taken = inner ? textOf(tagsAt(four(inner.at)), TAKEN) : ''
  const moment = /^(\d{4}):(\d{2}):(\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(taken)
  if (moment) facts.taken = `${moment[1]}-${moment[2]}-${moment[3]} ${moment[4]}`
  const [make, model] = [textOf(first, MAKE), textOf(first, MODEL)]
  facts.camera = model.startsWith(make) ? model : `${make} ${model}`.trim()
  return facts
}
