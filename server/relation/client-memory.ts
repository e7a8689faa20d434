import { sql } from 'kysely'
import { wording } from '#engine/mapping/line-proposal.ts'
import type { Memory, Remembered } from '#engine/mapping/propose-relation.ts'
import type { Db } from '#server/kernel/database.ts'
import { standardChoice } from './standard.ts'

type Kept = {
  code: string
  name: string
  standard: string
  nature: string
  tags: string[]
  by: string
  year: number
}

/**
 * What stands behind the ties of the same client: decisions of persons, in this project too, and all of a bill that somebody locked
 * in another. Nearer years come later and win. Row-level security keeps it to the firm: no other tenant's judgement is ever seen.
 */
export async function clientMemory(db: Db, projectId: string): Promise<Memory> {
  const { rows: accounts } = await sql<Kept>`
    select r.code, r.name, r.standard, r.nature, r.tags, other.year,
      coalesce(person_name(case when r.decided_by <> '' then r.decided_by else other.relation_locked_by end), '') as by
    from firm_project own
    join firm_project other on other.enterprise_id = own.enterprise_id and other.is_deleted = 0
    join relation_account r on r.project_id = other.id
    where own.id = ${projectId} and r.standard <> ''
      and (r.status in ('accepted', 'changed') or (other.id <> own.id and other.relation_locked_by <> ''))
    order by (other.id = own.id), abs(other.year - own.year) desc, r.decided_time nulls first`.execute(db)
  const { rows: lines } = await sql<{ account: string; summary: string; tag: string; status: string }>`
    select r.account, r.summary, r.tag, r.status
    from firm_project own
    join firm_project other on other.enterprise_id = own.enterprise_id and other.id <> own.id and other.is_deleted = 0
    join relation_line r on r.project_id = other.id
    where own.id = ${projectId} and r.status in ('accepted', 'changed', 'rejected')
    order by abs(other.year - own.year) desc, r.decided_time`.execute(db)

  const same = new Map(accounts.map((row) => [`${row.code} ${row.name}`, row]))
  const byName = new Map(accounts.map((row) => [row.name, row]))
  const byCode = new Map(accounts.map((row) => [row.code, row]))
  const byWording = new Map(
    lines.map(({ account, summary, tag, status }) => [
      `${account} ${wording(summary)}`,
      status === 'rejected' ? null : tag,
    ]),
  )
  return {
    account: (code, name) => {
      const row = same.get(`${code} ${name}`)
      if (row) return remembered(row, true)
      const near = byName.get(name) ?? byCode.get(code)
      return near && remembered(near, false)
    },
    line: (account, words) => byWording.get(`${account} ${words}`),
    standard: (await standardChoice(db, projectId))?.standard,
  }
}

const remembered = ({ standard, nature, tags, by, year }: Kept, same: boolean): Remembered => ({
  standard,
  nature: nature || null,
  tags,
  by,
  year: String(year),
  same,
})
