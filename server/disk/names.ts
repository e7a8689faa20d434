import { DEEPEST, LONGEST_NAME_BYTES } from '#contract/disk-shapes.ts'
import { Refusal } from '#server/kernel/errors.ts'

/** Names that a Windows machine takes for a device, with any ending. */
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i
/** Characters that turn the direction of reading, so that `gpj.exe` shows as `exe.jpg`, and those nobody sees. */
const turning =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u
const control = /\p{Cc}|\p{Zl}|\p{Zp}/u
const forbidden = /[/\\:*?"<>|]/

/**
 * The name under which a folder or file is kept: NFC, without blanks at its ends. Refuses, each in words that say why:
 * diskNameEmpty, diskNameDots, diskNameSlash, diskNameControl, diskNameTurning, diskNameForbidden, diskNameDevice,
 * diskNameEnds, diskNameLong.
 */
export function nodeName(given: string): string {
  const name = given.normalize('NFC').trim()
  const why = problemOf(name)
  if (why) throw new Refusal(why, { name: shown(name), most: LONGEST_NAME_BYTES })
  return name
}

function problemOf(name: string) {
  if (name === '') return 'diskNameEmpty'
  if (name === '.' || name === '..') return 'diskNameDots'
  if (/[/\\]/.test(name)) return 'diskNameSlash'
  if (control.test(name) || !name.isWellFormed()) return 'diskNameControl'
  if (turning.test(name)) return 'diskNameTurning'
  if (forbidden.test(name)) return 'diskNameForbidden'
  if (device.test(name)) return 'diskNameDevice'
  if (name.endsWith('.')) return 'diskNameEnds'
  if (Buffer.byteLength(name) > LONGEST_NAME_BYTES) return 'diskNameLong'
  return undefined
}

/** A name as a message may show it: nothing that turns or hides, and not a page long. */
const shown = (name: string) => {
  const plain = name.toWellFormed().replaceAll(new RegExp(`${turning.source}|${control.source}`, 'gu'), '\ufffd')
  return plain.length > 60 ? `${plain.slice(0, 60)}…` : plain
}

/**
 * A tag or the name of a version: NFC, without blanks at its ends. Refuses what turns or hides text (diskNameTurning,
 * diskNameControl), as names of files do: others read it beside their own.
 */
export function labelText(given: string): string {
  const text = given.normalize('NFC').trim()
  if (control.test(text) || !text.isWellFormed()) throw new Refusal('diskNameControl', { name: shown(text) })
  if (turning.test(text)) throw new Refusal('diskNameTurning', { name: shown(text) })
  return text
}

/** The same without what turns or hides, where it is too late to refuse. */
export const plainText = (given: string): string =>
  given
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(new RegExp(control.source, 'gu'), ' ')
    .replaceAll(new RegExp(turning.source, 'gu'), '')
    .trim()

/** What two names are compared by. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** The names of a path, each checked; empty steps and a single dot lead nowhere, two dots are refused. */
export function pathNames(path: string): string[] {
  const names = path
    .split('/')
    .filter((step) => step !== '' && step !== '.')
    .map(nodeName)
  if (names.length > DEEPEST) throw new Refusal('diskTooDeep', { most: DEEPEST })
  return names
}

/** Lower case, without the dot; of `.gitignore` and names without one nothing. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  const ext = dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
  return /^[\p{L}\p{N}_-]{1,20}$/u.test(ext) ? ext : ''
}

/** A name with something put before its ending; the stem gives way where it would be too long. */
export function nameWith(name: string, addition: string): string {
  const ext = extensionOf(name)
  const ending = ext ? name.slice(name.length - ext.length - 1) : ''
  const stem = Array.from(name.slice(0, name.length - ending.length))
  const room = LONGEST_NAME_BYTES - Buffer.byteLength(addition + ending)
  while (Buffer.byteLength(stem.join('')) > room) stem.pop()
  return stem.join('').trimEnd() + addition + ending
}

/** The first of `name`, `name (1)`, `name (2)` … whose key is not taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let n = 0; ; n += 1) {
    const next = n === 0 ? name : nameWith(name, ` (${n})`)
    if (!taken.has(nameKey(next))) return next
  }
}

const mimes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  ofd: 'application/ofd',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  csv: 'text/csv',
  txt: 'text/plain',
  md: 'text/markdown',
  xml: 'application/xml',
  json: 'application/json',
  zip: 'application/zip',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  svg: 'image/svg+xml',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
}
/** What a file says it is by its ending: to sort and to show, never to decide how it is opened. */
export const mimeOf = (name: string): string => mimes[extensionOf(name)] ?? 'application/octet-stream'
