import { sql } from 'kysely'
import { assetClass } from '#engine/workpaper/asset-row.ts'
import { type Fen, yuan } from '#engine/money.ts'
import type { PaperRegister, ProposedField, RowProposal } from '#engine/workpaper/paper.ts'
import { mappingFacts } from '#facts/facts.ts'
import type { Db } from '#server/kernel/database.ts'

export type SuggestedRow = { key: string; values: Record<string, string>; source: string }
type Found = Partial<Record<ProposedField, string>> & { source: string }
type Of = { projectId: string; datasetId: string | null }

/** Rows proposed at most at once: enough to look through, the largest amounts first. */
const MOST = 500
const standards = new Map([...mappingFacts.charts.small, ...mappingFacts.charts.cas].map((one) => [one.key, one]))

/**
 * Rows that the books or the house propose for a register, without those it holds already. A proposal is only shown: a
 * person completes and saves it. Amounts stand on the side where their account usually is.
 */
export async function suggestedRows(
  db: Db,
  { projectId, datasetId }: Of,
  register: PaperRegister,
  held: readonly { key: string; values: Readonly<Record<string, string>> }[],
): Promise<SuggestedRow[]> {
  const { proposal } = register
  if (!proposal) return []
  const rows = await proposedBy(db, { projectId, datasetId }, proposal)
  const same = (row: SuggestedRow) =>
    held.some(({ key, values }) =>
      row.key !== ''
        ? key === row.key
        : Object.entries(row.values).every(([column, value]) => values[column] === value),
    )
  return rows.filter((row) => !same(row))
}

async function proposedBy(db: Db, of: Of, proposal: RowProposal): Promise<SuggestedRow[]> {
  if (proposal.from === 'list') return proposal.rows.map((values) => ({ key: '', values: { ...values }, source: '' }))
  const { projectId, datasetId } = of
  if (datasetId === null) return []
  const books = { projectId, datasetId }
  if (proposal.from === 'assets') return assets(db, datasetId, proposal.kinds)
  const found =
    proposal.from === 'lines'
      ? await lines(db, books, proposal)
      : proposal.from === 'accounts'
        ? await accounts(db, books, proposal.accounts)
        : await parties(db, books, proposal.accounts)
  return found.map((row) => ({
    key: '',
    values: Object.fromEntries(
      Object.entries(proposal.fill).flatMap(([column, field]) => {
        const value = row[field]
        return value === undefined || value === '' ? [] : [[column, value]]
      }),
    ),
    source: row.source,
  }))
}

/** On the side where the account usually stands. */
const usual = (standard: string | null, net: Fen): string =>
  yuan(standards.get(standard ?? '')?.side === 'cr' ? -net : net)

type Books = { projectId: string; datasetId: string }

async function lines(
  db: Db,
  { projectId, datasetId }: Books,
  { tags, accounts: keys = [] }: Extract<RowProposal, { from: 'lines' }>,
): Promise<Found[]> {
  const natures = mappingFacts.natures
    .filter(({ id, groups }) => tags.includes(id) || groups.some((group) => tags.includes(group)))
    .map(({ id }) => id)
  // lines of accounts of this nature unless decided otherwise, and lines decided to be of it wherever they stand
  const { rows } = await sql<{ key: string; date: string; summary: string; standard: string | null; net: string }>`
    with mapped as (
      select code, standard, nature from relation_account where project_id = ${projectId}
        and (nature = any(${natures}) and standard ~ '^(6|5|N_)' or standard = any(${[...keys]}))
    ), decided as (
      select v.ordinal as voucher, r.line, r.tag from relation_line r
        join ledger_voucher v on v.dataset_id = ${datasetId} and v.key = r.voucher_key
        where r.project_id = ${projectId} and r.status in ('auto', 'accepted', 'changed')
    ), found as (
      select l.ordinal, l.voucher, l.summary, m.standard, l.debit - l.credit as net
        from mapped m join ledger_line l on l.dataset_id = ${datasetId} and l.account = m.code and not l.voided
        left join decided d on d.voucher = l.voucher and d.line = l.line
        where d.tag is null or d.tag = any(${natures}) or m.standard = any(${[...keys]})
      union
      select l.ordinal, l.voucher, l.summary, a.standard, l.debit - l.credit
        from decided d join ledger_line l on l.dataset_id = ${datasetId} and l.voucher = d.voucher and l.line = d.line
        left join relation_account a on a.project_id = ${projectId} and a.code = l.account
        where d.tag = any(${natures})
    )
    select v.key, to_char(v.date, 'YYYY-MM-DD') as date, f.summary, f.standard, f.net::text as net
      from found f join ledger_voucher v on v.dataset_id = ${datasetId} and v.ordinal = f.voucher and not v.closing
      order by abs(f.net) desc, f.ordinal limit ${MOST}`.execute(db)
  return rows.map(({ key, date, summary, standard, net }) => ({
    voucher: key,
    date,
    summary: summary === '' ? key : summary,
    amount: usual(standard, BigInt(net)),
    account: standard ?? '',
    source: key,
  }))
}

