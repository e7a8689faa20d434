import { expect, test } from 'vitest'
import { emptyFolders, foldersOf, readDropped, readPicked } from './dropped-files.ts'

const file = (name: string, path = '') => Object.assign(new File(['x'], name), { webkitRelativePath: path })

/** An entry as browsers hand it out: a folder's reader gives two at a time. */
function entry(name: string, inside?: object[]): object {
  if (!inside)
    return { name, isFile: true, isDirectory: false, file: (done: (file: File) => void) => done(new File(['x'], name)) }
  const rest = [...inside]
  const readEntries = (done: (some: object[]) => void) => done(rest.splice(0, 2))
  return { name, isFile: false, isDirectory: true, createReader: () => ({ readEntries }) }
}
const drop = (...entries: object[]) =>
  ({ items: entries.map((one) => ({ webkitGetAsEntry: () => one })), files: [] }) as unknown as DataTransfer

test('a folder picked in the upload control keeps its structure, without what systems leave in folders', () => {
  const files = [file('a.xlsx', '2025/账套/a.xlsx'), file('b.pdf', '2025/b.pdf'), file('.DS_Store', '2025/.DS_Store')]
  const { files: read, folders } = readPicked(files)
  expect(read.map(({ path }) => path)).toEqual(['2025/账套/a.xlsx', '2025/b.pdf'])
  expect(folders).toEqual(['2025', '2025/账套'])
})
test('a dropped folder is read to its last file, and its empty folders are kept', async () => {
  const folder = entry('客户', [entry('一.txt'), entry('二.txt'), entry('三.txt'), entry('空', []), entry('Thumbs.db')])
  const { files, folders } = await readDropped(drop(folder, entry('单.pdf')))
  expect(files.map(({ path }) => path)).toEqual(['客户/一.txt', '客户/二.txt', '客户/三.txt', '单.pdf'])
  expect(folders).toEqual(['客户', '客户/空'])
})
test('names of an Apple computer are composed, so that they meet those of others', () => {
  expect(readPicked([file('Cafe\u0301.txt')]).files[0]?.path).toBe('Caf\u00e9.txt')
})
test('folders of paths, the outer first', () => {
  expect(foldersOf(['a/b/c.txt', 'a/d.txt', 'e.txt'])).toEqual(['a', 'a/b'])
})
test('only folders that no file brings along have to be made', () => {
  const files = [{ file: file('a.txt'), path: '客户/账套/a.txt' }]
  const folders = ['客户', '客户/账套', '客户/空', '客户/空/更空']
  expect(emptyFolders({ files, folders })).toEqual(['客户/空/更空'])
})
