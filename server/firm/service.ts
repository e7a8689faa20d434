import { containing } from '#server/kernel/stored-text.ts'
import { creditCodeProblem } from '#contract/credit-code.ts'
import type { Paging } from '#contract/endpoint.ts'
import type { firm } from '#contract/firm.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { pageOnEveryServer } from '#server/kernel/page-on-every-server.ts'
import { type Context, one, page, type Service } from '#server/kernel/service.ts'
import { sentFields } from '../project/sent-fields.ts'
import { firmOf, firms, shownFirm } from './firm-rows.ts'
import { removeFirms, saveFirm } from './manage-firm.ts'
import { statisticsFor } from './statistics.ts'

/** Of firms by their name; whoever looks for one types more of it. */
const MOST_FOUND = 50
const reason = "the platform looks at its tenants' firms"
const runsPlatform = ({ user }: Context) => user.held['firm.manage'] !== undefined
const columns = { firmName: 'firm.firm_name', creditCode: 'firm.credit_code', tenantId: 'firm.tenant_id' }

async function firmPage(db: Db, paging: Paging<keyof typeof columns>) {
  const found = await page(firms(db), paging, columns, ['firm.id'])
  return { ...found, records: found.records.map(shownFirm) }
}

/** Rows as the caller's tenant sees them; of all tenants, wherever they live, for who runs the platform. */
const rowsFor = async <T>(context: Context, read: (db: Db) => Promise<T[]>): Promise<T[]> =>
  runsPlatform(context) ? (await context.kernel.database.onEveryServer(reason, read)).flat() : read(context.db)

export const firmService: Service<typeof firm> = {
  list: (context, paging) =>
    runsPlatform(context)
      ? pageOnEveryServer(context.kernel, { reason, paging, fallback: [{ field: 'id', down: false }] }, firmPage)
      : firmPage(context.db, paging),

  detail: async (context, { id }) =>
    shownFirm(one(await rowsFor(context, (db) => firms(db).where('firm.id', '=', id).execute()))),

  detailByTenantId: (context, { tenantId }) => {
    const { db, user, kernel } = context
    // on the tenant's own server, where it has one
    return user.held['firm.manage'] && /^[0-9A-Za-z]{6,12}$/.test(tenantId)
      ? kernel.database.inTenant({ tenantId, userId: user.id }, (own) => firmOf(own, tenantId))
      : firmOf(db, tenantId)
  },

  searchByTitle: async (context, { title }) => {
    const named = containing(title)
    const rows = await rowsFor(context, (db) =>
      firms(db).where('firm_name', 'ilike', named).orderBy('firm_name').orderBy('id').limit(MOST_FOUND).execute(),
    )
    return rows.slice(0, MOST_FOUND).map(shownFirm)
  },

  save: (context, draft) => saveFirm(context, draft),
  remove: (context, { ids }) => removeFirms(context, ids),

  statistics: (context, asked) => statisticsFor(context, asked),

  async update(context, { id, ...sent }) {
    const { db } = context
    const before = shownFirm(one(await firms(db).where('firm.id', '=', id).forUpdate().execute()))
    if (sent.creditCode && creditCodeProblem(sent.creditCode)) throw new Refusal('creditCode')
    const changes = sentFields({
      firm_name: sent.firmName,
      credit_code: sent.creditCode,
      contact: sent.contact,
      phone: sent.phone,
      address: sent.address,
      website: sent.website && JSON.stringify(sent.website),
    })
    if (Object.keys(changes).length === 0) return before
    await db.updateTable('firm').set(changes).where('id', '=', id).execute()
    const after = shownFirm(one(await firms(db).where('firm.id', '=', id).execute()))
    await audit(context, { action: 'firm.update', bizType: 'firm', bizId: id, before, after })
    return after
  },
}
