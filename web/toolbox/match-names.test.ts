import { expect, test } from 'vitest'
import { matchNames } from './match-names.ts'

test('names are matched by what they share, and whoever is left is listed', () => {
  const others = ['上海星河商贸有限公司', '北京远山科技股份有限公司', '大华超市（一分店）', '无人问津厂']
  const { found, left } = matchNames(
    ['上海 星河商贸有限公司', '北京远山科技有限公司', '远山科技', '大华超市（二分店）', '完全不同', ''],
    others,
  )
  expect(found.map(({ name, other, kind }) => [name, other, kind])).toEqual([
    ['上海 星河商贸有限公司', '上海星河商贸有限公司', 'same'],
    ['北京远山科技有限公司', '北京远山科技股份有限公司', 'form'],
    ['远山科技', '北京远山科技股份有限公司', 'alike'],
    // two branches are two parties
    ['大华超市（二分店）', '', 'none'],
    ['完全不同', '', 'none'],
  ])
  expect(left).toEqual(['大华超市（一分店）', '无人问津厂'])
})

test('each of many names that share most of their signs finds its own', () => {
  const names = Array.from({ length: 3000 }, (_, at) => `${String.fromCodePoint(0x4e00 + at)}${at}贸易有限公司`)
  const { found, left } = matchNames(
    names,
    names.map((name) => name.replace('有限公司', '股份有限公司')),
  )
  expect(found.filter(({ kind }) => kind === 'form')).toHaveLength(3000)
  expect(left).toEqual([])
})
