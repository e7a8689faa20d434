import { sql } from 'kysely'
import type { z } from 'zod'
import type { Region, region } from '#contract/region.ts'
import { audit } from '#server/kernel/audit.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { type Context, every, one, page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { sentFields } from '../project/sent-fields.ts'

const TOP = '0'
const DEEPEST = 4

/** The code above; 0 above a province. */
const parentCode = sql<string>`coalesce((select above.code from region above
  where above.tenant_id = region.tenant_id and above.id = region.parent_id), '0')`

const columnOf = {
  code: 'region.code',
  name: 'region.name',
  nameEn: 'region.name_en',
  level: 'region.level',
  parentCode,
}
const BY_SORT = ['region.sort', 'region.code']

const regions = ({ db }: Context) =>
  db
    .selectFrom('region')
    .where('region.is_deleted', '=', 0)
    .select([
      'region.id',
      'region.parent_id',
      parentCode.as('parentCode'),
      'region.code',
      'region.name',
      'region.name_en as nameEn',
      'region.level',
      'region.sort',
      'region.remark',
      'region.version',
      'region.update_time',
      sql<boolean>`exists (select from region below where below.tenant_id = region.tenant_id
        and below.parent_id = region.id and below.is_deleted = 0)`.as('hasChildren'),
    ])
type Row = Awaited<ReturnType<ReturnType<typeof regions>['execute']>>[number]
const shown = (row: Row): Region => ({ ...row, updateTime: wallTime(row.update_time) })

async function level(context: Context, parentCode: string | undefined): Promise<Region[]> {
  const rows = regions(context)
  const code = parentCode || TOP
  const cut =
    code === TOP
      ? rows.where('region.parent_id', 'is', null)
      : rows.where((eb) =>
          eb(
            'region.parent_id',
            '=',
            eb
              .selectFrom('region as above')
              .where('above.code', '=', code)
              .where('above.is_deleted', '=', 0)
              .select('above.id'),
          ),
        )
  return (await cut.orderBy('region.sort').orderBy('region.code').execute()).map(shown)
}

const detail = async (context: Context, { id }: { id: string }) =>
  shown(one(await regions(context).where('region.id', '=', id).execute()))

type Sent = Omit<z.output<typeof region.submit.input>, 'id' | 'version'>

export const regionService: Service<typeof region> = {
  async select(context, { parentCode }) {
    const english = context.language === 'en'
    const rows = await level(context, parentCode)
    return rows.map(({ code, name, nameEn, level, hasChildren }) => {
      return { code, name: english && nameEn ? nameEn : name, level, hasChildren }
    })
  },
  lazyList: (context, { parentCode }) => level(context, parentCode),

  async list(context, paging) {
    const found = await page(regions(context), paging, columnOf, BY_SORT)
    return { ...found, records: found.records.map(shown) }
  },

  detail,

  async submit(context, { id, version, ...sent }) {
    // moves and levels are checked against the whole tree: one at a time
    await sql`select pg_advisory_xact_lock(hashtext('digao.region'))`.execute(context.db)
    const before = id ? await detail(context, { id }) : undefined
    if (before && version !== undefined && version !== before.version) throw conflict()
    const at = before ? await change(context, before, sent) : await add(context, sent)
    const after = await detail(context, { id: at })
    const action = before ? 'region.update' : 'region.add'
    await audit(context, { action, bizType: 'region', bizId: at, ...(before && { before }), after })
    return after
  },

  async remove(context, { ids }) {
    const rows = (await regions(context).where('region.id', 'in', ids).execute()).map(shown)
    every(ids)(rows)
    const left = await context.db
      .selectFrom('region')
      .where('parent_id', 'in', ids)
      .where('id', 'not in', ids)
      .where('is_deleted', '=', 0)
      .select('parent_id')
      .limit(1)
      .execute()
    const parent = rows.find(({ id }) => left.some((one) => one.parent_id === id))
    if (parent) throw new Refusal('regionHasChildren', { name: parent.name })
    await context.db
      .updateTable('region')
      .set({ is_deleted: 1, version: sql`version + 1`, update_time: sql<Date>`now()` })
      .where('id', 'in', ids)
      .execute()
    for (const before of rows) {
      await audit(context, { action: 'region.remove', bizType: 'region', bizId: before.id, before })
    }
    return {}
  },
}

/** Where a region stands: the one above, and the level that follows from it. */
async function placeOf(
  context: Context,
  parentCode: string | undefined,
): Promise<{ id: string | null; level: number }> {
  if (!parentCode || parentCode === TOP) return { id: null, level: 1 }
  const [above] = await regions(context).where('region.code', '=', parentCode).execute()
  if (!above) throw new Refusal('regionParentGone', { code: parentCode })
  if (above.level >= DEEPEST) throw new Refusal('regionTooDeep')
  return { id: above.id, level: above.level + 1 }
}

async function add(context: Context, sent: Sent): Promise<string> {
  const { code, name } = sent
  if (code === undefined) throw new Refusal('regionCode')
  if (name === undefined) throw new Refusal('regionName')
  const place = await placeOf(context, sent.parentCode)
  const [made] = await context.db
    .insertInto('region')
    .values({ ...sentFields(columnsOf(sent)), code, name, parent_id: place.id, level: place.level })
    .onConflict((clash) => clash.columns(['tenant_id', 'code']).where('is_deleted', '=', 0).doNothing())
    .returning('id')
    .execute()
  if (!made) throw new Refusal('regionCodeTaken', { code })
  return made.id
}

/** A region that moves takes what is below it along, levels too. */
async function change(context: Context, before: Region, sent: Sent): Promise<string> {
  const { db } = context
  if (sent.code !== undefined && sent.code !== before.code) {
    const [other] = await regions(context).where('region.code', '=', sent.code).execute()
    if (other) throw new Refusal('regionCodeTaken', { code: sent.code })
  }
  const stamp = { version: sql<number>`version + 1`, update_time: sql<Date>`now()` }
  await db
    .updateTable('region')
    .set({ ...sentFields(columnsOf(sent)), ...stamp })
    .where('id', '=', before.id)
    .execute()
  const parentCode = sent.parentCode === undefined ? before.parentCode : sent.parentCode || TOP
  if (parentCode === before.parentCode) return before.id

  const place = await placeOf(context, parentCode)
  const below = await db
    .withRecursive('below', (cte) =>
      cte
        .selectFrom('region')
        .where('id', '=', before.id)
        .select(['id', 'level'])
        .unionAll((eb) =>
          eb
            .selectFrom('region')
            .innerJoin('below', 'below.id', 'region.parent_id')
            .where('region.is_deleted', '=', 0)
            .select(['region.id', 'region.level']),
        ),
    )
    .selectFrom('below')
    .selectAll()
    .execute()
  if (below.some(({ id }) => id === place.id)) throw new Refusal('regionCycle')
  const down = place.level - before.level
  if (below.some((row) => row.level + down > DEEPEST)) throw new Refusal('regionTooDeep')
  await db.updateTable('region').set({ parent_id: place.id }).where('id', '=', before.id).execute()
  const ids = below.map(({ id }) => id)
  await db
    .updateTable('region')
    .set({ level: sql`level + ${down}` })
    .where('id', 'in', ids)
    .execute()
  return before.id
}

const columnsOf = (sent: Sent) => ({
  code: sent.code,
  name: sent.name,
  name_en: sent.nameEn,
  sort: sent.sort,
  remark: sent.remark,
})
