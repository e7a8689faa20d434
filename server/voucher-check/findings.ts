import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Entry } from '#engine/workpaper/entry.ts'
import { yuan } from '#engine/money.ts'
import type { Db } from '#server/kernel/database.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { hitsOf, lastRunOf, stateOf } from './hits.ts'
import { wordsOf } from './settings.ts'

/** What a decision is called in the register voucher_findings of F01. */
const dispositions: Readonly<Record<string, string>> = {
  normal: 'explained', whitelist: 'explained', adjust: 'adjusted', pending: 'reported', proposed: 'open', open: 'open',
} // prettier-ignore
/** Checks that only choose what to look at, or speak of the population: what nobody decided of them is no open point. */
const onlySelect = new Set(['V12', 'V13', 'V30', 'V36'])

/**
 * The last run's hits as papers read them: F01 (voucher_findings) has a row for every decision of a check, however many vouchers it
 * was made for, and one for what is open; Z07 (open_points) has what is to be asked the client or to be adjusted.
 */
export async function voucherFindings(db: Db, projectId: string): Promise<{ findings: Entry[]; openPoints: Entry[] }> {
  const project = await db
    .selectFrom('firm_project')
    .select(['id', 'enterprise_id'])
    .where('id', '=', projectId)
    .executeTakeFirst()
  const run = project && (await lastRunOf(db, projectId))
  if (!project || !run) return { findings: [], openPoints: [] }
  const decided = sql<string>`coalesce(voucher_disposition.reason, '')`
  const evidence = sql<string>`coalesce(voucher_disposition.evidence, '')`
  const paper = sql<string>`coalesce(voucher_disposition.paper, '')`
  const groups = await hitsOf(db, project, run.id)
    .select([
      'voucher_hit.check_id',
      stateOf.as('state'),
      decided.as('reason'),
      evidence.as('evidence'),
      paper.as('paper'),
      sql<number>`count(*)::int`.as('n'),
      sql<bigint>`sum(voucher_hit.amount)::bigint`.as('amount'),
      sql<string>`(array_agg(case when voucher_hit.voucher_key = '' then voucher_hit.subject else voucher_hit.voucher_key end order by voucher_hit.ordinal))[1]`.as(
        'first',
      ),
      sql<string>`(array_agg(voucher_hit.measure->>'zh' order by voucher_hit.ordinal))[1]`.as('measure'),
      sql<string | null>`max(person_name(voucher_disposition.update_user))`.as('who'),
      sql<Date | null>`max(voucher_disposition.update_time)`.as('when'),
    ])
    .groupBy(['voucher_hit.check_id', sql`2`, sql`3`, sql`4`, sql`5`])
    .orderBy('voucher_hit.check_id')
    .orderBy(sql`2`)
    .orderBy(sql`3`)
    .orderBy(sql`4`)
    .orderBy(sql`5`)
    .execute()
  const shown = groups
    .filter(({ check_id: id, state }) => !(onlySelect.has(id) && (state === 'open' || state === 'proposed')))
    .map((group) => {
      const { check_id: id, state, reason } = group
      const digest = createHash('sha256')
        .update([id, state, reason, group.evidence, group.paper].join('\n'))
        .digest('hex')
      const key = `${id}-${digest.slice(0, 10)}`
      const name = `${id} ${wordsOf(id).name.zh}`
      return Object.assign(group, { key, name })
    })
  const evident = (group: (typeof shown)[number], values: Record<string, string>): Entry =>
    entryOf({ key: group.key, values, evidence: group.evidence }, group.who, group.when)
  return {
    findings: shown.map((group) => {
      const { name, n, first, measure, amount, reason, state, paper: to } = group
      return evident(group, {
        name,
        voucher: n === 1 ? first : `${first} 等 ${n} 项`,
        measure: n === 1 ? measure : `${n} 项`,
        amount: yuan(amount),
        note: state === 'proposed' ? '往年白名单，待确认' : reason,
        disposition: dispositions[state] ?? 'open',
        paper: to,
      })
    }),
    openPoints: shown
      .filter(({ state }) => state === 'pending' || state === 'adjust')
      .map((group) => {
        const { name, n, first, amount, reason, state, paper: to } = group
        return evident(group, {
          name: `${name}：${n === 1 ? first : `${first} 等 ${n} 项`}，${reason}`,
          paper: to === '' ? 'F01' : to,
          amount: yuan(amount),
          conclusion: state === 'adjust' ? 'adjust' : 'pending',
          status: state === 'adjust' ? 'closed' : 'open',
        })
      }),
  }
}

/** A row without the values that say nothing (a blank one is missing, not zero), with who wrote it if anybody did. */
function entryOf(entry: Entry, who: string | null, when: Date | null): Entry {
  const values = Object.fromEntries(Object.entries(entry.values).filter(([, value]) => value !== ''))
  return when === null ? { ...entry, values } : { ...entry, values, who: who ?? '', when: wallTime(when) }
}

/** Tested vouchers as the register samples of F02 reads them: those of samples that stand. */
export async function voucherSamples(db: Db, projectId: string): Promise<Entry[]> {
  const rows = await db
    .selectFrom('voucher_sample_item as i')
    .innerJoin('voucher_sample as s', 's.id', 'i.sample_id')
    .selectAll('i')
    .select(sql<string | null>`person_name(i.update_user)`.as('who'))
    .where('s.project_id', '=', projectId)
    .where('s.withdrawn_time', 'is', null)
    .orderBy('s.create_time')
    .orderBy('s.id')
    .orderBy('i.line')
    .execute()
  return rows.map((row) => {
    const values = Object.assign({}, row.tests as Record<string, string>, {
      name: row.voucher_key,
      date: row.day,
      account: `${row.account} ${row.account_name}`,
      amount: yuan(row.amount),
      counter: row.counter,
      conclusion: row.conclusion,
    })
    return entryOf(
      { key: `S${row.sample_id.slice(-8)}-${row.line}`, values, evidence: row.evidence },
      row.who,
      row.update_time,
    )
  })
}
