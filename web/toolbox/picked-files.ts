import { useState } from 'react'
import type { PathFile } from '../disk/dropped-files.ts'

/** A file that is to be worked on: of this machine, or one the server has already. */
export type Picked = { key: string; name: string; folder: string; size: number; file?: File; fileId?: string }

const folderOf = (path: string) => path.split('/').slice(0, -1).join('/')
let count = 0
const newKey = () => `picked-${(count += 1)}`

/** `accept`: endings without dot, lower case; empty takes everything. */
export function usePickedFiles(accept: readonly string[]) {
  const [files, setFiles] = useState<readonly Picked[]>([])
  const [leftOut, setLeftOut] = useState(0)
  /** Names of files without a byte: nothing could be made of them, and the server takes none. */
  const [empty, setEmpty] = useState<readonly string[]>([])
  const fits = (name: string) => accept.length === 0 || accept.includes(name.split('.').at(-1)?.toLowerCase() ?? '')
  const add = (some: readonly Picked[]) => {
    const fitting = some.filter(({ name }) => fits(name))
    const taken = fitting.filter(({ size }) => size > 0)
    setLeftOut(some.length - fitting.length)
    setEmpty(fitting.filter(({ size }) => size === 0).map(({ name }) => name))
    setFiles((before) => {
      // the same file of the machine or of the disk once, not each time it is chosen
      const marks = new Set(before.map(markOf))
      return [...before, ...taken.filter((one) => !marks.has(markOf(one)))]
    })
  }
  return {
    files,
    leftOut,
    empty,
    addLocal: (some: readonly PathFile[]) =>
      add(
        some.map(({ file, path }) => ({
          key: newKey(),
          name: file.name,
          folder: folderOf(path),
          size: file.size,
          file,
        })),
      ),
    addStored: (some: readonly { fileId: string; name: string; size: number }[]) =>
      add(some.map((one) => ({ key: newKey(), folder: '', ...one }))),
    remove: (key: string) => setFiles((before) => before.filter((one) => one.key !== key)),
    clear: () => {
      setFiles([])
      setLeftOut(0)
      setEmpty([])
    },
    /** Puts a file where another stands. */
    move: (key: string, to: number) =>
      setFiles((before) => {
        const moved = before.find((one) => one.key === key)
        if (!moved) return before
        return before.filter((one) => one.key !== key).toSpliced(Math.max(0, to), 0, moved)
      }),
  }
}
export type PickedFiles = ReturnType<typeof usePickedFiles>

const markOf = ({ name, folder, size, file, fileId }: Picked) =>
  fileId ?? [folder, name, size, file?.lastModified].join('|')

/** Bytes as people say them. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(0)} KB`
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`
}
