import type { Asset, ReturnFigure } from '../ledger/model.ts'
import type { Fen } from '../money.ts'
import type { Rate, RulePack } from '../taxlaw/rule-pack.ts'
import type { Entry, Register } from '../workpaper/entry.ts'
import type { Atom } from './atom.ts'
import type { Adjustment, LedgerAccess } from './ledger-access.ts'
import type { Param, ParamDefinition } from './param.ts'

/** Everything a formula may read. The result depends on nothing else. */
export type World = {
  year: number
  access: LedgerAccess
  rules: RulePack
  params: Readonly<Record<string, Param>>
  paramDefinitions: ReadonlyMap<string, ParamDefinition>
  adjustments: readonly Adjustment[]
  /** Rows that people entered, by register; a register nobody touched is absent. */
  entries: Readonly<Record<string, readonly Entry[]>>
  registers: ReadonlyMap<string, Register>
  assets: readonly Asset[]
  /** Last year's filed return, by cell. */
  priorReturn: ReadonlyMap<string, ReturnFigure>
  /** The client's own statements by line id; absent where the client printed no such line. Fen. */
  clientLines: ReadonlyMap<string, { current: Fen; prior: Fen | null }>
}

/** What a value was made from. */
export type Trace = {
  children: string[]
  atoms: Atom[]
  rates: Rate[]
  params: string[]
  /** Entered rows it read. */
  entries: EntryUse[]
  /** Cells of last year's filed return it read. */
  filed: string[]
  /** What else must stay the same for the value to stay: `entry:donations`, `entry:donations/key`, `adj:1122`. */
  inputs: string[]
}

/** A column of rows that people entered, as a formula read it. */
export type EntryUse = { register: string; column: string | null; keys: readonly string[] }

export const emptyTrace = (): Trace => ({
  children: [],
  atoms: [],
  rates: [],
  params: [],
  entries: [],
  filed: [],
  inputs: [],
})
