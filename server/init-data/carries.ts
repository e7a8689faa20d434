import { sql } from 'kysely'
import type { Carry } from '#contract/init-data.ts'
import { formsOf, placeOf } from '#engine/taxlaw/return-model.ts'
import { yuan } from '#engine/money.ts'
import type { Language } from '#contract/texts.ts'
import { paperPack } from '#facts/facts.ts'
import { formWord } from '#facts/form-words.ts'
import { returnFacts } from '#facts/return-facts.ts'
import type { Db } from '#server/kernel/database.ts'
import { wallTime } from '#server/kernel/wall-time.ts'

/** Cells of a filed return that papers of a later year read: `ret(A105060.13.1, -1)`. */
const asked = new Set([...JSON.stringify(paperPack).matchAll(/ret\((A[\d.]+), -1\)/g)].map(([, cell]) => cell ?? ''))
// the register of losses is kept from what each year carries on
const isWanted = (cell: string) =>
  asked.has(cell) || asked.has(cell.replace(/\.1$/, '')) || /^A106000\.\d+\.12$/.test(cell)

/** Form and line of a cell in the words of the form of that year. */
function cellWords(cell: string, year: number, language: Language): string {
  const place = placeOf(cell)
  const found = place && formsOf(returnFacts, year).find(({ code }) => code === place.form)
  if (!place || !found) return ''
  const line = found.form?.lines.find((one) => one.line === place.line)
  const column = found.form?.columns[place.column - 1]
  return [found.name, line?.name, column?.replace(/^\d+/, '')]
    .filter((part) => part !== undefined && part !== '')
    .map((part) => formWord(part ?? '')[language === 'en' ? 'en' : 'zh'])
    .join(' · ')
}

type Read = { cell: string; amount: bigint; from: string }

/** What the firm's own projects of the client say: the return handed over in the next year's, else the papers of the year's own. */
async function ofProjects(db: Db, enterpriseId: string, year: number): Promise<Map<string, Read>> {
  const { rows } = await sql<Read>`
    with next as (
      select dataset_id, project_name from firm_project where enterprise_id = ${enterpriseId} and year = ${year + 1}
        and is_deleted = 0 and dataset_id is not null order by create_time desc limit 1
    ), own as (
      select generation_id, project_name from firm_project where enterprise_id = ${enterpriseId} and year = ${year}
        and is_deleted = 0 and generation_id is not null order by create_time desc limit 1
    )
    select 1 as rank, r.ordinal, r.cell, r.amount,
      concat_ws(' · ', next.project_name, f.name, r.origin_sheet, r.origin_row) as "from"
    from next join ledger_return r on r.dataset_id = next.dataset_id and r.amount is not null
    join dataset_file f on f.dataset_id = next.dataset_id and f.file_no = r.origin_file
    union all
    select 2, c.ordinal, feed, c.value::bigint, concat_ws(' · ', own.project_name, c.cell)
    from own join paper_cell c on c.generation_id = own.generation_id and c.unit = 'money' and c.status = 'ok' and c.value is not null
    cross join lateral jsonb_array_elements_text(c.provenance->'feeds') as feed
    order by 1, 2`.execute(db)
  const found = new Map<string, Read>()
  for (const { cell, amount, from } of rows) if (!found.has(cell)) found.set(cell, { cell, amount, from })
  return found
}

/** The figures of the return of a year: a person's word first, then the file handed over, then the firm's own projects. */
export async function carriesOf(db: Db, enterpriseId: string, year: number, language: Language): Promise<Carry[]> {
  const stored = await db
    .selectFrom('enterprise_carry')
    .select(['cell', 'read_amount', 'read_from', 'hand_amount', 'evidence', 'update_time'])
    .select(sql<string | null>`person_name(update_user)`.as('who'))
    .where('enterprise_id', '=', enterpriseId)
    .where('year', '=', year)
    .execute()
  const projects = await ofProjects(db, enterpriseId, year)
  const byCell = new Map(stored.map((row) => [row.cell, row]))
  const cells = new Set([...byCell.keys(), ...projects.keys(), ...[...asked].filter((cell) => cell.startsWith('A105'))])
  return [...cells]
    .map((cell): Carry => {
      const row = byCell.get(cell)
      const project = projects.get(cell)
      const read = row?.read_amount ?? project?.amount ?? null
      const hand = row?.hand_amount ?? null
      const amount = hand ?? read
      return {
        cell,
        label: cellWords(cell, year, language),
        amount: amount === null ? null : yuan(amount),
        readAmount: read === null ? null : yuan(read),
        readFrom: row?.read_amount == null ? (project?.from ?? '') : row.read_from,
        byHand: hand !== null,
        evidence: row?.evidence ?? '',
        updateUserName: row?.who ?? '',
        updateTime: row ? wallTime(row.update_time) : '',
        wanted: isWanted(cell),
      }
    })
    .toSorted(
      (one, other) =>
        Number(other.wanted) - Number(one.wanted) || one.cell.localeCompare(other.cell, 'en', { numeric: true }),
    )
}
