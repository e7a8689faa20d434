import { createHmac, randomBytes } from 'node:crypto'
import type { TokenKind } from '#engine/masking/kinds.ts'
import type { Given } from '#engine/masking/token-book.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Secrets } from '#server/kernel/secrets.ts'
import { seal, unseal } from '#server/kernel/vault.ts'

const purposeOf = (tenantId: string, scope: string) => `mask ${tenantId} ${scope}`
const CONTENT = 'mask token'

/** The tokens of one conversation, project or document, and the key they lie under. */
export type ScopeVault = {
  tenantId: string
  scope: string
  key: Buffer
  /** How many tokens the vault held when it was read. */
  seen: number
  known: Given[]
}

/** Makes the scope's key if it has none, and reads what its tokens stand for. `lock` holds the vault until the transaction ends. */
export async function readVault(
  db: Db,
  secrets: Secrets,
  where: { tenantId: string; scope: string },
  lock = false,
): Promise<ScopeVault> {
  const { tenantId, scope } = where
  const purpose = purposeOf(tenantId, scope)
  await db
    .insertInto('mask_key')
    .values({ scope, sealed: seal(secrets, purpose, randomBytes(32).toString('base64url')) })
    .onConflict((same) => same.columns(['tenant_id', 'scope']).doNothing())
    .execute()
  let query = db.selectFrom('mask_key').select(['sealed', 'given']).where('scope', '=', scope)
  if (lock) query = query.forUpdate()
  const { sealed, given } = await query.executeTakeFirstOrThrow()
  const key = Buffer.from(unseal(secrets, purpose, sealed), 'base64url')
  const rows = await db
    .selectFrom('mask_token')
    .select(['kind', 'number', 'variant', 'cipher'])
    .where('scope', '=', scope)
    .orderBy('kind')
    .orderBy('number')
    .orderBy('variant')
    .execute()
  const known = rows.map(({ kind, number, variant, cipher }): Given => {
    const [entity = '', surface = ''] = JSON.parse(unseal({ ...secrets, tokenKey: key }, CONTENT, cipher)) as string[]
    return { kind: kind as TokenKind, number, variant, entity, surface }
  })
  return { tenantId, scope, key, seen: given, known }
}

/** Keeps new tokens under the scope's key. The vault must be held and unchanged since it was read. */
export async function keepTokens(
  db: Db,
  secrets: Secrets,
  { scope, key, seen }: ScopeVault,
  added: readonly Given[],
): Promise<void> {
  if (added.length === 0) return
  const ownSecrets = { ...secrets, tokenKey: key }
  const rows = added.map(({ kind, number, variant, entity, surface }) => ({
    scope,
    kind,
    number,
    variant,
    mark: createHmac('sha256', key)
      .update(JSON.stringify([kind, entity, surface]))
      .digest('base64url'),
    cipher: seal(ownSecrets, CONTENT, JSON.stringify([entity, surface])),
  }))
  // PostgreSQL takes 65,535 parameters in a statement
  for (let at = 0; at < rows.length; at += 5_000) {
    await db
      .insertInto('mask_token')
      .values(rows.slice(at, at + 5_000))
      .execute()
  }
  await db
    .updateTable('mask_key')
    .set({ given: seen + added.length })
    .where('scope', '=', scope)
    .execute()
}

/** By what amounts of this scope are multiplied: 0.2 to 5 in steps of a thousandth, secret, and never close to 1. */
export function factorOf({ key }: ScopeVault): { numerator: bigint; denominator: bigint } {
  const draw = BigInt(`0x${createHmac('sha256', key).update('factor').digest('hex').slice(0, 12)}`)
  const step = draw % 4_000n
  return { numerator: step < 600n ? 200n + step : 600n + step, denominator: 1_000n }
}
