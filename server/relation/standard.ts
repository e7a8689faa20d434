import { sql } from 'kysely'
import type { Standard } from '#engine/ledger/model.ts'
import { standardOf } from '#engine/mapping/propose-relation.ts'
import type { BookAccount, Detected } from '#engine/mapping/standard-detection.ts'
import { mappingFacts } from '#facts/facts.ts'
import type { Db } from '#server/kernel/database.ts'

/** Below this the books do not show their standard: a person chooses before the bill is locked. */
const SURE = 0.8

/** A person's choice of the standard for a project's books. */
export type StandardChoice = { standard: Standard; reason: string; by: string }

export async function standardChoice(db: Db, projectId: string): Promise<StandardChoice | undefined> {
  const row = await db
    .selectFrom('relation_standard')
    .select(['standard', 'reason', sql<string | null>`person_name(decided_by)`.as('by')])
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row && { standard: row.standard === 'small' ? 'small' : 'cas', reason: row.reason, by: row.by ?? '' }
}

/** Which standard a dataset's books follow, by its accounts; `sure` where it needs no person, or one has chosen. */
export async function standardOfBooks(
  db: Db,
  projectId: string,
  datasetId: string,
): Promise<Detected & { sure: boolean; choice: StandardChoice | undefined }> {
  const choice = await standardChoice(db, projectId)
  const accounts: BookAccount[] = await db
    .selectFrom('ledger_account')
    .select(['code', 'name', 'full_name as fullName', 'level', 'closing'])
    .where('dataset_id', '=', datasetId)
    .where('period', '=', 'current')
    .execute()
  const detected = standardOf({ accounts }, mappingFacts, choice?.standard)
  return { ...detected, sure: choice !== undefined || detected.confidence >= SURE, choice }
}
