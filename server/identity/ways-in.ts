import { sql } from 'kysely'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'

/** Refuses, after one way to sign in was taken from a user, if it was his last: password, phone, somebody else's word, passkey. */
export async function keepOneWayIn(db: Db, userId: string): Promise<void> {
  const row = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select(
      sql<boolean>`password_set or phone <> '' or exists (select from linked_identity where user_id = app_user.id)
        or exists (select from passkey where user_id = app_user.id)`.as('left'),
    )
    .forUpdate()
    .executeTakeFirst()
  if (!row?.left) throw new Refusal('lastWayIn')
}
