import { type Fen, fenOf } from '../money.ts'
import type { Words } from './hit.ts'

/** How a parameter is written: whole number, share of one, yuan ('' is not set), or words separated by commas. */
type ParamUnit = 'whole' | 'share' | 'yuan' | 'words'
export type CheckParam = { key: string; label: Words; unit: ParamUnit; value: string; least?: number; most?: number }

/** Values by key, as text. */
export type ParamValues = Readonly<Record<string, string>>

/** Reads the parameters of one check; what is not set falls back to the definition. */
export type ParamReader = {
  whole(key: string): number
  share(key: string): number
  /** Fen; null where none is set. */
  yuan(key: string): Fen | null
  words(key: string): string[]
}

export function paramReader(definitions: readonly CheckParam[], values: ParamValues): ParamReader {
  const text = (key: string) => values[key] ?? definitions.find((one) => one.key === key)?.value ?? ''
  return {
    whole: (key) => Number(text(key)),
    share: (key) => Number(text(key)),
    yuan: (key) => fenOf(text(key)) ?? null,
    words: (key) =>
      text(key)
        .split(/[,，、\s]+/)
        .filter((word) => word !== ''),
  }
}

/** What is wrong with a value, or undefined. */
export function isRightValue({ unit, least, most }: CheckParam, value: string): boolean {
  if (unit === 'words') return value.length <= 500
  if (unit === 'yuan') return value === '' || (fenOf(value) ?? -1n) >= 0n
  if (!(unit === 'whole' ? /^\d{1,9}$/ : /^\d{1,4}(?:\.\d{1,6})?$/).test(value)) return false
  const number = Number(value)
  return number >= (least ?? 0) && number <= (most ?? 1e9)
}
