import { sql } from 'kysely'
import { type DocumentLease, LEASE_PUSH, LEASE_SECONDS } from '#contract/document-lease.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Context } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'

/** A thing one person edits at a time, by the slice's own word and name for it. */
export type Document = { kind: string; documentId: string }
type Editor = Pick<Context, 'db' | 'user' | 'kernel' | 'address' | 'trace'>

const until = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`

/** Takes the document in hand if nobody has it, his time has run out, or it is the caller's already; answers whose it is. */
export async function takeLease(context: Editor, document: Document): Promise<DocumentLease> {
  const { db, user } = context
  await present(context, document, false)
  const before = await holderOf(db, document)
  const [taken] = await db
    .insertInto('document_lease')
    .values({ kind: document.kind, document_id: document.documentId, user_id: user.id, until })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'kind', 'document_id'])
        .doUpdateSet({ user_id: user.id, until, taken_time: sql`now()` })
        .where((eb) =>
          eb.or([eb('document_lease.user_id', '=', user.id), eb('document_lease.until', '<=', sql<Date>`now()`)]),
        ),
    )
    .returning('user_id')
    .execute()
  if (taken && before?.userId !== user.id) {
    await tellViewers(context, document, {})
    await noted(context, document, { action: 'lease.take', before: before?.name })
  }
  return leaseOf(context, document)
}

/** A sign of life, every 20 s, of everybody who has the document open; prolongs the caller's own lease. */
export async function beatLease(context: Editor, document: Document): Promise<DocumentLease> {
  await present(context, document)
  await context.db
    .updateTable('document_lease')
    .set({ until })
    .where('kind', '=', document.kind)
    .where('document_id', '=', document.documentId)
    .where('user_id', '=', context.user.id)
    .where('until', '>', sql<Date>`now()`)
    .execute()
  return leaseOf(context, document)
}

/** Gives the document out of hand; `leave`: and closes it. */
export async function releaseLease(
  context: Editor,
  document: Document,
  { leave = false }: { leave?: boolean } = {},
): Promise<DocumentLease> {
  const { db, user } = context
  const released = await db
    .deleteFrom('document_lease')
    .where('kind', '=', document.kind)
    .where('document_id', '=', document.documentId)
    .where('user_id', '=', user.id)
    .returning('user_id')
    .execute()
  if (leave)
    await db
      .deleteFrom('document_presence')
      .where('kind', '=', document.kind)
      .where('document_id', '=', document.documentId)
      .where('user_id', '=', user.id)
      .execute()
  if (released.length > 0) {
    await tellViewers(context, document, {})
    await noted(context, document, { action: 'lease.release' })
  }
  return leaseOf(context, document)
}

/** Asks whoever edits to let go; he hears it at once. */
export async function askLease(context: Editor, document: Document): Promise<DocumentLease> {
  const { db, user, kernel } = context
  await present(context, document, true)
  const holder = await holderOf(db, document)
  if (holder && holder.userId !== user.id)
    await kernel.push.send(db, holder.userId, LEASE_PUSH, { ...document, asks: user.realName || user.account })
  return leaseOf(context, document)
}

/** Takes the document away from whoever edits it. Who may is asked by the caller. */
export async function forceLease(context: Editor, document: Document): Promise<DocumentLease> {
  const { db, user } = context
  const before = await holderOf(db, document)
  await present(context, document, false)
  await db
    .insertInto('document_lease')
    .values({ kind: document.kind, document_id: document.documentId, user_id: user.id, until })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'kind', 'document_id'])
        .doUpdateSet({ user_id: user.id, until, taken_time: sql`now()` }),
    )
    .execute()
  await tellViewers(context, document, {})
  await noted(context, document, { action: 'lease.force', before: before?.name })
  return leaseOf(context, document)
}

/** Who edits a document now; null: nobody. */
export async function holderOf(
  db: Db,
  { kind, documentId }: Document,
): Promise<{ userId: string; name: string; until: Date } | null> {
  const row = await db
    .selectFrom('document_lease')
    .select(['user_id', 'until', sql<string | null>`person_name(user_id)`.as('name')])
    .where('kind', '=', kind)
    .where('document_id', '=', documentId)
    .where('until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row ? { userId: row.user_id, name: row.name ?? '', until: row.until } : null
}

/** Whether a person has the document in hand; a save asks this. */
export const holdsLease = async (db: Db, userId: string, document: Document): Promise<boolean> =>
  (await holderOf(db, document))?.userId === userId

const person = ({ userId, name }: { userId: string; name: string }) => ({ userId, name })

/** The lease as everybody may see it. */
export async function leaseOf({ db, user }: Pick<Editor, 'db' | 'user'>, document: Document): Promise<DocumentLease> {
  const holder = await holderOf(db, document)
  const people = await db
    .selectFrom('document_presence')
    .select(['user_id', 'asks', sql<string | null>`person_name(user_id)`.as('name')])
    .where('kind', '=', document.kind)
    .where('document_id', '=', document.documentId)
    .where('until', '>', sql<Date>`now()`)
    .orderBy('user_id')
    .execute()
  const shown = people.map(({ user_id: userId, name, asks }) => ({ userId, name: name ?? '', asks }))
  return {
    mine: holder?.userId === user.id,
    holderId: holder?.userId ?? '',
    holderName: holder?.name ?? '',
    until: holder ? wallTime(holder.until) : '',
    askedBy: shown.filter(({ asks, userId }) => asks && userId !== holder?.userId).map(person),
    viewers: shown.map(person),
  }
}

/** Tells everybody else who has the document open; call it inside the transaction whose effect it tells. */
export async function tellViewers(
  { db, user, kernel }: Pick<Editor, 'db' | 'user' | 'kernel'>,
  document: Document,
  data: object,
): Promise<void> {
  const people = await db
    .selectFrom('document_presence')
    .select('user_id')
    .where('kind', '=', document.kind)
    .where('document_id', '=', document.documentId)
    .where('until', '>', sql<Date>`now()`)
    .where('user_id', '<>', user.id)
    // two who tell each other at once take the locks of their readers in one order
    .orderBy('user_id')
    .execute()
  for (const { user_id: userId } of people) await kernel.push.send(db, userId, LEASE_PUSH, { ...document, ...data })
}

/** The caller has the document open for another minute; `asks` says whether he would like to edit, or leaves it as it was. */
async function present({ db, user }: Editor, { kind, documentId }: Document, asks?: boolean) {
  await db
    .insertInto('document_presence')
    .values({ kind, document_id: documentId, user_id: user.id, asks: asks ?? false, until })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'kind', 'document_id', 'user_id'])
        .doUpdateSet({ until, ...(asks === undefined ? {} : { asks }) }),
    )
    .execute()
  // whoever left without a word is forgotten with the next sign of life
  await db
    .deleteFrom('document_presence')
    .where('kind', '=', kind)
    .where('document_id', '=', documentId)
    .where('until', '<', sql<Date>`now() - interval '10 minutes'`)
    .execute()
}

const noted = (
  context: Editor,
  { kind, documentId }: Document,
  { action, before }: { action: string; before?: string | undefined },
) =>
  audit(context, {
    action,
    bizType: kind,
    bizId: documentId,
    ...(before ? { before: { holder: before } } : {}),
    after: { holder: context.user.realName },
  })