async function accounts(db: Db, { projectId, datasetId }: Books, keys: readonly string[]): Promise<Found[]> {
  const rows = await db
    .selectFrom('ledger_account as l')
    .innerJoin('relation_account as a', (on) => on.onRef('a.code', '=', 'l.code').on('a.project_id', '=', projectId))
    .select(['l.code', 'l.full_name', 'l.opening', 'l.closing', 'a.standard'])
    .where('l.dataset_id', '=', datasetId)
    .where('l.period', '=', 'current')
    .where('l.leaf', '=', true)
    .where('a.standard', 'in', keys)
    .where((eb) => eb.or([eb('l.opening', '<>', 0n), eb('l.closing', '<>', 0n), eb('l.debit', '<>', 0n)]))
    .orderBy('l.code')
    .limit(MOST)
    .execute()
  return rows.map(({ code, full_name: name, opening, closing, standard }) => ({
    account: name,
    opening: usual(standard, opening),
    closing: usual(standard, closing),
    source: code,
  }))
}

/** Customers, suppliers and other parties with a balance; leaf accounts where the client keeps none. Debit positive. */
async function parties(db: Db, { projectId, datasetId }: Books, keys: readonly string[]): Promise<Found[]> {
  const { rows } = await sql<{ name: string; standard: string; closing: string; code: string }>`
    with mapped as (select code, standard from relation_account where project_id = ${projectId} and standard = any(${[...keys]}))
    select d.name, m.standard, d.closing::text, d.account as code from ledger_dimension d join mapped m on m.code = d.account
      where d.dataset_id = ${datasetId} and d.closing <> 0
    union all
    select l.name, m.standard, l.closing::text, l.code from ledger_account l join mapped m on m.code = l.code
      where l.dataset_id = ${datasetId} and l.period = 'current' and l.leaf and l.closing <> 0
        and not exists (select from ledger_dimension d where d.dataset_id = l.dataset_id and d.account = l.code)
    order by 2, 3 limit ${MOST}`.execute(db)
  return rows.map(({ name, standard, closing, code }) => ({
    party: name,
    account: standard,
    closing: yuan(BigInt(closing)),
    source: code,
  }))
}

async function assets(db: Db, datasetId: string, kinds: readonly string[]): Promise<SuggestedRow[]> {
  const rows = await db
    .selectFrom('ledger_asset')
    .select(['code', 'name', 'category', 'kind'])
    .where('dataset_id', '=', datasetId)
    .where('kind', 'in', kinds)
    .where('code', '<>', '')
    .orderBy('ordinal')
    .limit(MOST)
    .execute()
  return rows.map(({ code, name, category, kind }) => ({
    key: code,
    values: {
      name: `${code} ${name}`,
      category: assetClass({ name, category, kind: kind === 'intangible' || kind === 'prepaid' ? kind : 'fixed' }),
    },
    source: code,
  }))
}
