import { expect, test } from 'vitest'
import { markedTexts } from './marked-texts.ts'

test('both texts are whole, and the same place has the same number in each', () => {
  const text = '客户星河支付1万元。'
  const pieces = [
    { kind: 'company', start: 2, end: 4, shown: '〔企业01〕', action: 'token', by: 'dictionary' },
    { kind: 'amount', start: 6, end: 9, shown: '〔略〕', action: 'drop', by: 'shape' },
  ] as const
  const { before, leaves } = markedTexts(text, [...pieces])
  expect(before.map((stretch) => stretch.text).join('')).toBe(text)
  expect(leaves.map((stretch) => stretch.text).join('')).toBe('客户〔企业01〕支付〔略〕。')
  expect(before.map(({ piece }) => piece)).toEqual([undefined, 0, undefined, 1, undefined])
  expect(leaves.map(({ piece }) => piece)).toEqual([undefined, 0, undefined, 1, undefined])
})

test('a text in which nothing is found is one stretch', () => {
  expect(markedTexts('折旧', []).leaves).toEqual([{ text: '折旧', at: 0, piece: undefined }])
})
