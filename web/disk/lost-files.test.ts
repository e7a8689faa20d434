import { expect, test } from 'vitest'
import { foundAgain } from './lost-files.ts'

const file = (path: string, text = 'x', lastModified = 1) =>
  Object.assign(new File([text], path.split('/').at(-1) ?? '', { lastModified }), { webkitRelativePath: path })
const lost = (relPath: string, name: string, size = 1, lastModified = 1) => ({ relPath, name, size, lastModified })
const paths = (found: { file: File }[]) => found.map(({ file }) => file.webkitRelativePath)

test('a file is known again by name, size and day of change, never by its name alone', () => {
  const chosen = [file('a.xlsx'), file('b.xlsx', 'longer'), file('c.xlsx', 'x', 2)]
  const found = foundAgain([lost('', 'a.xlsx'), lost('', 'b.xlsx'), lost('', 'c.xlsx')], chosen)
  expect(paths(found)).toEqual(['a.xlsx'])
})
test('of files that are alike the one of the same folder is taken', () => {
  const chosen = [file('客户/2024/表.xlsx'), file('客户/2025/表.xlsx')]
  const found = foundAgain([lost('客户/2025', '表.xlsx'), lost('客户/2024', '表.xlsx')], chosen)
  expect(paths(found)).toEqual(['客户/2025/表.xlsx', '客户/2024/表.xlsx'])
})
test('a file of a folder may also be chosen by itself', () => {
  expect(foundAgain([lost('客户/2025', '表.xlsx')], [file('表.xlsx')])).toHaveLength(1)
})
