import { sql } from 'kysely'
import { readsOf, parseFormula } from '#engine/taxlaw/return-formula.ts'
import type { CellStanding } from '#engine/taxlaw/return-amount.ts'
import { rateIn } from '#engine/taxlaw/rule-pack.ts'
import type { ReturnInput } from '#engine/taxlaw/tax-return.ts'
import { yuan } from '#engine/money.ts'
import { rulePack } from '#facts/facts.ts'
import { returnFacts } from '#facts/return-facts.ts'
import type { Db } from '#server/kernel/database.ts'
import type { StoredStatementLine } from '#server/paper/stored-cell.ts'
import type { ProjectRow } from '#server/project/reach.ts'

const checkReads = returnFacts.checks.flatMap(({ parts }) =>
  parts.flatMap(({ expr }) => expr.split(' | ').flatMap((one) => readsOf(parseFormula(one)))),
)
const read = (kind: string) => [...new Set(checkReads.filter((one) => one.kind === kind).map(({ of }) => of))]
const paperCells = [...read('paper'), 'E40.staff_ok', 'E40.assets_ok', 'E40.trade_ok', 'E40.ok']
const rateNames = read('rate')

/** Yuan for money, otherwise as it is stored. */
export const shownValue = (unit: string, value: string | null): string | null =>
  value === null || unit !== 'money' ? value : yuan(BigInt(value))

/** Everything the return of a project is assembled from, as it stands. */
export async function returnInputs(db: Db, project: ProjectRow): Promise<ReturnInput> {
  const { year, generation_id: generationId } = project
  return {
    year,
    ...(generationId ? await fedBy(db, generationId) : { fed: [], papers: {}, statement: {} }),
    hand: await entriesOf(db, project.id),
    prior: await priorReturn(db, project),
    rates: Object.fromEntries(
      rateNames.flatMap((name) => {
        const found = rateIn(rulePack, name, year, null)
        return found.found === 'rate' ? [[name, found.rate.value]] : []
      }),
    ),
  }
}

async function fedBy(db: Db, generationId: string): Promise<Pick<ReturnInput, 'fed' | 'papers' | 'statement'>> {
  const rows = await db
    .selectFrom('paper_cell')
    .select(['cell', 'status', 'unit', 'value'])
    .select(sql<string[]>`provenance->'feeds'`.as('feeds'))
    .where('generation_id', '=', generationId)
    .where((eb) => eb.or([sql<boolean>`jsonb_array_length(provenance->'feeds') > 0`, eb('cell', 'in', paperCells)]))
    .orderBy('ordinal')
    .execute()
  const shown = rows.map(({ cell, feeds, unit, value, status }) => ({
    cell,
    feeds,
    status: status as CellStanding,
    value: shownValue(unit, value),
  }))
  const { statement } = await db
    .selectFrom('generation')
    .select('statement')
    .where('id', '=', generationId)
    .executeTakeFirstOrThrow()
  const lines = Object.entries(statement as Readonly<Record<string, StoredStatementLine>>)
  return {
    fed: shown.flatMap(({ cell, status, value, feeds }) =>
      feeds.map((to) => ({ cell: to, value, status, paperCell: cell })),
    ),
    papers: Object.fromEntries(
      shown.filter(({ cell }) => paperCells.includes(cell)).map(({ cell, value, status }) => [cell, { value, status }]),
    ),
    statement: Object.fromEntries(lines.map(([id, { amount }]) => [id, yuan(BigInt(amount))])),
  }
}

async function entriesOf(db: Db, projectId: string) {
  return db
    .selectFrom('return_entry')
    .select(['cell', 'value', 'label'])
    .where('project_id', '=', projectId)
    .orderBy('cell')
    .execute()
}

/** Last year's return: the client's file, and where it says nothing what a person answered. */
async function priorReturn(db: Db, project: ProjectRow): Promise<Record<string, string>> {
  const answers = await db
    .selectFrom('project_param')
    .select(['name', 'value'])
    .where('project_id', '=', project.id)
    .where('name', 'like', 'prior\\_return/%')
    .execute()
  const known = Object.fromEntries(
    answers.map(({ name, value }) => [name.slice('prior_return/'.length), String(value)]),
  )
  if (!project.dataset_id) return known
  const filed = await db
    .selectFrom('ledger_return')
    .select(['cell', 'amount', 'shown'])
    .where('dataset_id', '=', project.dataset_id)
    .orderBy('ordinal', 'desc')
    .execute()
  // the first row of a cell in the files counts
  for (const { cell, amount, shown } of filed) known[cell] = amount === null ? shown : yuan(amount)
  return known
}
