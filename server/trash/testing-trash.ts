import { sql } from 'kysely'
import { expect } from 'vitest'
import { enterprise } from '#contract/enterprise.ts'
import { usage } from '#contract/entitlement.ts'
import { type TrashEntry, trash } from '#contract/trash.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Caller, TestServer } from '#server/kernel/testing.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'
import { purgeOld } from './purge.ts'

/** What somebody deleted or owned; what anybody of his firm did. */
export const mine = async (who: Caller) => (await who(trash.list, { size: '100' })).records
export const all = async (who: Caller) => (await who(trash.list, { whose: 'firm', size: '100' })).records

/** The id of the only row of a kind. */
export function only(rows: readonly TrashEntry[], kind: TrashEntry['kind']): string {
  const found = rows.filter((row) => row.kind === kind)
  expect(found).toHaveLength(1)
  return found[0]?.id ?? ''
}
export const restored = async (who: Caller, id: string) => (await who(trash.restore, { ids: [id] })).outcomes[0]
/** Purges to the end; answers the job. */
export const purged = async (who: Caller, ids: string[]) => who.done((await who(trash.purge, { ids })).jobId, 60)
export const used = async (who: Caller, metric: string) =>
  (await who(usage.summary, {})).metrics.find((row) => row.metric === metric)?.used ?? 0

let code = 3000
/** A new client; answers its id. */
export const client = async (who: Caller, name = '客户') =>
  (await who(enterprise.save, { enterpriseName: name, creditCode: testCreditCode(++code) })).id

/** What comes every night, now. */
export const night = (server: TestServer) => purgeOld(server.kernel, new AbortController().signal)

/** The database of a person's firm, for what no call says. */
export function inside(server: TestServer, { tenantId, userId }: Caller) {
  const inFirm = <T>(work: (db: Db) => Promise<T>) => server.kernel.database.inTenant({ tenantId, userId }, work)
  return {
    inFirm,
    /** Everything in the bin was deleted so many days ago. */
    aged: (days: number) =>
      inFirm((db) =>
        db
          .updateTable('trash_item')
          .set({
            deleted_at: sql`now() - make_interval(days => ${days})`,
            listed_at: sql`now() - make_interval(days => ${days})`,
          })
          .execute(),
      ),
    countOf: (table: string, column: string, id: string) =>
      inFirm(async (db) => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}
          where ${sql.ref(column)} = ${id}::uuid`.execute(db)
        return rows[0]?.n
      }),
  }
}
