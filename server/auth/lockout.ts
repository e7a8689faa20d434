import { sql } from 'kysely'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { type Policy, policyOf } from './policy.ts'

/** `account`: the tenant, a space, the account in lower case. */
export type Tried = { account: string; address: string }

/** How many tries this process counts at once; a flood waits here, not on the connections that everybody needs. */
const AT_ONCE = 3
/** How long a lock is known without asking again. */
const TRUST_MS = 5_000

type Gate = { counting: number; waiting: (() => void)[]; locked: Map<string, number> }
const gates = new WeakMap<Kernel, Gate>()

function gateOf(kernel: Kernel): Gate {
  const gate = gates.get(kernel) ?? { counting: 0, waiting: [], locked: new Map() }
  gates.set(kernel, gate)
  return gate
}

/**
 * Counts a try before it is evaluated, so that a thousand parallel guesses get no more evaluated than one after another would.
 * Refuses once the account or the network address has used up its window; unknown accounts are counted alike.
 */
export async function countTry(kernel: Kernel, { account, address }: Tried): Promise<void> {
  const gate = gateOf(kernel)
  const buckets = [`account ${account}`, `address ${address}`]
  while (gate.counting >= AT_ONCE) await new Promise<void>((resolve) => void gate.waiting.push(resolve))
  gate.counting++
  try {
    const now = Date.now()
    if (buckets.some((bucket) => (gate.locked.get(bucket) ?? 0) > now)) throw new Refusal('locked')
    const over = await countedOver(kernel, buckets, await policyOf(kernel, account.split(' ', 1)[0] ?? ''))
    if (over.length === 0) return
    if (gate.locked.size > 10_000) gate.locked.clear()
    for (const bucket of over) gate.locked.set(bucket, now + TRUST_MS)
    throw new Refusal('locked')
  } finally {
    gate.counting--
    gate.waiting.shift()?.()
  }
}

/** Which of the buckets are now over their limit. */
async function countedOver({ database, config }: Kernel, buckets: string[], policy: Policy): Promise<string[]> {
  const seconds = policy.windowSeconds
  // in one order, so that two tries never wait for each other
  const { rows } = await sql<{ bucket: string; used: number }>`
    insert into attempt (bucket, opens, used)
    select bucket, date_bin(make_interval(secs => ${seconds}), now(), 'epoch'), 1
      from unnest(${buckets}::text[]) asked (bucket) order by bucket
    on conflict (bucket, opens) do update set used = attempt.used + 1 returning bucket, used`.execute(database.outside)
  const limitOf = (bucket: string) => (bucket.startsWith('account ') ? policy.tries : config.SIGN_IN_TRIES_PER_ADDRESS)
  return rows.filter(({ bucket, used }) => used > limitOf(bucket)).map(({ bucket }) => bucket)
}

/** After a right password the account starts afresh, and its try no longer counts against the address. */
export async function forgiveTries({ database }: Kernel, { account, address }: Tried): Promise<void> {
  await sql`with forgiven as (delete from attempt where bucket = ${`account ${account}`})
    update attempt set used = used - 1 where bucket = ${`address ${address}`} and used > 0`.execute(database.outside)
}
