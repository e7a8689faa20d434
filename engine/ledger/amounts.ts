import type { Fen } from '../money.ts'
import { plain, type Cell } from './cell.ts'

/** `fen` is the amount; `rounded` says that the cell held more than two decimals and was rounded half up. */
export type Amount = { fen: Fen; rounded: boolean }

/** What people write for no amount. */
const blankWords = new Set(['', '-', '--', '—', '——', '/', '\\', '无', '平'])

/** Words and signs before an amount below zero; 贷 is one as CR is, in a balance whose debit is positive. */
const minusBefore = /^(?:[△▲▽▼]|负|[[(【]?红(?:字)?[\])】:]?|[贷貸](?:方)?:?)/
const plusBefore = /^借(?:方)?:?/

/**
 * The exact amount of a cell, in fen; `multiplier` is 1, 1000 or 10000 yuan. A blank cell is null: nothing was said.
 * Undefined means the cell holds something that is not an amount. A double is taken by its shortest decimal form, so
 * that 0.1 + 0.2 is thirty fen: dust below a millionth of a yuan is no rounding, anything larger is reported as one.
 */
export function parseAmount(cell: Cell | undefined, multiplier = 1): Amount | null | undefined {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'number') return Number.isFinite(cell) ? decimal(String(cell), multiplier) : undefined
  if (typeof cell === 'boolean') return undefined
  const fen = multiplier === 1 ? printedFen(cell) : -1
  if (fen >= 0) return { fen: BigInt(fen), rounded: false }
  const text = plain(cell).replaceAll(' ', '')
  return blankWords.has(text) ? null : parseText(text, multiplier)
}

/**
 * Nearly every amount is digits with two decimals or none: its fen, a whole number small enough to be exact; -1 for
 * anything that is printed differently.
 */
function printedFen(text: string): number {
  const { length } = text
  if (length === 0 || length > 13) return -1
  let fen = 0
  let decimals = -1
  for (let at = 0; at < length; at += 1) {
    const digit = text.charCodeAt(at) - 48
    if (digit >= 0 && digit <= 9) {
      fen = fen * 10 + digit
      if (decimals >= 0) decimals += 1
    } else if (digit === -2 && decimals < 0 && at > 0) decimals = 0
    else return -1
  }
  if (decimals > 2) return -1
  return decimals === 2 ? fen : decimals === 1 ? fen * 10 : fen * 100
}

function parseText(text: string, multiplier: number): Amount | undefined {
  let negative = minusBefore.test(text)
  let body = text
    .replace(minusBefore, '')
    .replace(plusBefore, '')
    .replace(/^(?:CNY|RMB|人民币|[¥￥$€])/i, '')
    .replace(/(?:元|CNY|RMB)$/i, '')
  const wrapped = /^[(（<](.*)[)）>]$/.exec(body)
  if (wrapped) {
    negative = !negative
    body = wrapped[1] ?? ''
  }
  const signed = /^([-−–—－+]?)(.*?)([-−–—－]|CR|DR|[借贷貸]方?)?$/i.exec(body)
  if (!signed) return undefined
  if (signed[1] && signed[1] !== '+') negative = !negative
  if (signed[3] && !/dr|借/i.test(signed[3])) negative = !negative
  body = (signed[2] ?? '').replace(/^[¥￥$€]/, '')
  // 1.234,56: the comma is decimal only if dots group thousands before it or exactly two digits follow a lone comma.
  if (/^\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(body) || /^\d+,\d{2}$/.test(body)) {
    body = body.replaceAll('.', '').replace(',', '.')
  } else if (/^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(body) || /^\d{1,4}(?:,\d{4})+(?:\.\d*)?$/.test(body)) {
    body = body.replaceAll(',', '')
  } else if (/^\d{1,3}(?:['’]\d{3})+(?:\.\d*)?$/.test(body)) {
    body = body.replaceAll(/['’]/g, '')
  }
  if (!/^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(body)) return undefined
  const amount = decimal(body, multiplier)
  return amount && negative ? { fen: -amount.fen, rounded: amount.rounded } : amount
}

/** Decimal text to fen, half up away from zero, without ever being a float. */
function decimal(text: string, multiplier: number): Amount | undefined {
  const match = /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (!match) return undefined
  const exponent = Number(match[4] ?? 0)
  if (Math.abs(exponent) > 40) return exponent < 0 ? { fen: 0n, rounded: false } : undefined
  const fraction = match[3] ?? ''
  const digits = BigInt(`${match[2] ?? ''}${fraction}` || '0') * BigInt(multiplier)
  // value = digits × 10^-scale yuan = digits × 10^(2-scale) fen
  const scale = fraction.length - exponent - 2
  const sign = match[1] ? -1n : 1n
  if (scale <= 0) return { fen: sign * digits * 10n ** BigInt(-scale), rounded: false }
  const unit = 10n ** BigInt(scale)
  const half = (digits + unit / 2n) / unit
  const dust = digits - half * unit
  const allowed = scale >= 4 ? 10n ** BigInt(scale - 4) : 0n
  return { fen: sign * half, rounded: (dust < 0n ? -dust : dust) > allowed }
}
