import type { z } from 'zod'
import type { TroubledBlob } from '#contract/storage-care.ts'
import type { Actor, Db } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { administratorsOf, sendMessage } from '../watch/messages.ts'

const MOST_NAMES = 5

type News = { key: 'damagedBody' } | { key: 'infectedBody'; virus: string }

/** Names of the files with this content, the newest first. */
const namesOf = (db: Db, sha256: string) =>
  db
    .selectFrom('file')
    .select('name')
    .where('sha256', '=', sha256)
    .where('is_deleted', '=', 0)
    .orderBy('create_time', 'desc')
    .limit(MOST_NAMES)
    .execute()
    .then((rows) => rows.map(({ name }) => name))

/** Tells the administrators of the tenant and of the platform that content is not handed out any more. */
export async function tellTrouble(kernel: Kernel, actor: Actor, sha256: string, news: News): Promise<void> {
  const tell = async (db: Db, name: string, link: string) => {
    const title = { key: news.key === 'damagedBody' ? ('damagedTitle' as const) : ('infectedTitle' as const) }
    const body = { key: news.key, params: { name, virus: 'virus' in news ? news.virus : '' } }
    for (const userId of await administratorsOf(db))
      await sendMessage(kernel, db, { userId, type: 'system', level: 'bad', title, body, link })
  }
  const name = await kernel.database.inTenant(actor, async (db) => {
    const names = await namesOf(db, sha256)
    // content that no file names is nobody's there
    if (names.length && actor.tenantId !== PLATFORM) await tell(db, names.join('、'), '')
    return names.join('、') || sha256.slice(0, 12)
  })
  const at = { tenantId: PLATFORM, userId: '' }
  await kernel.database.inTenant(at, (db) => tell(db, `${actor.tenantId} ${name}`, '/platform/storage'))
}

type Troubled = Omit<z.output<typeof TroubledBlob>, 'tenantName' | 'storeName'> & { store: string }

/** Damaged and infected content of the transaction's tenant, at most so much. */
export async function troubledOf(db: Db, most: number): Promise<Troubled[]> {
  const rows = await db
    .selectFrom('blob')
    .selectAll()
    .where((eb) => eb.or([eb('damage', '<>', ''), eb('scan', '=', 'infected')]))
    .orderBy('sha256')
    .limit(most)
    .execute()
  const found: Troubled[] = []
  for (const row of rows)
    found.push({
      tenantId: row.tenant_id,
      sha256: row.sha256,
      size: Number(row.size),
      trouble: row.damage === 'bits' || row.damage === 'missing' ? row.damage : 'infected',
      virus: row.virus,
      foundTime: wallTime(row.damage_time ?? row.scan_time ?? row.create_time),
      store: row.store,
      names: await namesOf(db, row.sha256),
    })
  return found
}
