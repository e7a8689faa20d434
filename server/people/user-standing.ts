import { sql } from 'kysely'
import { audit } from '#server/kernel/audit.ts'
import { release } from '#server/kernel/entitlement.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, one } from '#server/kernel/service.ts'
import type { HandoverKind } from '#contract/user.ts'
import { keepingAdministrators } from './authority.ts'
import { dutiesOf, handOver } from './handover.ts'
import { reachesUser } from './person.ts'
import { newPassword } from './user-submit.ts'
import { endSessions, type PersonRow, refuseYourself, subjectOf, subjectsOf } from './user-write.ts'

const touched = { update_time: sql<Date>`now()`, version: sql<number>`version + 1` }
const named = (row: PersonRow) => ({ account: row.account, realName: row.real_name })

/** Locks people out, or lets them in again; whoever has left stays outside. */
export async function setStatus(context: Context, ids: readonly string[], status: 0 | 1): Promise<void> {
  refuseYourself(context, ids)
  const rows = await subjectsOf(context, ids)
  const gone = rows.find(({ left_time }) => left_time !== null)
  if (gone) throw new Refusal('userHasLeft', { name: gone.real_name })
  const changed = rows.filter((row) => row.status !== status)
  if (changed.length === 0) return
  const changedIds = changed.map(({ id }) => id)
  const change = () =>
    context.db
      .updateTable('app_user')
      .set({ status, ...touched })
      .where('id', 'in', changedIds)
      .execute()
  await keepingAdministrators(context, change)
  if (status === 0) await endSessions(context, changedIds, 'locked')
  const action = status === 0 ? 'user.lock' : 'user.unlock'
  for (const row of changed) {
    const states = { before: { ...named(row), status: row.status }, after: { ...named(row), status } }
    await audit(context, { action, bizType: 'user', bizId: row.id, ...states })
  }
}

/** Removes people who are responsible for nothing any more; their names stay on what they did. */
export async function removePeople(context: Context, ids: readonly string[]): Promise<void> {
  refuseYourself(context, ids)
  const rows = await subjectsOf(context, ids)
  for (const row of rows) {
    const { enterprise: enterprises, project: projects } = await dutiesOf(context.db, row.id)
    if (enterprises || projects) throw new Refusal('handoverFirst', { name: row.real_name, enterprises, projects })
  }
  const all = rows.map(({ id }) => id)
  await keepingAdministrators(context, async () => {
    for (const table of ['user_role', 'enterprise_member', 'project_member'] as const) {
      await context.db.deleteFrom(table).where('user_id', 'in', all).execute()
    }
    await context.db
      .updateTable('app_user')
      .set({ is_deleted: 1, status: 0, ...touched })
      .where('id', 'in', all)
      .execute()
  })
  await endSessions(context, all, 'removed')
  await release(context.db, 'seat', rows.filter(({ left_time }) => left_time === null).length)
  for (const row of rows) {
    await audit(context, { action: 'user.remove', bizType: 'user', bizId: row.id, before: named(row) })
  }
}

/** A person leaves and a colleague takes over. Answers what was handed over. */
export async function leave(
  context: Context,
  { id, toUserId }: { id: string; toUserId?: string | undefined },
): Promise<Record<HandoverKind, number>> {
  const { db } = context
  refuseYourself(context, [id])
  const row = await subjectOf(context, id)
  const duties = await dutiesOf(db, id)
  const anything = Object.values(duties).some((count) => count > 0)
  if (anything && !toUserId) throw new Refusal('handoverTo')
  const heir = toUserId ? await colleague(context, id, toUserId) : undefined
  if (heir) await handOver(db, id, heir.id)
  await keepingAdministrators(context, async () => {
    await db.deleteFrom('user_role').where('user_id', '=', id).execute()
    await db
      .updateTable('app_user')
      .set({ status: 0, left_time: sql<Date>`now()`, ...touched })
      .where('id', '=', id)
      .execute()
  })
  await endSessions(context, [id], 'left')
  await release(db, 'seat', 1)
  const after = { ...named(row), to: heir && { id: heir.id, realName: heir.real_name }, handedOver: duties }
  await audit(context, { action: 'user.leave', bizType: 'user', bizId: id, before: named(row), after })
  return duties
}

/** The colleague who takes over: within reach, another person, and one who can sign in. */
async function colleague(context: Context, id: string, toUserId: string): Promise<PersonRow> {
  const heir = one(
    await context.db
      .selectFrom('app_user')
      .selectAll('app_user')
      .where('app_user.id', '=', toUserId)
      .where('app_user.is_deleted', '=', 0)
      .where(reachesUser(context))
      .forShare()
      .execute(),
  )
  if (heir.id === id || heir.status !== 1 || heir.left_time) throw new Refusal('handoverToWhom')
  return heir
}

/** New passwords that must be changed at the next sign-in; whoever was signed in is so no longer. */
export async function resetPasswords(context: Context, ids: readonly string[], sent: string | undefined) {
  refuseYourself(context, ids)
  const rows = await subjectsOf(context, ids)
  const gone = rows.find(({ left_time }) => left_time !== null)
  if (gone) throw new Refusal('userHasLeft', { name: gone.real_name })
  const made = await Promise.all(rows.map(async (row) => ({ row, ...(await newPassword(sent, row.account)) })))
  for (const { row, hash } of made) {
    await context.db
      .updateTable('app_user')
      .set({ password_hash: hash, must_change_password: true, password_time: sql<Date>`now()`, ...touched })
      .where('id', '=', row.id)
      .execute()
  }
  await endSessions(context, ids, 'password reset')
  for (const row of rows) {
    await audit(context, { action: 'user.resetPassword', bizType: 'user', bizId: row.id, after: named(row) })
  }
  return made.map(({ row: { id, account, real_name: realName }, made: password = '' }) => ({
    id,
    account,
    realName,
    password,
  }))
}
