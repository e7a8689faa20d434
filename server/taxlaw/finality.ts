import { type ExpressionBuilder, sql } from 'kysely'
import { type Finality, finalChanges } from '#contract/tax-return.ts'
import { rulePack } from '#facts/facts.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import type { DB } from '#server/kernel/tables.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import type { Language } from '#contract/texts.ts'
import { generationOf } from '#server/paper/generation-query.ts'
import { inLanguage } from '#server/paper/stored-cell.ts'
import type { ProjectRow } from '#server/project/reach.ts'
import { movedSinceSigned, packHash, standingSignature } from './pack-release.ts'
import { checksOf, type ReturnAsItStands } from './return-view.ts'

/** Digest of what people entered in the return itself. */
export const entriesHash = ({ input }: ReturnAsItStands): string => sha256(JSON.stringify(input.hand))

const standing = (eb: ExpressionBuilder<DB, 'return_final'>) => eb('reopen_time', 'is', null)

/** Refuses a change of what was made final. */
export async function refuseIfFinal(db: Db, projectId: string): Promise<void> {
  const found = await db
    .selectFrom('return_final')
    .select('id')
    .where('project_id', '=', projectId)
    .where(standing)
    .executeTakeFirst()
  if (found) throw new Refusal('returnFinal')
}

/** Error checks that do not pass because figures differ or cannot be computed; what waits for an outside figure is no error yet. */
const openChecks = (stands: ReturnAsItStands) =>
  checksOf(stands).filter(
    (check) => check.severity === 'error' && (check.standing === 'fails' || check.standing === 'missing'),
  )
const openCells = ({ made }: ReturnAsItStands) =>
  [...made.cells.values()].filter(
    ({ source, status }) => source === 'paper' && (status === 'missing' || status === 'error'),
  )

/** Everything that stands between the return and its final state, and what became of earlier ones. */
export async function finalityOf(
  db: Db,
  project: ProjectRow,
  stands: ReturnAsItStands,
  language: Language,
): Promise<Finality> {
  const rows = await db
    .selectFrom('return_final as f')
    .innerJoin('rule_pack_signature as s', 's.id', 'f.signature_id')
    .leftJoin('app_user as maker', (on) => on.on(sql`maker.id::text`, '=', sql.ref('f.create_user')))
    .leftJoin('app_user as opener', (on) => on.on(sql`opener.id::text`, '=', sql.ref('f.reopen_user')))
    .selectAll('f')
    .leftJoin('rule_pack_revocation as r', 'r.signature_id', 's.id')
    .select(['s.signer_name', 's.version', 's.pack_hash', 'r.create_time as revoke_time'])
    .select(['maker.real_name as user_name', 'opener.real_name as reopen_name'])
    .where('f.project_id', '=', project.id)
    .orderBy('f.create_time', 'desc')
    .limit(50)
    .execute()
  const history = rows.map((row) => ({
    id: row.id,
    generationId: row.generation_id,
    signerName: row.signer_name,
    version: row.version,
    note: row.note,
    userName: row.user_name ?? '',
    time: wallTime(row.create_time),
    reopenUserName: row.reopen_name ?? '',
    reopenTime: row.reopen_time ? wallTime(row.reopen_time) : '',
    reopenReason: row.reopen_reason,
  }))
  const now = rows.find(({ reopen_time: time }) => time === null)
  const generation = await generationOf(db, project)
  return {
    standing: history.find(({ reopenTime }) => reopenTime === '') ?? null,
    changes: now
      ? finalChanges.filter(
          (kind) =>
            ({
              papers: now.generation_id !== project.generation_id,
              inputs: generation?.stale ?? false,
              entries: now.entries_hash !== entriesHash(stands),
              signature: now.pack_hash !== packHash() || now.revoke_time !== null,
            })[kind],
        )
      : [],
    signed: (await standingSignature(db)) !== undefined,
    moved: await movedSinceSigned(db),
    version: rulePack.version,
    generated: generation !== null,
    stale: generation?.stale ?? false,
    openChecks: openChecks(stands).map(({ id, says, standing: how }) => ({
      id,
      says: inLanguage(says, language),
      standing: how,
    })),
    openCells: openCells(stands).map(({ cell, paperCell, status }) => ({ cell, paperCell: paperCell ?? '', status })),
    history,
  }
}

/** Refuses with the first reason why the return cannot be final yet, each in words; else answers the signature it stands on. */
export async function readyToBeFinal(db: Db, project: ProjectRow, stands: ReturnAsItStands): Promise<string> {
  const generation = await generationOf(db, project)
  if (!generation) throw new Refusal('paperNone')
  const signature = await standingSignature(db)
  if (!signature) {
    const moved = await movedSinceSigned(db)
    throw moved.length > 0
      ? new Refusal('returnSignatureMoved')
      : new Refusal('returnNotSigned', { version: rulePack.version })
  }
  if (generation.stale) throw new Refusal('returnStale')
  const cells = openCells(stands)
  if (cells.length > 0)
    throw new Refusal('returnCellsOpen', { count: cells.length, cells: named(cells.map(({ cell }) => cell)) })
  const checks = openChecks(stands)
  if (checks.length > 0)
    throw new Refusal('returnChecksOpen', { count: checks.length, ids: named(checks.map(({ id }) => id)) })
  return signature.id
}

const named = (names: readonly string[]) => `${names.slice(0, 8).join('、')}${names.length > 8 ? '…' : ''}`
