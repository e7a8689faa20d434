/** A file with its path from where it is to lie: `2025/账套/余额表.xlsx`. */
export type PathFile = { file: File; path: string }
/** What came from the desktop; `folders` are all of them by path, also those that hold nothing. */
export type Dropped = { files: PathFile[]; folders: string[] }

/** What systems leave in folders and nobody means to keep. */
const DROPPINGS = new Set(['.ds_store', 'thumbs.db', 'desktop.ini'])
const isDropping = (name: string) => DROPPINGS.has(name.toLowerCase()) || name.startsWith('._')

/** Names as the disk keeps them: Apple sends letters and their accents apart. */
const composed = (path: string) => path.normalize('NFC')

const entriesOf = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((done, failed) => {
    reader.readEntries(done, failed)
  })
const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((done, failed) => {
    entry.file(done, failed)
  })

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

async function walk(entry: FileSystemEntry, into: Dropped, under: string): Promise<void> {
  if (isDropping(entry.name)) return
  const path = composed(under ? `${under}/${entry.name}` : entry.name)
  if (isFile(entry)) into.files.push({ file: await fileOf(entry), path })
  if (!isFolder(entry)) return
  into.folders.push(path)
  const reader = entry.createReader()
  // a browser hands out a hundred at a time, and nothing at the end
  for (let some = await entriesOf(reader); some.length > 0; some = await entriesOf(reader))
    for (const one of some) await walk(one, into, path)
}

/** Files and folders of a drop, with their structure. Must be called while the drop is being handled. */
export async function readDropped({ items, files }: DataTransfer): Promise<Dropped> {
  // entries are gone as soon as the event is: take them all before the first wait
  const entries = [...items]
    .map((item) => item.webkitGetAsEntry?.() ?? undefined)
    .filter((entry) => entry !== undefined)
  const plain = [...files]
  if (entries.length === 0) return readPicked(plain)
  const into: Dropped = { files: [], folders: [] }
  for (const entry of entries) await walk(entry, into, '')
  return into
}

/** Files of an upload control; those of a folder carry their path. */
export function readPicked(files: readonly File[]): Dropped {
  const paths = files
    .filter(({ name }) => !isDropping(name))
    .map((file) => ({ file, path: composed(file.webkitRelativePath || file.name) }))
  return { files: paths, folders: foldersOf(paths.map(({ path }) => path)) }
}

/** Every folder that these paths go through, the outer before the inner. */
export function foldersOf(paths: readonly string[]): string[] {
  const all = new Set<string>()
  for (const path of paths) {
    const parts = path.split('/').slice(0, -1)
    for (const at of parts.keys()) all.add(parts.slice(0, at + 1).join('/'))
  }
  return [...all]
}

/** Folders that no file will bring along. */
export const emptyFolders = ({ files, folders }: Dropped): string[] =>
  folders.filter(
    (folder) =>
      !files.some(({ path }) => path.startsWith(`${folder}/`)) &&
      !folders.some((other) => other.startsWith(`${folder}/`)),
  )
