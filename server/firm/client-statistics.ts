import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { FirmStatistics } from '#contract/firm-statistics.ts'
import { dayOf, monthlyDeadline } from '#engine/taxlaw/tax-calendar.ts'
import { taxCalendar } from '#facts/tax-calendar.ts'
import type { Period } from '#server/kernel/period.ts'
import { ownedIn } from '../project/due.ts'
import { type Asker, reachesEnterprise } from '../project/reach.ts'

type Whose = { userId?: string | undefined; deptId?: string | undefined }
type Portfolio = z.input<typeof FirmStatistics>['portfolio']
type Deadlines = z.input<typeof FirmStatistics>['deadlines']

/** Clients the asker's list would show, cut to whose are meant. */
function clientsOf(asker: Asker, { userId, deptId }: Whose) {
  let query = asker.db
    .selectFrom('firm_enterprise')
    .where('firm_enterprise.is_deleted', '=', 0)
    .where(reachesEnterprise(asker))
  if (userId !== undefined) query = query.where('firm_enterprise.owner', '=', userId)
  if (deptId !== undefined) query = query.where(ownedIn('firm_enterprise.owner', deptId))
  return query
}

const groups = (column: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('key', key, 'clients', n) order by n desc, key), '[]')
    from (select ${column} as key, count(*)::int as n from c group by 1) g)`

/** How many clients there are and of which kinds; industry and standard are of those that have not left. */
export async function portfolioOf(asker: Asker, whose: Whose, { from, to }: Period) {
  const clients = clientsOf(asker, whose).select([
    'firm_enterprise.status',
    'firm_enterprise.industry_section',
    'firm_enterprise.accounting_standard',
    'firm_enterprise.create_time',
    'firm_enterprise.left_time',
  ])
  const within = (column: string) =>
    sql`${sql.ref(column)} >= ${from}::date::timestamp at time zone 'Asia/Shanghai' and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`
  const { rows } = await sql<{ enterprises: number; portfolio: Portfolio }>`
    with all_clients as materialized (${clients}), c as (select * from all_clients where status <> 'left')
    select (select count(*)::int from c) as enterprises, jsonb_build_object(
      'byIndustry', ${groups(sql`industry_section`)},
      'byStandard', ${groups(sql`accounting_standard`)},
      'byStatus', (select coalesce(jsonb_agg(jsonb_build_object('key', status, 'clients', n) order by status), '[]')
        from (select status, count(*)::int as n from all_clients group by 1) s),
      'new', (select count(*)::int from all_clients where ${within('create_time')}),
      'left', (select count(*)::int from all_clients where ${within('left_time')})) as portfolio`.execute(asker.db)
  const [found] = rows
  return found ?? { enterprises: 0, portfolio: noPortfolio }
}

export const noPortfolio: Portfolio = { byIndustry: [], byStandard: [], byStatus: [], new: 0, left: 0 }

/** Clients per owner, those that have left apart. */
export async function clientsByOwner(asker: Asker, whose: Whose): Promise<Map<string, number>> {
  const rows = await clientsOf(asker, whose)
    .where('firm_enterprise.status', '<>', 'left')
    .select(['firm_enterprise.owner', sql<number>`count(*)::int`.as('n')])
    .groupBy('firm_enterprise.owner')
    .execute()
  return new Map(rows.map(({ owner, n }) => [owner, n]))
}

/** Months ahead that the calendar shows. */
const MONTHS = 3

/** The deadlines from today on, each with how many clients declare the tax. */
export async function deadlinesOf(asker: Asker, whose: Whose, asOf: string): Promise<Deadlines> {
  const rows = await clientsOf(asker, whose)
    .where('firm_enterprise.status', '<>', 'left')
    .innerJoin('enterprise_tax', 'enterprise_tax.enterprise_id', 'firm_enterprise.id')
    .where('enterprise_tax.valid_from', '<=', asOf)
    .where((eb) => eb.or([eb('enterprise_tax.valid_to', 'is', null), eb('enterprise_tax.valid_to', '>=', asOf)]))
    .select([
      'enterprise_tax.tax_type as taxType',
      sql<string>`case when grouping(enterprise_tax.cycle) = 1 then '' else enterprise_tax.cycle end`.as('cycle'),
      sql<number>`count(distinct firm_enterprise.id)::int`.as('clients'),
    ])
    .groupBy(sql`grouping sets ((enterprise_tax.tax_type, enterprise_tax.cycle), (enterprise_tax.tax_type))`)
    .execute()
  const monthly = rows.flatMap(({ taxType, cycle, clients }) =>
    cycle === 'month' || cycle === 'quarter' ? [{ taxType, cycle, clients } as const] : [],
  )
  const total = new Map(rows.filter(({ cycle }) => cycle === '').map(({ taxType, clients }) => [taxType, clients]))
  const [year = 0, month = 0] = asOf.split('-').map(Number)
  const found: Deadlines = []
  for (let ahead = 0; ahead <= MONTHS; ahead += 1) {
    const at = { year: year + Math.floor((month - 1 + ahead) / 12), month: ((month - 1 + ahead) % 12) + 1 }
    const day = monthlyDeadline(taxCalendar, at.year, at.month)
    for (const { taxType, cycle, clients } of monthly) {
      // a quarter's return is due in the month after it
      if (cycle === 'quarter' && at.month % 3 !== 1) continue
      found.push({ ...day, taxType, cycle, annual: '', titleZh: '', titleEn: '', clients })
    }
    for (const one of taxCalendar.annual.filter(({ month }) => month === at.month)) {
      const clients = one.taxType === '' ? await allClients(asker, whose) : (total.get(one.taxType) ?? 0)
      if (clients === 0) continue
      found.push({
        date: dayOf(at.year, one.month, one.day),
        predicted: false,
        source: one.basis.map(({ doc, article = '' }) => `${doc}${article}`).join('；'),
        taxType: one.taxType,
        cycle: 'year',
        annual: one.id,
        titleZh: one.title.zh,
        titleEn: one.title.en,
        clients,
      })
    }
  }
  return found
    .filter(({ date }) => date >= asOf)
    .toSorted((a, b) => a.date.localeCompare(b.date) || Number(b.clients) - Number(a.clients))
}

async function allClients(asker: Asker, whose: Whose): Promise<number> {
  const { n } = await clientsOf(asker, whose)
    .where('firm_enterprise.status', '<>', 'left')
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}
