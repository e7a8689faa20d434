import { MOST_ENTRY_MB, type ZipEntry } from '#contract/viewer.ts'
import type { Place } from './FileSteps.tsx'
import { viewerPath } from './viewer-path.ts'

const MOST = MOST_ENTRY_MB * 1024 ** 2

/** What an entry is called, without its folders. */
export const entryName = ({ name }: Pick<ZipEntry, 'name'>): string => name.split(/[/\\]/).at(-1) ?? name
export const isTooLarge = ({ size }: Pick<ZipEntry, 'size'>): boolean => size > MOST
/** Whether an entry is taken out to be looked at. */
export const canOpen = ({ folder, encrypted, unsafe, size }: ZipEntry): boolean =>
  !folder && !encrypted && !unsafe && size > 0 && !isTooLarge({ size })

/** Where an entry of an archive is shown. */
export const entryPath = (fileId: string, entry: number, name: string): string => viewerPath({ fileId, entry, name })

/** Where an entry stands among those that can be looked at; undefined where there is but one. */
export function entryPlace(fileId: string, entries: readonly ZipEntry[], entry: number): Place | undefined {
  const files = entries.map((one, at) => ({ one, at })).filter(({ one, at }) => at === entry || canOpen(one))
  const at = files.findIndex((file) => file.at === entry)
  if (files.length < 2 || at < 0) return undefined
  const step = (file: (typeof files)[number] | undefined) =>
    file && { name: entryName(file.one), to: entryPath(fileId, file.at, entryName(file.one)) }
  const [previous, next] = [step(files[at - 1]), step(files[at + 1])]
  return { at: at + 1, total: files.length, ...(previous && { previous }), ...(next && { next }) }
}
