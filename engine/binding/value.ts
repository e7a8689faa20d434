import type { Fault } from './fault.ts'
import type { Rational } from './rational.ts'

/** What a formula gives. Money is in yuan, exact; it becomes fen when a cell rounds it. */
export type Value =
  | { kind: 'number'; value: Rational }
  | { kind: 'bool'; value: boolean }
  | { kind: 'text'; value: string }
  | { kind: 'series'; items: readonly Value[] }
  | { kind: 'missing'; faults: readonly Fault[] }
  | { kind: 'error'; faults: readonly Fault[] }

export const number = (value: Rational): Value => ({ kind: 'number', value })
export const bool = (value: boolean): Value => ({ kind: 'bool', value })
export const missing = (...faults: Fault[]): Value => ({ kind: 'missing', faults })
export const failed = (...faults: Fault[]): Value => ({ kind: 'error', faults })

/** The absence among these values, if any: an error before a missing value, each reason once. */
export function absence(values: readonly Value[]): Value | null {
  const absent = values.filter((value) => value.kind === 'missing' || value.kind === 'error')
  if (absent.length === 0) return null
  const faults = new Map(
    absent.flatMap((value) => value.faults).map((fault) => [JSON.stringify([fault.code, fault.params]), fault]),
  )
  return absent.some(({ kind }) => kind === 'error') ? failed(...faults.values()) : missing(...faults.values())
}

/** Values with every series opened. */
export const flat = (values: readonly Value[]): Value[] =>
  values.flatMap((value) => (value.kind === 'series' ? flat(value.items) : [value]))
