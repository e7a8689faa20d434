import type { Adjustment } from '#engine/binding/ledger-access.ts'
import type { Db } from '#server/kernel/database.ts'

/** Lines of the project's posted entries, by kind and number. */
export function postedLines(db: Db, projectId: string) {
  return db
    .selectFrom('adjustment')
    .innerJoin('adjustment_line', 'adjustment_line.adjustment_id', 'adjustment.id')
    .select(['kind', 'number', 'line', 'summary', 'basis', 'booked', 'account', 'debit', 'credit'])
    .where('project_id', '=', projectId)
    .where('state', '=', 'posted')
    .orderBy('kind')
    .orderBy('number')
    .orderBy('line')
    .execute()
}

/** The project's posted entries, in their order. */
export async function projectAdjustments(db: Db, projectId: string): Promise<Adjustment[]> {
  const lines = await postedLines(db, projectId)
  return lines.map(({ kind, account, debit, credit }) => ({
    kind: kind === 'aje' ? 'aje' : 'rje',
    account,
    debit,
    credit,
  }))
}
