import { isOn, maskedName } from '#contract/masked-name.ts'
import type { Db } from '#server/kernel/database.ts'

/** How a client's name is told in texts the server writes: as on screen, masked where the firm has set it so. */
export async function shownNameOf(db: Db): Promise<(name: string) => string> {
  const firm = await db.selectFrom('firm').where('is_deleted', '=', 0).select('website').executeTakeFirst()
  const website: unknown = firm?.website
  const masked =
    typeof website === 'object' && website !== null && isOn(Reflect.get(website, 'firmProjectEnterpriseEncrypt'))
  return (name) => (masked ? maskedName(name) : name)
}
