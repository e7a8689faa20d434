type Words = { zh: string; en: string }
export type ReturnUnit = 'money' | 'rate' | 'count' | 'text'

/** One line (行次) of a form as the official form prints it. */
export type ReturnLine = {
  line: string
  name: string
  /** How the form computes it from its own lines (`1-2-3`, `13+14+…+24`); null: it is filled in. */
  calc: string | null
  /** The formula names its lines as `L29`, so that plain numbers in it are numbers. */
  written: boolean
  /** Where the facts say it comes from. */
  from: string | null
  note: Words | null
  /** The columns the line has; null: all. */
  columns: readonly number[] | null
  /** Sub-lines with an item of the catalogue of preferences (事项目录) stand under it: `22.x`. */
  option: string | null
  /** Never below zero. */
  floor: boolean
}

/** A form with the tax years for which its line texts hold. */
export type ReturnForm = {
  key: string
  code: string
  name: string
  version: Words | null
  from: number
  to: number | null
  /** Its texts are not certain in every line. */
  uncertain: boolean
  certainty: Words
  columns: readonly string[]
  /** Columns in which its line formulas hold; null: all. */
  sums: readonly number[] | null
  /** Units by line, `*.column` or `line`; everything else is money. */
  units: Readonly<Record<string, Exclude<ReturnUnit, 'money'>>>
  lines: readonly ReturnLine[]
}

type Years = { from: number | null; until: number | null }
/** A cell that another form or last year's return gives. */
export type ReturnLink = Years & { to: string; expr: string }
/** A cross-check: equations that hold in some years; `a | b` is satisfied by either. */
export type CheckFact = {
  id: string
  severity: 'error' | 'warn'
  says: Words
  parts: readonly (Years & { expr: string })[]
}

/** All that is known of the return, dated. */
export type ReturnFacts = {
  asOf: string
  firstYear: number
  latestRevision: Words
  catalog: readonly { code: string; name: string; until: number | null }[]
  forms: readonly ReturnForm[]
  links: readonly ReturnLink[]
  checks: readonly CheckFact[]
  /** Figures from outside the return that a check compares with, entered by a person. */
  entered: readonly { id: string; label: Words }[]
}

export const inYears = ({ from, until }: Years, year: number): boolean =>
  (from ?? year) <= year && (until ?? year) >= year

/** The forms of a tax year: line texts where they are held, else null. Empty before the first year that is known. */
export function formsOf(facts: ReturnFacts, year: number): { code: string; name: string; form: ReturnForm | null }[] {
  if (year < facts.firstYear) return []
  return facts.catalog
    .filter(({ until }) => until === null || year <= until)
    .map(({ code, name }) => {
      const form =
        facts.forms.find((one) => one.code === code && inYears({ from: one.from, until: one.to }, year)) ?? null
      return { code, name: form?.name ?? name, form }
    })
}

/** A cell's place: `A100000.22.1.1` is line 22.1, column 1; a place without a column means the first. */
export function placeOf(cell: string): { form: string; line: string; column: number } | null {
  const match = /^(A\d{6})\.(\d+(?:\.\d+)?)\.(\d+)$/.exec(/^A\d{6}\.\d+$/.test(cell) ? `${cell}.1` : cell)
  return match ? { form: match[1] ?? '', line: match[2] ?? '', column: Number(match[3]) } : null
}

export const cellAt = (form: string, line: string, column: number): string => `${form}.${line}.${column}`

export function unitAt(form: ReturnForm | null, line: string, column: number): ReturnUnit {
  return form?.units[line] ?? form?.units[`*.${column}`] ?? 'money'
}
