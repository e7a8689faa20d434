import { expect, test } from 'vitest'
import { maskPhone, phoneProblem } from './phone.ts'
import { phoneTexts } from './phone-texts.ts'

const said = (phone: string | null | undefined) => {
  const problem = phoneProblem(phone)
  return problem && phoneTexts[problem].zh
}

test('a mobile number is told what is wrong with it in the words of the specification', () => {
  for (const empty of ['', null, undefined, 'null', 'undefined']) expect(said(empty)).toBe('手机号码不能为空')
  for (const length of ['1', '1381234567', '138123456789', ' 13812345678'])
    expect(said(length)).toBe('手机号码长度不为11位')
  for (const landline of ['01012345678', '07551234567', '010-1234567'])
    expect(said(landline)).toBe('手机号码格式不正确')
  for (const mobile of ['13812345678', '19912345678']) expect(said(mobile)).toBeUndefined()
})

test('what cannot be a number is refused before it reaches a header or a provider', () => {
  for (const hostile of ['1381234567\n', '138\r\nX:1234', "1381234' or", '１３８１２３４５６７８', '138123456٧8']) {
    expect(said(hostile)).toMatch(/手机号码/)
  }
})

test('a masked number keeps three digits and four', () => {
  expect(maskPhone('13812345678')).toBe('138****5678')
})
