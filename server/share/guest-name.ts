import { LONGEST_NAME_BYTES } from '#contract/disk-shapes.ts'
import { fileName } from '#server/kernel/files.ts'

/** What the disk takes in no name: phones and Macs allow some of it. */
const unkept = /[:*?"<>|\u061c\u200b-\u200f\u2028\u2029\u2060-\u2069\ufeff]/gu
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i
/** Room for the number that a taken name gets. */
const SPARE_BYTES = 12

/** The name under which a stranger's file is kept: what the disk would refuse is replaced, as he cannot rename what he has on his phone. */
export function guestName(given: string): string {
  const plain = fileName(given.toWellFormed())
    .replaceAll(unkept, '_')
    .replace(/[. ]+$/, '')
  const name = plain === '' || device.test(plain) ? `_${plain}` : plain
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : ''
  const most = LONGEST_NAME_BYTES - SPARE_BYTES - Buffer.byteLength(ending)
  let stem = Array.from(name.slice(0, name.length - ending.length))
  while (Buffer.byteLength(stem.join('')) > most) stem = stem.slice(0, -1)
  return stem.join('') + ending
}
