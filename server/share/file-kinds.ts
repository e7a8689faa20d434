import { kindEndings as endings, shareKinds } from '#contract/share-kinds.ts'

/** The part of a name after its last dot, in lower case. */
export const endingOf = (name: string): string => {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}

/** Whether a file of this name is of one of the kinds; any is, where none is named. */
export const isOfKinds = (name: string, kinds: readonly string[]): boolean =>
  kinds.length === 0 || shareKinds.some((kind) => kinds.includes(kind) && endings[kind].includes(endingOf(name)))

/** The endings of the kinds as a person reads them. */
export const endingsOf = (kinds: readonly string[]): string =>
  shareKinds
    .filter((kind) => kinds.includes(kind))
    .flatMap((kind) => endings[kind])
    .join(', ')

/** What a page of ours shows, and a watermark can be burnt into, with its media type. */
const shown: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
}
/** Undefined for what can be neither shown nor marked. */
export const shownType = (name: string): string | undefined => shown[endingOf(name)]
