import type { ClientContact } from '#contract/client-profile.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { refuseUnknownKey } from './dict-keys.ts'
import { lockSeen, type Seen, touch } from './seen-version.ts'

/** The primary contact is what the enterprise calls contact and phone; without both there is none. */
export async function setPrimaryContact(
  db: Db,
  enterpriseId: string,
  { contact, phone }: { contact: string; phone: string },
): Promise<void> {
  const primary = db
    .updateTable('enterprise_contact')
    .where('enterprise_id', '=', enterpriseId)
    .where('is_primary', '=', true)
  if (contact === '' && phone === '') {
    await db
      .deleteFrom('enterprise_contact')
      .where('enterprise_id', '=', enterpriseId)
      .where('is_primary', '=', true)
      .execute()
    return
  }
  const { numUpdatedRows } = await primary.set({ contact_name: contact, phone }).executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await db
    .insertInto('enterprise_contact')
    .values({ enterprise_id: enterpriseId, contact_name: contact, phone, is_primary: true, sort: -1 })
    .execute()
}

/** The people of a client, the primary one first. */
export async function contactsOf(db: Db, enterpriseId: string) {
  const rows = await db
    .selectFrom('enterprise_contact')
    .where('enterprise_id', '=', enterpriseId)
    .selectAll()
    .orderBy('is_primary', 'desc')
    .orderBy('sort')
    .orderBy('id')
    .execute()
  return rows.map(({ id, contact_name, contact_role, phone, email, is_primary }) => ({
    id,
    contactName: contact_name,
    contactRole: contact_role,
    phone,
    email,
    isPrimary: is_primary,
  }))
}

const bare = ({ contactName, contactRole, phone, email, isPrimary }: ClientContact) => ({
  contactName,
  contactRole,
  phone,
  email,
  isPrimary,
})

/** Replaces a client's contacts; answers the version that follows. */
export async function saveContacts(
  context: Context,
  { contacts, ...seen }: Seen & { contacts: ClientContact[] },
): Promise<{ version: number }> {
  const { db } = context
  const row = await lockSeen(context, seen)
  if (contacts.filter(({ isPrimary }) => isPrimary).length > 1) throw new Refusal('primaryTwice')
  const keys = contacts.map(({ contactRole }) => contactRole)
  await refuseUnknownKey(context, { code: 'contact_role', field: { zh: '职务', en: 'Position' }, keys })
  const before = await contactsOf(db, row.id)
  const primary = Math.max(
    0,
    contacts.findIndex(({ isPrimary }) => isPrimary),
  )
  await db.deleteFrom('enterprise_contact').where('enterprise_id', '=', row.id).execute()
  const values = contacts.map(({ contactName, contactRole, phone, email }, sort) => ({
    enterprise_id: row.id,
    contact_name: contactName,
    contact_role: contactRole,
    phone,
    email,
    is_primary: sort === primary,
    sort,
  }))
  if (values.length > 0) await db.insertInto('enterprise_contact').values(values).execute()
  const first = contacts[primary]
  const version = await touch(context, row, { contact: first?.contactName ?? '', phone: first?.phone ?? '' })
  await audit(context, {
    action: 'enterprise.contacts',
    bizType: 'enterprise',
    bizId: row.id,
    before: { contacts: before.map(bare) },
    after: { contacts: (await contactsOf(db, row.id)).map(bare) },
  })
  return { version }
}
