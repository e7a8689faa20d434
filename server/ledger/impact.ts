import { sql } from 'kysely'
import type { Impact } from '#contract/ledger-version.ts'
import type { Language } from '#contract/texts.ts'
import type { Db } from '#server/kernel/database.ts'
import { inLanguage } from '../paper/stored-cell.ts'
import type { ProjectRow } from '../project/reach.ts'
import { standingLine } from '../relation/bill-query.ts'

/** Accounts listed by name; the rest are counted by who opens the relation bill. */
const MOST = 100

/** What rests on the ledger that counts and is touched when `dataset` takes its place. */
export async function impactOf(
  db: Db,
  project: ProjectRow,
  dataset: { id: string; version: number },
  language: Language,
): Promise<Impact> {
  const current = project.dataset_id
    ? await db.selectFrom('dataset').select(['id', 'version']).where('id', '=', project.dataset_id).executeTakeFirst()
    : undefined
  const accounts = await vanishedAccounts(db, project.id, dataset.id)
  const touched =
    current && project.generation_id
      ? await touchedCells(db, { generationId: project.generation_id, current: current.id, next: dataset.id })
      : []
  const names = new Map(await paperNames(db, project.generation_id, language))
  const byPaper = new Map<string, number>()
  for (const { paper_id: paper } of touched) byPaper.set(paper, (byPaper.get(paper) ?? 0) + 1)
  return {
    currentVersion: current?.version ?? 0,
    currentId: current?.id ?? '',
    rollback: dataset.version < (current?.version ?? 0),
    papers: byPaper.size,
    cells: touched.length,
    ofPapers: [...byPaper]
      .map(([paperId, cells]) => ({ paperId, name: names.get(paperId) ?? paperId, cells }))
      .toSorted((one, other) => other.cells - one.cells || (one.paperId < other.paperId ? -1 : 1)),
    accounts: accounts.slice(0, MOST),
    newAccounts: current ? await newAccounts(db, project.id, dataset.id) : 0,
    lines: current ? await lostLines(db, project.id, { current: current.id, next: dataset.id }) : 0,
    overrides: await overridesAmong(db, project.id, new Set(touched.map(({ cell }) => cell))),
    entries: await entriesWithoutVoucher(db, project.id, dataset.id),
    unlocks: project.relation_locked_by !== '',
  }
}

/** Decisions of people and of the house on accounts that the dataset does not have under that name. */
async function vanishedAccounts(db: Db, projectId: string, datasetId: string) {
  const { rows } = await sql<{ code: string; name: string }>`
    select r.code, r.name from relation_account r
    where r.project_id = ${projectId} and r.status <> 'pending' and not exists (
      select 1 from ledger_account a where a.dataset_id = ${datasetId} and a.period = 'current'
        and a.code = r.code and a.full_name = r.name)
    order by r.code`.execute(db)
  return rows
}

async function newAccounts(db: Db, projectId: string, datasetId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ledger_account a where a.dataset_id = ${datasetId} and a.period = 'current' and a.leaf
      and not exists (select 1 from relation_account r where r.project_id = ${projectId} and r.code = a.code and r.name = a.full_name)`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

type Versions = { current: string; next: string }

/** Decided journal lines that stand in the one and not in the other. */
async function lostLines(db: Db, projectId: string, { current, next }: Versions): Promise<number> {
  const standing = (datasetId: string) => sql`(select r.voucher_key, r.line from relation_line r
    ${standingLine(datasetId)} where r.project_id = ${projectId} and r.status in ('accepted', 'changed', 'rejected'))`
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select * from ${standing(current)} a except select * from ${standing(next)} b) as lost`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

type Touched = { cell: string; paper_id: string }

/** Cells that read an account or a voucher which differs, and all that are computed from them. */
async function touchedCells(
  db: Db,
  { generationId, current, next }: Versions & { generationId: string },
): Promise<Touched[]> {
  const { rows: direct } = await sql<{ cell: string }>`
    with balance as (
      select coalesce(a.code, b.code) as code
      from (select * from ledger_account where dataset_id = ${current} and period = 'current') a
      full join (select * from ledger_account where dataset_id = ${next} and period = 'current') b on a.code = b.code
      where (a.opening, a.debit, a.credit, a.closing, a.full_name) is distinct from (b.opening, b.debit, b.credit, b.closing, b.full_name)
    ), posting as (
      select coalesce(a.account, b.account) as code
      from (select * from ledger_posting where dataset_id = ${current}) a
      full join (select * from ledger_posting where dataset_id = ${next}) b
        on a.account = b.account and a.period = b.period and a.closing = b.closing
      where (a.debit, a.credit, cardinality(a.lines)) is distinct from (b.debit, b.credit, cardinality(b.lines))
    ), codes as (select coalesce(array_agg(code), '{}') as all from (select code from balance union select code from posting) as one),
    gone as (
      select coalesce(range_agg(part), '{}') as lines from dataset_diff_row r
      join ledger_voucher v on v.dataset_id = ${current} and v.key = r.key cross join lateral unnest(v.lines) as part
      where r.dataset_id = ${next} and r.against_id = ${current} and r.kind = 'voucher' and r.change <> 'added')
    select distinct p.cell from paper_atom p, codes, gone
    where p.generation_id = ${generationId} and (p.accounts && codes.all or p.lines && gone.lines)`.execute(db)
  if (direct.length === 0) return []
  const { rows: cells } = await sql<Touched & { children: readonly string[] | null }>`
    select cell, paper_id, provenance->'children' as children from paper_cell where generation_id = ${generationId}`.execute(
    db,
  )
  const above = new Map<string, string[]>()
  for (const { cell, children } of cells)
    for (const child of children ?? []) {
      const parents = above.get(child)
      if (parents) parents.push(cell)
      else above.set(child, [cell])
    }
  const found = new Set(direct.map(({ cell }) => cell))
  for (const cell of found) for (const parent of above.get(cell) ?? []) found.add(parent)
  return cells.filter(({ cell }) => found.has(cell))
}

async function paperNames(db: Db, generationId: string | null, language: Language): Promise<[string, string][]> {
  if (generationId === null) return []
  const rows = await db
    .selectFrom('paper')
    .select(['paper_id', 'name'])
    .where('generation_id', '=', generationId)
    .execute()
  return rows.map(({ paper_id, name }) => [paper_id, inLanguage(name as { zh: string; en: string }, language)])
}

async function overridesAmong(db: Db, projectId: string, cells: ReadonlySet<string>): Promise<number> {
  const rows = await db
    .selectFrom('paper_override')
    .select('cell')
    .where('project_id', '=', projectId)
    .where('withdrawn_time', 'is', null)
    .execute()
  return rows.filter(({ cell }) => cells.has(cell)).length
}

async function entriesWithoutVoucher(db: Db, projectId: string, datasetId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from paper_entry e
    where e.project_id = ${projectId} and coalesce(e.cells->>'voucher', '') <> ''
      and not exists (select 1 from ledger_voucher v where v.dataset_id = ${datasetId} and v.key = e.cells->>'voucher')`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}
