import { sql } from 'kysely'
import type { Decision } from '#contract/trace.ts'
import type { EntryUse } from '#engine/binding/world.ts'
import { yuan } from '#engine/money.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { ADJUSTING, inWords, registerNamed } from '../entry/registers.ts'
import { saidValue } from '../workbook/project-overrides.ts'
import { type Chain, closure } from './lineage.ts'
import { paramLabel } from './params.ts'
import { type BothLanguages, inLanguage, type StoredProvenance } from './stored-cell.ts'

/** Of each kind; who wants all reads the slice's own list. */
const MOST_SHOWN = 100
/** What few decisions have. */
const decision = (of: Partial<Decision> & Pick<Decision, 'kind' | 'of' | 'value' | 'userName' | 'time'>): Decision => ({
  instead: '',
  reason: '',
  evidence: '',
  fileId: '',
  fileName: '',
  ...of,
})

/** What people decided that a cell stands on, itself or through the cells below it: who, when, why, on what evidence. */
export async function cellDecisions(chain: Chain, key: string): Promise<Decision[]> {
  if (!chain.cells.has(key)) throw new Refusal('paperNoCell', { cell: key })
  const cells = closure([key], (next) => chain.cells.get(next)?.children ?? [])
  const { rows } = await sql<{
    params: StoredProvenance['params'] | null
    entries: EntryUse[] | null
  }>`select provenance->'params' as params, provenance->'entries' as entries from paper_cell
    where generation_id = ${chain.generationId} and cell = any(${cells}::text[])`.execute(chain.db)
  const uses = rows.flatMap(({ entries }) => entries ?? [])
  const asked = new Set(rows.flatMap(({ params }) => (params ?? []).map(({ id }) => id)))
  return [
    ...(await overridesOn(chain, cells)),
    ...(await entriesRead(chain, uses)),
    ...(await adjustmentsRead(chain, cells, uses)),
    ...(await answersUsed(chain, [...asked])),
  ]
}

async function overridesOn({ db, projectId, language }: Chain, cells: readonly string[]): Promise<Decision[]> {
  const rows = await db
    .selectFrom('paper_override')
    .leftJoin('file', 'file.id', 'paper_override.file_id')
    .select(['cell', 'label', 'unit', 'calculated', 'value', 'reason', 'evidence', 'file_id', 'file.name as fileName'])
    .select(['paper_override.create_time', sql<string | null>`person_name(paper_override.create_user)`.as('who')])
    .where('project_id', '=', projectId)
    .where('withdrawn_time', 'is', null)
    .where(sql<boolean>`cell = any(${[...cells]}::text[])`)
    .orderBy('cell')
    .limit(MOST_SHOWN)
    .execute()
  return rows.map((row) => ({
    kind: 'override',
    of: `${row.cell} ${inLanguage(row.label as BothLanguages, language)}`,
    value: saidValue(row.unit, row.value),
    instead: row.calculated === null ? '' : saidValue(row.unit, row.calculated),
    reason: row.reason,
    evidence: row.evidence,
    fileId: row.file_id ?? '',
    fileName: row.fileName ?? '',
    userName: row.who ?? '',
    time: wallTime(row.create_time),
  }))
}

/** The rows of registers that were read, with who entered them last. */
async function entriesRead({ db, projectId, language }: Chain, uses: readonly EntryUse[]): Promise<Decision[]> {
  const registers = [...new Set(uses.map(({ register }) => register))].filter((name) => name !== ADJUSTING)
  if (registers.length === 0) return []
  const read = new Set(uses.flatMap(({ register, keys }) => keys.map((row) => `${register}|${row}`)))
  const rows = await db
    .selectFrom('paper_entry')
    .select(['register', 'row_id', 'cells', 'evidence', 'update_time'])
    .select(sql<string | null>`person_name(update_user)`.as('who'))
    .where('project_id', '=', projectId)
    .where('register', 'in', registers)
    .where(sql<boolean>`register || '|' || row_id = any(${[...read]}::text[])`)
    .orderBy('register')
    .orderBy('sort')
    .limit(MOST_SHOWN)
    .execute()
  return rows.map(({ register: name, cells, evidence, update_time: time, who }) => {
    const register = registerNamed(name)
    const values = cells as Record<string, string>
    const [first, ...others] = register.columns
    const said = others.flatMap(({ key, label }) => (values[key] ? [`${inWords(label, language)} ${values[key]}`] : []))
    return decision({
      kind: 'entry',
      of: `${register.paper} ${values[first?.key ?? ''] ?? ''}`.trim(),
      value: said.join(language === 'en' ? '; ' : '；'),
      evidence,
      userName: who ?? '',
      time: wallTime(time),
    })
  })
}

/** The posted adjusting entries on standard accounts that were read. */
async function adjustmentsRead(chain: Chain, cells: readonly string[], uses: readonly EntryUse[]): Promise<Decision[]> {
  const { db, projectId, generationId } = chain
  const whole = uses.some(({ register }) => register === ADJUSTING)
  const { rows: read } = await sql<{ of: string }>`select distinct atom->>'of' as of from paper_atom
    where generation_id = ${generationId} and cell = any(${[...cells]}::text[]) and atom->>'fn' = 'adj'`.execute(db)
  const accounts = [...new Set(read.flatMap(({ of }) => of.match(/(?<=#)\w+/gu) ?? []))]
  if (!whole && accounts.length === 0) return []
  const rows = await db
    .selectFrom('adjustment')
    .innerJoin('adjustment_line', 'adjustment_line.adjustment_id', 'adjustment.id')
    .select(['kind', 'number', 'summary', 'basis', 'account', 'debit', 'credit', 'update_time'])
    .select(sql<string | null>`person_name(update_user)`.as('who'))
    .where('project_id', '=', projectId)
    .where('state', '=', 'posted')
    .$if(!whole, (query) => query.where('account', 'in', accounts))
    .orderBy('kind')
    .orderBy('number')
    .orderBy('line')
    .limit(MOST_SHOWN)
    .execute()
  const side = chain.language === 'en' ? { debit: 'Dr', credit: 'Cr' } : { debit: '借', credit: '贷' }
  return rows.map(({ kind, number, summary, basis, account, debit, credit, update_time: time, who }) =>
    decision({
      kind: 'adjustment',
      of: `${kind.toUpperCase()}-${number}`,
      value: `${debit > 0n ? side.debit : side.credit} ${account} ${yuan(debit + credit)}`,
      reason: summary,
      evidence: basis,
      userName: who ?? '',
      time: wallTime(time),
    }),
  )
}

async function answersUsed({ db, projectId, language }: Chain, ids: readonly string[]): Promise<Decision[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('project_param')
    .select(['name', 'value', 'evidence', 'update_time'])
    .select(sql<string | null>`person_name(update_user)`.as('who'))
    .where('project_id', '=', projectId)
    .where('name', 'in', ids)
    .orderBy('name')
    .limit(MOST_SHOWN)
    .execute()
  const yes = language === 'en' ? { true: 'Yes', false: 'No' } : { true: '是', false: '否' }
  return rows.map(({ name, value, evidence, update_time: time, who }) =>
    decision({
      kind: 'param',
      of: paramLabel(name, language),
      value:
        typeof value === 'boolean'
          ? yes[value ? 'true' : 'false']
          : Array.isArray(value)
            ? value.join(', ')
            : String(value),
      evidence,
      userName: who ?? '',
      time: wallTime(time),
    }),
  )
}
