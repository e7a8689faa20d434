import { sql } from 'kysely'
import type { Config } from '#server/kernel/config.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Secrets } from '#server/kernel/secrets.ts'
import { unseal } from '#server/kernel/vault.ts'
import { paramCatalog, type ParamKey, type ParamSpec, type ParamValue } from './param-catalog.ts'

/** The value of each key that counts for the transaction's tenant, as text: its own, else the platform's; absent where neither has one. */
async function storedValues(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('param')
    .where('param_key', 'in', [...keys])
    .where('param_value', 'is not', null)
    // the tenant's own last, so that it stays in the map
    .orderBy(sql`tenant_id = current_tenant()`)
    .select(['param_key', 'param_value'])
    .execute()
  return new Map(rows.flatMap(({ param_key: key, param_value: value }) => (value === null ? [] : [[key, value]])))
}

/** As code reads it. A stored value that no longer fits the catalogue (a choice that went) counts as not set. */
function typed(spec: ParamSpec, stored: string | undefined): string | number {
  if (spec.type === 'number') {
    const { lowest = -Infinity, highest = Infinity } = spec
    const value = Number(stored ?? spec.default)
    return value >= lowest && value <= highest ? value : Number(spec.default)
  }
  const known = stored !== undefined && (!spec.choices || spec.choices.includes(stored))
  return known ? stored : spec.default
}

/**
 * Parameters of the product for the transaction's tenant, typed by the catalogue, in one query. Cached by nothing: a change
 * counts from the next read on. Sign-in reads `accountLockTries`, `accountLockMinutes`, `sessionDays`, `maxSessions` here, in
 * the tenant's transaction; `captchaMode` goes through `captchaModeOf`.
 */
export async function readParams<const K extends ParamKey>(
  db: Db,
  keys: readonly K[],
): Promise<{ [P in K]: ParamValue<P> }> {
  const stored = await storedValues(db, keys)
  const values = keys.map((key) => [key, typed(paramCatalog[key], stored.get(key))])
  return Object.fromEntries(values) as { [P in K]: ParamValue<P> }
}

/** One of them. */
export async function readParam<K extends ParamKey>(db: Db, key: K): Promise<ParamValue<K>> {
  return (await readParams(db, [key]))[key]
}

/** What secret parameters are sealed for; the key is part of it, so that one cannot be put in another's place. */
export const purposeOf = (key: string) => `param ${key}`

/** A secret parameter in plain text, for code that must present it to a provider; undefined where none is set. */
export async function readSecretParam(secrets: Secrets, db: Db, key: string): Promise<string | undefined> {
  const text = (await storedValues(db, [key])).get(key)
  return text === undefined ? undefined : unseal(secrets, purposeOf(key), text)
}

/** Whether a captcha is asked for at sign-in: the environment variable where it is set, else the platform's parameter. */
export const captchaModeOf = async (config: Config, db: Db): Promise<ParamValue<'captchaMode'>> =>
  config.DIGAO_CAPTCHA ?? readParam(db, 'captchaMode')
