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

/** The same fault passes through many cells; its name is made once. */
const names = new WeakMap<Fault, string>()
function nameOf(fault: Fault): string {
  const known = names.get(fault)
  if (known !== undefined) return known
  const name = JSON.stringify([fault.code, fault.params])
  names.set(fault, name)
  return name
}

/** The absence among these values, if any: an error before a missing value, each reason once. */
export function absence(values: readonly Value[]): Value | null {
  const absent = values.filter((value) => value.kind === 'missing' || value.kind === 'error')
  const [first, ...others] = absent
  if (!first) return null
  // its reasons are apart already
  if (others.every(({ faults }) => faults === first.faults) && absent.every(({ kind }) => kind === first.kind))
    return first
  const faults = new Map<string, Fault>()
  for (const value of absent) for (const fault of value.faults) faults.set(nameOf(fault), fault)
  return absent.some(({ kind }) => kind === 'error') ? failed(...faults.values()) : missing(...faults.values())
}

/** Values with every series opened. */
export const flat = (values: readonly Value[]): Value[] =>
  values.flatMap((value) => (value.kind === 'series' ? flat(value.items) : [value]))
