import { z } from 'zod'

/** A file of a list as the viewer steps through it. */
const Listed = z.array(z.object({ fileId: z.string(), name: z.string() }))
type ListedFile = z.output<typeof Listed>[number]

const KEY = 'digao.viewedList'
/** Files of a list that are remembered, around the one that is opened. */
const MOST = 500

/** Remembers in this window the list a file is opened from, in its order: the viewer steps along it. */
export function rememberList(files: readonly ListedFile[], opened: string): void {
  const at = Math.max(0, files.findIndex(({ fileId }) => fileId === opened) - MOST / 2)
  const near = files.slice(at, at + MOST).map(({ fileId, name }) => ({ fileId, name }))
  try {
    sessionStorage.setItem(KEY, JSON.stringify(near))
  } catch {
    // a window without storage steps through the folder
  }
}

/** The list a file was opened from in this window; undefined where it came by itself, or is of another list by now. */
export function listOf(fileId: string): ListedFile[] | undefined {
  try {
    const read = Listed.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? '[]'))
    return read.success && read.data.some((one) => one.fileId === fileId) ? read.data : undefined
  } catch {
    return undefined
  }
}
