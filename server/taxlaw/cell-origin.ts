import { sql } from 'kysely'
import type { CellOrigin } from '#contract/tax-return.ts'
import { inForce } from '#engine/taxlaw/rule-pack.ts'
import { parseFormula, parseLine, readsOf } from '#engine/taxlaw/return-formula.ts'
import { cellAt, placeOf } from '#engine/taxlaw/return-model.ts'
import type { ReturnCell } from '#engine/taxlaw/tax-return.ts'
import { rulePack } from '#facts/facts.ts'
import { formWord } from '#facts/form-words.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { inLanguage, type StoredProvenance } from '#server/paper/stored-cell.ts'
import type { ProjectRow } from '#server/project/reach.ts'
import { type ReturnAsItStands, wireReturnCell } from './return-view.ts'

/** A cell by its name; refused if the return of the year has none such. */
export function cellNamed({ made }: ReturnAsItStands, cell: string): ReturnCell {
  const known = made.cells.get(cell)
  if (!known) throw new Refusal('returnNoCell', { year: made.year, cell })
  return known
}

/** Where a cell comes from: its paper, its formula with what it reads, who entered it, and the law it stands under. */
export async function originOf(
  context: Context,
  project: ProjectRow,
  stands: ReturnAsItStands,
  name: string,
): Promise<CellOrigin> {
  const cell = cellNamed(stands, name)
  return {
    cell: wireReturnCell(cell),
    paper: await paperOf(context, project, cell),
    reads: readsFor(stands, cell).map(({ cell: of, name: said, value }) => ({
      cell: of,
      name: inLanguage(formWord(said), context.language),
      value,
    })),
    entry: await entryOf(context, project.id, cell.cell),
    rules: rulesFor(stands, cell, context.language),
    options: optionsFor(stands, cell, context.language),
  }
}

async function paperOf({ db, language }: Context, { generation_id: generationId }: ProjectRow, cell: ReturnCell) {
  if (!generationId || cell.paperCell === null) return null
  const row = await db
    .selectFrom('paper_cell')
    .select(['paper_id', 'cell', 'provenance'])
    .where('generation_id', '=', generationId)
    .where('cell', '=', cell.paperCell)
    .executeTakeFirst()
  if (!row) return null
  const { label, words } = row.provenance as StoredProvenance
  return {
    paperId: row.paper_id,
    cell: row.cell,
    label: inLanguage(label, language),
    words: inLanguage(words, language),
  }
}

function readsFor({ made, input }: ReturnAsItStands, cell: ReturnCell): CellOrigin['reads'] {
  const formula = cell.formula
  if (formula === null) return []
  const assembled = made.forms.find(({ code }) => code === cell.form)
  const line = assembled?.form?.lines.find((one) => one.line === cell.line)
  const named = (of: string) => {
    const place = placeOf(of)
    const form = made.forms.find(({ code }) => code === place?.form)
    return form?.lines.find((one) => one.line === place?.line)?.name ?? ''
  }
  if (line?.calc !== formula && !/[A-Z]/.test(formula))
    return [...formula.matchAll(/\d+/g)].map(([column]) => {
      const of = cellAt(cell.form, cell.line, Number(column))
      return { cell: of, name: assembled?.columns[Number(column) - 1] ?? '', value: made.cells.get(of)?.value ?? null }
    })
  const lines = new Set(assembled?.form?.lines.map((one) => one.line))
  const tree = line?.calc === formula && !line.written ? parseLine(formula, lines) : parseFormula(formula)
  return readsOf(tree).flatMap(({ kind, of }) => {
    if (kind === 'prior') return [{ cell: `${of} (-1)`, name: named(of), value: input.prior[of] ?? null }]
    const names = kind === 'line' ? [cellAt(cell.form, of, cell.column)] : kind === 'cell' ? [of] : kind === 'subs' ? [...made.cells.keys()].filter((key) => key.startsWith(`${cell.form}.${of}.`) && key.split('.').length === 4) : [] // prettier-ignore
    return names.map((one) => ({ cell: one, name: named(one), value: made.cells.get(one)?.value ?? null }))
  })
}

async function entryOf({ db }: Context, projectId: string, cell: string): Promise<CellOrigin['entry']> {
  const row = await db
    .selectFrom('return_entry')
    .leftJoin('app_user', (on) => on.on(sql`app_user.id::text`, '=', sql.ref('return_entry.update_user')))
    .select(['value', 'label', 'evidence', 'return_entry.version', 'return_entry.update_time', 'real_name'])
    .where('project_id', '=', projectId)
    .where('cell', '=', cell)
    .executeTakeFirst()
  if (!row) return null
  const { value, label, evidence, version, update_time: time, real_name: name } = row
  return { value, label, evidence, version, updateUserName: name ?? '', updateTime: wallTime(time) }
}

/** Rules that fill this line (or a range of lines, or the whole form) and were in force that year. */
function rulesFor({ made }: ReturnAsItStands, cell: ReturnCell, language: Context['language']): CellOrigin['rules'] {
  const within = (range: string) => {
    const [first = '', last = first] = range.split('-')
    const line = Number(cell.line)
    return range === cell.line || (line >= Number(first) && line <= Number(last))
  }
  const key = made.forms.find(({ code }) => code === cell.form)?.form?.key
  return rulePack.rules
    .filter(
      (rule) =>
        inForce(rule, made.year) &&
        rule.lines.some(({ form, line }) => (form === cell.form || form === key) && line !== '' && within(line)),
    )
    .map(({ id, name, nameEn, basis, certainty }) => ({
      id,
      name: language === 'en' ? nameEn : name,
      law: basis.map(({ doc, article }) => ({ doc, article: article ?? '', certainty })),
    }))
}

/** Items of an option line that the rules know; the catalogue itself (事项目录) is not held. */
function optionsFor(
  { made }: ReturnAsItStands,
  cell: ReturnCell,
  language: Context['language'],
): CellOrigin['options'] {
  const form = made.forms.find(({ code }) => code === cell.form)?.form
  const above = cell.line.split('.')[0]
  const option = form?.lines.find(({ line }) => line === above)?.option
  if (!option) return []
  return rulePack.rules
    .filter(
      (rule) => inForce(rule, made.year) && rule.lines.some((line) => line.form === form?.key && line.line === option),
    )
    .map(({ id, name, nameEn }) => ({ rule: id, name: language === 'en' ? nameEn : name }))
}
