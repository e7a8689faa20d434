import type { Unit } from '../binding/functions.ts'

/** One row that a person entered in a register of a paper: values by column, as text; money in yuan, dates as `YYYY-MM-DD`. */
export type Entry = {
  key: string
  values: Readonly<Record<string, string>>
  /** Who entered it last, when, and what proves it. */
  who?: string
  when?: string
  evidence?: string
}

/** A column that people fill. */
export type RegisterColumn = {
  key: string
  label: { zh: string; en: string }
  unit: Unit | 'date'
  /** Values one may choose from; none: anything of the unit. */
  choices?: readonly { value: string; zh: string; en: string }[]
  /** Left blank, its cell waits to be filled; any other text may stay blank. */
  required?: boolean
}

/** A list that people fill, row by row (捐赠明细, 借款台账 …). */
export type Register = { id: string; label: { zh: string; en: string }; columns: readonly RegisterColumn[] }
