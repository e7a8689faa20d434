import type { CheckFact, ReturnFacts, ReturnForm, ReturnLine } from '#engine/taxlaw/return-model.ts'
import source from './cit-forms.json' with { type: 'json' }
import checks from './return-checks.json' with { type: 'json' }
import layout from './return-layout.json' with { type: 'json' }
import { inEnglish } from './rule-pack.ts'

type SourceRow = { line: string; name: string; calc?: string; from?: string; note?: string }
type SourceForm = { name: string; version?: string; columns: string[]; certainty: string; rows: SourceRow[] }
const forms: Readonly<Record<string, SourceForm>> = source.forms
const years: Readonly<Record<string, (number | null)[]>> = layout.years
const sums: Readonly<Record<string, number[]>> = layout.sums
const formulas: Readonly<Record<string, string>> = layout.formulas
const units: Readonly<Record<string, string>> = layout.units
const options: Readonly<Record<string, Readonly<Record<string, string>>>> = layout.options

const words: Readonly<Record<string, string>> = layout.words
const said = (en: string) => ({ zh: words[en] ?? en, en: inEnglish(en) })

/** `cols 1,3`, `cols 1-4`, `col 5`: the columns a line has; undefined: all. */
function columnsIn(note: string | undefined): number[] | null {
  const list = /^cols? ([\d,-]+)$/.exec(note ?? '')?.[1]
  if (list === undefined) return null
  return list.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  })
}

/** The rows with a nameless one for each number that the facts leave out, so that no line of the official form is lost. */
function withGaps(rows: readonly SourceRow[]): SourceRow[] {
  const known = new Set(rows.map(({ line }) => line))
  const last = Math.max(...rows.map(({ line }) => Number(line)))
  const gaps = Array.from({ length: last }, (_, at) => String(at + 1)).filter((line) => !known.has(line))
  return [...rows, ...gaps.map((line) => ({ line, name: '' }))].toSorted((a, b) => Number(a.line) - Number(b.line))
}

const unitsOf = (key: string): ReturnForm['units'] =>
  Object.fromEntries(
    Object.entries(units).flatMap(([place, unit]) => {
      const rest = place.startsWith(`${key}.`) ? place.slice(key.length + 1) : undefined
      return rest === undefined || (unit !== 'rate' && unit !== 'text' && unit !== 'count') ? [] : [[rest, unit]]
    }),
  )

function formOf([key, form]: [string, SourceForm]): ReturnForm {
  const [code = key] = key.split('@')
  const [from, to] = years[key] ?? [layout.firstYear, null]
  const lines = withGaps(form.rows)
    // 22.1 and 31.1 stand for the options, which are rows people add
    .filter(({ name }) => !name.startsWith('(填写优惠事项名称'))
    .map(({ line, name, calc, from: source_, note }): ReturnLine => ({
      line,
      name,
      calc: formulas[`${key}.${line}`] ?? (calc === undefined ? null : calc),
      written: formulas[`${key}.${line}`] !== undefined,
      from: source_ ?? null,
      note: note === undefined || columnsIn(note) ? null : said(note),
      columns: columnsIn(note),
      option: options[key]?.[line] ?? null,
      floor: layout.notBelowZero.includes(`${key}.${line}`),
    }))
  return {
    key,
    code,
    name: form.name,
    version: form.version === undefined ? null : said(form.version),
    from: from ?? layout.firstYear,
    to: to ?? null,
    uncertain: !form.certainty.startsWith('high') || form.certainty.includes('CHECK'),
    certainty: said(form.certainty),
    columns: form.columns,
    sums: sums[key] ?? null,
    units: unitsOf(key),
    lines,
  }
}

const parts = (list: readonly { expr: string; from: number | null; until: number | null }[]) =>
  list.map(({ expr, from, until }) => ({ expr, from, until }))

const checkFacts = checks.checks.map(({ id, zh, en, parts: list }): CheckFact => {
  const known = source.cross_checks.find((one) => one.id === id)
  return { id, severity: known?.severity === 'error' ? 'error' : 'warn', says: { zh, en }, parts: parts(list) }
})

/** The annual return (企业所得税年度纳税申报表 A类): forms by year, how they hang together, and its cross-checks. */
export const returnFacts: ReturnFacts = {
  asOf: source.meta.as_of,
  firstYear: layout.firstYear,
  latestRevision: { zh: layout.revision, en: source.meta.latest_known_revision },
  catalog: [
    ...source.catalog.map(({ code, name }) => ({ code, name, until: null })),
    ...layout.retired.map(({ code, until }) => ({ code, name: '', until })),
  ].toSorted((a, b) => (a.code < b.code ? -1 : 1)),
  forms: Object.entries(forms).map(formOf),
  links: layout.links,
  checks: checkFacts,
  entered: checks.entered.map(({ id, zh, en }) => ({ id, label: { zh, en } })),
}
