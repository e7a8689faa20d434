import { plain } from './cell.ts'

/** The word (记, 收, SA …; '' if none) and the number of a voucher. */
export type VoucherNumber = { word: string; number: number }

/**
 * Reads 记-0001, 记字第12号, 转 - 3, GL-202601-0001, 2025-01-记-0001, 0100000001, 13: the last group of digits is the
 * number, the word what stands before the first digit, else the letters before the number. Undefined if there is no number.
 */
export function parseVoucherNumber(text: string): VoucherNumber | undefined {
  const clean = plain(text).replace(/号$/, '').replace(/\.0$/, '')
  const digits = /(\d{1,15})\D*$/.exec(clean)?.[1]
  if (digits === undefined) return undefined
  const before = /^\D+/.exec(clean)?.[0] ?? /[A-Za-z\u3400-\u9fff]+(?=\D*\d{1,15}\D*$)/.exec(clean)?.[0] ?? ''
  return { word: voucherWord(before), number: Number(digits) }
}

/** The voucher word as it is kept: without 字, 凭证, 第 and separators. 记账凭证 is 记, 付款凭证 is 付. */
export function voucherWord(text: string): string {
  const bare = plain(text)
    .replaceAll(/[\s\-_#:[\]()/\\.]/g, '')
    .replace(/第$/, '')
    .replace(/字$/, '')
    .replace(/凭证$/, '')
    .replace(/字$/, '')
  if (bare === '记账' || bare === '通用') return '记'
  return bare.replace(/^(现收|银收|现付|银付)$/, '$1').replace(/^(收|付|转)(?:款|账)$/, '$1')
}
