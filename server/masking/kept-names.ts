import { sql } from 'kysely'
import { type Dictionary, type DictionaryEntry, dictionaryOf } from '#engine/masking/dictionary.ts'
import type { Db } from '#server/kernel/database.ts'
import { knownNames } from './known-names.ts'

/** The names a tenant knows, and their dictionary, made when it is first asked for. */
export type KeptNames = { entries: readonly DictionaryEntry[]; dictionary: () => Dictionary }

/** Tenants' names in memory at once, by tenant and project. */
const MOST = 8
const kept = new Map<string, KeptNames & { print: string }>()

/**
 * What tells whether any row the names come from is another than before: every version of a row has the number of the transaction
 * that wrote it. A client added a moment ago is hidden at once.
 */
async function fingerprint(db: Db, projectId: string | undefined): Promise<string> {
  const { rows } = await sql<{ print: string }>`
    select concat_ws(' ',
      (select concat(count(*), ':', sum(hashtext(id::text || xmin::text))) from firm_enterprise),
      (select concat(count(*), ':', sum(hashtext(id::text || xmin::text))) from enterprise_contact),
      (select concat(count(*), ':', sum(hashtext(id::text || xmin::text))) from app_user),
      (select concat(count(*), ':', sum(hashtext(id::text || xmin::text))) from firm),
      (select string_agg(id::text, ',' order by id) from dataset where project_id = ${projectId ?? null}::uuid and state = 'active')
    ) as print`.execute(db)
  return rows[0]?.print ?? ''
}

/** The names of a tenant and of a project's books, as they stand now; kept in memory until one of them changes. */
export async function namesOf(db: Db, tenantId: string, projectId?: string): Promise<KeptNames> {
  const key = `${tenantId} ${projectId ?? ''}`
  const print = await fingerprint(db, projectId)
  const known = kept.get(key)
  if (known?.print === print) {
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const entries = await knownNames(db, projectId)
  let dictionary: Dictionary | undefined
  const names = { print, entries, dictionary: () => (dictionary ??= dictionaryOf(entries)) }
  kept.delete(key)
  kept.set(key, names)
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST) break
    kept.delete(oldest)
  }
  return names
}
