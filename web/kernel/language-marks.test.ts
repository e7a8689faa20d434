import { afterEach, expect, test } from 'vitest'
import { clauseMark, listMark, useLanguage } from './language.ts'

afterEach(() => useLanguage.setState({ language: 'zh-CN' }))

const said = () => [['1月', '2月'].join(listMark()), ['a', 'b'].join(clauseMark())]

test('lists are parted as the reader’s language parts them', () => {
  expect(said()).toEqual(['1月、2月', 'a；b'])
  useLanguage.setState({ language: 'en' })
  expect(said()).toEqual(['1月, 2月', 'a; b'])
})
