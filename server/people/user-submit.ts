import { sql } from 'kysely'
import type { z } from 'zod'
import type { user } from '#contract/user.ts'
import { audit } from '#server/kernel/audit.ts'
import { reserve } from '#server/kernel/entitlement.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { hashPassword, md5 } from '../auth/password.ts'
import { sentFields } from '../project/sent-fields.ts'
import { generatedPassword } from '../system/seed-platform.ts'
import { keepingAdministrators } from './authority.ts'
import { person } from './person.ts'
import { refuseWeakPassword } from './password-rules.ts'
import {
  checkDepts,
  columnsOf,
  forgetPeople,
  refuseTaken,
  setDepts,
  setPosts,
  setRoles,
  subjectOf,
} from './user-write.ts'

type Sent = z.output<typeof user.submit.input>

/** A password that was sent, or one made now, with what is stored of it. */
export async function newPassword(sent: string | undefined, account: string): Promise<{ hash: string; made?: string }> {
  if (sent !== undefined) {
    refuseWeakPassword(sent, account)
    return { hash: await hashPassword(sent) }
  }
  const made = generatedPassword()
  return { hash: await hashPassword(md5(made)), made }
}

/** Adds a person. The seat is taken first, so that nobody is made over the limit. */
export async function addPerson(context: Context, sent: Sent, known?: { hash: string; made?: string }) {
  const { db } = context
  const { account, deptId = [], postId = [], roleId = [] } = sent
  if (account === undefined) throw new Refusal('accountPlease')
  const realName = sent.realName ?? sent.name
  if (!realName) throw new Refusal('realNamePlease')
  await checkDepts(context, deptId)
  await refuseTaken(context, { account, phone: sent.phone })
  const { hash, made } = known ?? (await newPassword(sent.password, account))
  await reserve(db, 'seat')
  const values = { ...sentFields(columnsOf(sent)), account, real_name: realName, name: sent.name ?? realName }
  const row = await db
    .insertInto('app_user')
    .values({ ...values, password_hash: hash, must_change_password: true })
    // somebody was a moment quicker
    .onConflict((clash) => clash.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) {
    await refuseTaken(context, { account, phone: sent.phone })
    throw conflict()
  }
  await setDepts(context, row.id, deptId)
  await setPosts(context, row.id, postId)
  if (roleId.length) await setRoles(context, [row.id], roleId)
  const after = await person({ ...context, extent: true }, row.id)
  await audit(context, { action: 'user.add', bizType: 'user', bizId: row.id, after })
  return made === undefined ? after : { ...after, password: made }
}

/** Changes the fields of a person that were sent. */
export async function changePerson(context: Context, id: string, { version, ...sent }: Sent) {
  const { db } = context
  const row = await subjectOf(context, id, version)
  const before = await person(context, id)
  const moves = sent.deptId !== undefined && sent.deptId.join(',') !== before.deptId
  if (sent.deptId && moves) await checkDepts(context, sent.deptId)
  await refuseTaken(context, { account: sent.account, phone: sent.phone }, id)
  await db
    .updateTable('app_user')
    .set({ ...sentFields(columnsOf(sent)), update_time: sql<Date>`now()`, version: row.version + 1 })
    .where('id', '=', id)
    .execute()
  if (sent.deptId) await setDepts(context, id, sent.deptId)
  forgetPeople(context, [id])
  if (sent.postId) await setPosts(context, id, sent.postId)
  const { roleId } = sent
  if (roleId) await keepingAdministrators(context, () => setRoles(context, [id], roleId))
  const after = await person({ ...context, extent: true }, id)
  await audit(context, { action: 'user.update', bizType: 'user', bizId: id, before, after })
  return after
}
