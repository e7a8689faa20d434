import { sql } from 'kysely'
import type { z } from 'zod'
import { MOST_VERSIONS_SHOWN, type writing, type WritingVersion } from '#contract/writing.ts'
import type { WritingBody } from '#contract/writing-doc.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { bodyLines } from './doc-text.ts'

/** A version is kept by itself where another person writes over it, after so many saves, or so many minutes. */
const KEEP_SAVES = 20
const KEEP_MINUTES = 10
/** Of those kept by themselves the newest stay. */
const MOST_UNNAMED = 60
/** Those with a name stay until their document goes. */
const MOST_NAMED = 100

export type Stood = { id: string; rev: number; update_user: string; update_time: Date }

const shown = (row: {
  no: number
  rev: number
  name: string
  size: number
  create_time: Date
  who: string | null
}) => ({
  no: row.no,
  rev: row.rev,
  name: row.name,
  size: row.size,
  createUserName: row.who ?? '',
  createTime: wallTime(row.create_time),
})
const versionRows = (db: Db, docId: string) =>
  db
    .selectFrom('writing_version')
    .select(['no', 'rev', 'name', 'size', 'create_time', sql<string | null>`person_name(create_user)`.as('who')])
    .where('doc_id', '=', docId)

/** The kept versions, newest first. */
export async function versionsOf(db: Db, docId: string): Promise<WritingVersion[]> {
  const rows = await versionRows(db, docId).orderBy('no', 'desc').limit(MOST_VERSIONS_SHOWN).execute()
  return rows.map(shown)
}

/** One with its content; not found if there is none of this number. */
export async function versionOf(
  db: Db,
  { id, no }: Pick<z.output<typeof writing.version.input>, 'id' | 'no'>,
): Promise<WritingVersion & { body: WritingBody }> {
  const row = await versionRows(db, id).select('body').where('no', '=', no).executeTakeFirst()
  if (!row) throw notFound()
  // stored by us, from the contract's own type
  return { ...shown(row), body: row.body as WritingBody }
}

/** The document as it is, or (from 1) as it was at a version. */
export async function bodyAt(db: Db, id: string, no: number): Promise<WritingBody> {
  if (no > 0) return (await versionOf(db, { id, no })).body
  const row = await db.selectFrom('writing_doc').select('body').where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row.body as WritingBody
}

/** Keeps what stands now, under the name of whoever made it so; call it before writing over it, with the row held. */
export async function keepStanding(
  db: Db,
  { id, update_user: who, update_time: when }: Stood,
  name = '',
): Promise<void> {
  const body = await bodyAt(db, id, 0)
  await db
    .insertInto('writing_version')
    .columns(['doc_id', 'no', 'rev', 'name', 'body', 'size', 'create_user', 'create_time'])
    .expression((eb) =>
      eb
        .selectFrom('writing_doc')
        .select([
          'id',
          sql<number>`coalesce((select max(no) from writing_version where doc_id = writing_doc.id), 0) + 1`.as('no'),
          'rev',
          sql<string>`${name}::text`.as('name'),
          'body',
          sql<number>`${bodyLines(body).join('').length}::int`.as('size'),
          // a name is given by whoever gives it
          name === '' ? sql<string>`${who}::text`.as('who') : sql<string>`current_actor()`.as('who'),
          name === '' ? sql<Date>`${when}::timestamptz`.as('made') : sql<Date>`now()`.as('made'),
        ])
        .where('id', '=', id),
    )
    .execute()
  await sql`delete from writing_version where doc_id = ${id} and name = '' and no <= coalesce((select no from writing_version
    where doc_id = ${id} and name = '' order by no desc offset ${MOST_UNNAMED} limit 1), 0)`.execute(db)
}

/** Refuses one more name than a document may have. */
export async function refuseTooMany(db: Db, docId: string): Promise<void> {
  const { named } = await db
    .selectFrom('writing_version')
    .select(sql<number>`count(*)::int`.as('named'))
    .where('doc_id', '=', docId)
    .where('name', '<>', '')
    .executeTakeFirstOrThrow()
  if (named >= MOST_NAMED) throw new Refusal('writingVersions', { limit: MOST_NAMED })
}

/** Keeps what stands now if it is time to; see above. */
export async function keepIfDue(db: Db, stood: Stood, userId: string): Promise<void> {
  const last = await db
    .selectFrom('writing_version')
    .select(['rev', 'create_time'])
    .where('doc_id', '=', stood.id)
    .orderBy('no', 'desc')
    .executeTakeFirst()
  if (last?.rev === stood.rev) return
  const due =
    stood.update_user !== userId ||
    !last ||
    stood.rev - last.rev >= KEEP_SAVES ||
    stood.update_time.getTime() - last.create_time.getTime() > KEEP_MINUTES * 60_000
  if (due) await keepStanding(db, stood)
}
