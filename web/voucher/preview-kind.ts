/** What a browser shows of an attachment, by the type it is shown as. Nothing that can run: no SVG, no HTML. */
const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  pdf: 'application/pdf',
}
const begins: Readonly<Record<string, readonly number[]>> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/gif': [0x47, 0x49, 0x46, 0x38],
  'image/webp': [0x52, 0x49, 0x46, 0x46],
  'image/bmp': [0x42, 0x4d],
  'application/pdf': [0x25, 0x50, 0x44, 0x46],
}

/** The type an attachment of this name may be shown as; undefined: it is only downloaded. */
export const previewType = (name: string): string | undefined =>
  types[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '']

/** Whether a file begins as its type does: a page of script called invoice.pdf is not shown. */
export const isOfType = (head: Uint8Array, type: string): boolean =>
  begins[type]?.every((byte, at) => head[at] === byte) ?? false
