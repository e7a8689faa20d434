// Without anything that checks shapes: pages for people without an account import it and stay light.

/** Which files a link takes in; the empty list takes any. */
export const shareKinds = ['pdf', 'image', 'sheet', 'word', 'ofd', 'archive', 'text'] as const
export type ShareKind = (typeof shareKinds)[number]

/** The endings of names by which a kind is known. */
export const kindEndings: Readonly<Record<ShareKind, readonly string[]>> = {
  pdf: ['pdf'],
  image: ['png', 'jpg', 'jpeg', 'webp', 'gif', 'bmp', 'tif', 'tiff', 'heic'],
  sheet: ['xlsx', 'xls', 'csv', 'et', 'ods'],
  word: ['docx', 'doc', 'wps', 'odt', 'rtf'],
  ofd: ['ofd'],
  archive: ['zip', 'rar', '7z'],
  text: ['txt', 'md', 'xml', 'json', 'eml'],
}
