import type { ConditionalRule, DataValidation, Sheet } from 'hucre/xlsx'
import { BookRule, type BookSheet, BookValidation } from '#contract/sheet-book.ts'
import { bookStyle, fileStyle } from './book-style.ts'
import { callsOut } from './calls-out.ts'
import type { Reading } from './read-sheet-book.ts'

type Kept = Pick<BookSheet, 'rules' | 'validations'>

const formulasOf = ({ formula }: { formula?: string | string[] | undefined }) =>
  formula === undefined ? [] : [formula].flat()

/**
 * The conditional formats and checks of entries of a sheet, as the book keeps them for its file; a formula that calls out is left
 * out with its rule. The grid draws neither, and says so.
 */
export function keptRules(sheet: Pick<Sheet, 'name' | 'conditionalRules' | 'dataValidations'>, reading: Reading): Kept {
  const rules = (sheet.conditionalRules ?? []).flatMap((rule) => {
    if (formulasOf(rule).some(callsOut)) return []
    const { style, ...plain } = rule
    const read = BookRule.safeParse({ ...plain, ...(style && { style: bookStyle(style, reading.color) }) })
    return read.success ? [read.data] : []
  })
  const validations = (sheet.dataValidations ?? []).flatMap((one) => {
    if ([one.formula1 ?? '', one.formula2 ?? ''].some(callsOut)) return []
    const read = BookValidation.safeParse(one)
    return read.success ? [read.data] : []
  })
  const note = (kind: 'conditional' | 'validation', count: number) =>
    count > 0 && reading.notes.push({ kind, sheet: sheet.name, cell: '', text: String(count) })
  note('conditional', rules.length)
  note('validation', validations.length)
  return { ...(rules.length > 0 && { rules }), ...(validations.length > 0 && { validations }) }
}

type FileRules = { conditionalRules?: ConditionalRule[]; dataValidations?: DataValidation[] }

/** The same as the file's writer takes them. What somebody sent with a formula that calls out is not written. */
export function fileRules({ rules = [], validations = [] }: Kept): FileRules {
  const safe = rules.filter((rule) => !formulasOf(rule).some(callsOut))
  const asked = validations.filter(({ formula1 = '', formula2 = '' }) => ![formula1, formula2].some(callsOut))
  const written: FileRules = {}
  // JSON leaves out what is undefined, as the writer's exact types want it
  if (safe.length > 0)
    written.conditionalRules = safe.map(({ style, ...rule }) =>
      Object.assign(JSON.parse(JSON.stringify(rule)) as ConditionalRule, style && { style: fileStyle(style) }),
    )
  if (asked.length > 0) written.dataValidations = JSON.parse(JSON.stringify(asked)) as DataValidation[]
  return written
}
