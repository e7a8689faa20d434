import { sql } from 'kysely'
import type { z } from 'zod'
import { type Dict, DICT_ROOT, dict } from '#contract/dict.ts'
import { audit } from '#server/kernel/audit.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { type Context, every, one, page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { sentFields } from '../project/sent-fields.ts'
import { refuseInUse } from './dict-use.ts'
import { TOP, treeOf, withAncestors, withDescendants } from './menu-tree.ts'

const columnOf = {
  code: 'dict.code',
  dictKey: 'dict.dict_key',
  dictValue: 'dict.dict_value',
  valueEn: 'dict.value_en',
  remark: 'dict.remark',
  isSealed: 'dict.is_sealed',
  sort: 'dict.sort',
}
const BY_SORT = ['dict.sort', 'dict.code', 'dict.dict_key']
const ALL = { current: 1, size: 100_000 }

const dicts = ({ db }: Context) => db.selectFrom('dict').selectAll('dict').where('dict.is_deleted', '=', 0)
type Row = Awaited<ReturnType<ReturnType<typeof dicts>['execute']>>[number]

const shown = (row: Row): Dict => ({
  id: row.id,
  parentId: row.parent_id ?? TOP,
  code: row.code,
  dictKey: row.dict_key,
  dictValue: row.dict_value,
  valueEn: row.value_en,
  sort: row.sort,
  color: row.color,
  remark: row.remark,
  isSealed: row.is_sealed,
  version: row.version,
  updateTime: wallTime(row.update_time),
})
const inLanguage = (row: Row, language: string) => (language === 'en' && row.value_en ? row.value_en : row.dict_value)

const detail = async (context: Context, { id }: { id: string }) =>
  shown(one(await dicts(context).where('dict.id', '=', id).execute()))

export const dictService: Service<typeof dict> = {
  async dictionary(context, { code }) {
    const { language, user } = context
    const rows = await dicts(context)
      .where('code', '=', code)
      .where('dict_key', '<>', DICT_ROOT)
      .orderBy('sort')
      .orderBy('dict_key')
      .execute()
    // a tenant that keeps a dictionary of this code has replaced the platform's
    const own = rows.filter((row) => row.tenant_id === user.tenantId)
    return (own.length ? own : rows).map((row) => ({
      id: row.id,
      code: row.code,
      dictKey: row.dict_key,
      dictValue: inLanguage(row, language),
      remark: row.remark,
      color: row.color,
    }))
  },

  async list(context, { where, sort }) {
    const all = (await page(dicts(context), { ...ALL, where: [], sort }, columnOf, BY_SORT)).records
    if (where.length === 0) return treeOf(all.map(shown))
    const found = (await page(dicts(context), { ...ALL, where, sort }, columnOf, BY_SORT)).records
    const ids = new Set(found.map(({ id }) => id))
    const kept = withAncestors(
      all,
      all.filter(({ id }) => ids.has(id)),
    )
    return treeOf(kept.map(shown))
  },

  async parentList(context, paging) {
    const found = await page(dicts(context).where('dict.dict_key', '=', DICT_ROOT), paging, columnOf, BY_SORT)
    return { ...found, records: found.records.map(shown) }
  },

  async childList(context, { parentId, ...paging }) {
    const below = dicts(context)
      .where('dict.dict_key', '<>', DICT_ROOT)
      .where('dict.parent_id', '=', parentId && parentId !== TOP ? parentId : null)
    // an array by contract, whole: `size` cuts nothing off
    return (await page(below, { ...paging, ...ALL }, columnOf, BY_SORT)).records.map(shown)
  },

  detail,

  async tree(context, { code }) {
    // what older clients ask for to choose what an item belongs to
    const wanted = code === 'DICT' ? dicts(context) : dicts(context).where('code', '=', code)
    const rows = await wanted.orderBy('sort').orderBy('code').orderBy('dict_key').execute()
    return treeOf(
      rows.map((row) => ({
        id: row.id,
        parentId: row.parent_id ?? TOP,
        title: inLanguage(row, context.language),
        key: row.id,
        value: row.id,
      })),
    )
  },

  async submit(context, { id, version, ...sent }) {
    const before = id ? one(await dicts(context).where('dict.id', '=', id).forUpdate().execute()) : undefined
    if (before && version !== undefined && version !== before.version) throw conflict()
    const at = before ? await change(context, before, sent) : await add(context, sent)
    const after = await detail(context, { id: at })
    const action = before ? 'dict.update' : 'dict.add'
    await audit(context, { action, bizType: 'dict', bizId: at, ...(before && { before: shown(before) }), after })
    return after
  },

  async remove(context, { ids }) {
    const rows = await dicts(context).where('dict.id', 'in', ids).orderBy('dict.id').forUpdate().execute()
    every(ids)(rows)
    const left = await dicts(context)
      .where('dict.parent_id', 'in', ids)
      .where('dict.id', 'not in', ids)
      .limit(1)
      .execute()
    const parent = rows.find((row) => left.some((one) => one.parent_id === row.id))
    if (parent) throw new Refusal('dictHasChildren', { name: parent.dict_value })
    for (const row of rows) await refuseInUse(context, row)
    await context.db
      .updateTable('dict')
      .set({ is_deleted: 1, version: sql`version + 1`, update_time: sql<Date>`now()` })
      .where('id', 'in', ids)
      .execute()
    for (const row of rows) {
      await audit(context, { action: 'dict.remove', bizType: 'dict', bizId: row.id, before: shown(row) })
    }
    return {}
  },
}

type Sent = Omit<z.output<typeof dict.submit.input>, 'id' | 'version'>

/** The dictionary or item above; undefined for a dictionary itself. */
async function parentOf(context: Context, parentId: string | undefined): Promise<Row | undefined> {
  if (!parentId || parentId === TOP) return undefined
  const [parent] = await dicts(context).where('dict.id', '=', parentId).execute()
  if (!parent) throw new Refusal('dictParentGone')
  return parent
}

async function add(context: Context, sent: Sent): Promise<string> {
  const parent = await parentOf(context, sent.parentId)
  const code = parent?.code ?? sent.code
  const key = parent ? sent.dictKey : DICT_ROOT
  if (code === undefined) throw new Refusal('dictCode')
  if (key === undefined) throw new Refusal('dictKey')
  if (parent && key === DICT_ROOT) throw new Refusal('dictRootKey')
  if (sent.dictValue === undefined) throw new Refusal('dictValue')
  const [made] = await context.db
    .insertInto('dict')
    .values({
      ...sentFields(columnsOf(sent)),
      parent_id: parent?.id ?? null,
      code,
      dict_key: key,
      dict_value: sent.dictValue,
      sort: sent.sort ?? (await nextSort(context, parent)),
    })
    .onConflict((clash) => clash.columns(['tenant_id', 'code', 'dict_key']).where('is_deleted', '=', 0).doNothing())
    .returning('id')
    .execute()
  if (!made) throw taken(code, key)
  return made.id
}

async function nextSort(context: Context, parent: Row | undefined): Promise<number> {
  const { last } = await dicts(context)
    .where('dict.parent_id', parent ? '=' : 'is', parent?.id ?? null)
    .clearSelect()
    .select(sql<number>`coalesce(max(sort) + 1, 0)`.as('last'))
    .executeTakeFirstOrThrow()
  return last
}

const taken = (code: string, key: string) =>
  key === DICT_ROOT ? new Refusal('dictCodeTaken', { code }) : new Refusal('dictKeyTaken')

/** A dictionary that changes its code takes its items along; an item keeps to its dictionary. */
async function change(context: Context, before: Row, sent: Sent): Promise<string> {
  const { db } = context
  const isRoot = before.dict_key === DICT_ROOT
  const code = isRoot ? (sent.code ?? before.code) : before.code
  const key = isRoot ? DICT_ROOT : (sent.dictKey ?? before.dict_key)
  if (!isRoot && key === DICT_ROOT) throw new Refusal('dictRootKey')
  const unsealed = sent.isSealed === 0 ? { ...before, is_sealed: 0 } : before
  if (code !== before.code || key !== before.dict_key) {
    await refuseInUse(context, unsealed)
    const other = await dicts(context)
      .where('dict.code', '=', code)
      .where('dict.dict_key', '=', key)
      .where('dict.id', '<>', before.id)
      .where('dict.tenant_id', '=', before.tenant_id)
      .executeTakeFirst()
    if (other) throw taken(code, key)
  }
  const parent = isRoot ? undefined : await parentOf(context, sent.parentId)
  if (parent) {
    if (parent.code !== before.code) throw new Refusal('dictOtherCode')
    const family = await dicts(context).where('dict.code', '=', before.code).execute()
    if (withDescendants(family, [before.id]).has(parent.id)) throw new Refusal('dictCycle')
  }
  const stamp = { update_time: sql<Date>`now()`, version: sql<number>`version + 1` }
  await db
    .updateTable('dict')
    .set({
      ...sentFields(columnsOf(sent)),
      ...(sent.dictValue !== undefined && { dict_value: sent.dictValue }),
      ...(parent && { parent_id: parent.id }),
      dict_key: key,
      code,
      ...stamp,
    })
    .where('id', '=', before.id)
    .execute()
  if (code !== before.code) {
    await db
      .updateTable('dict')
      .set({ code, ...stamp })
      .where('code', '=', before.code)
      .execute()
  }
  return before.id
}

const columnsOf = (sent: Sent) => ({
  value_en: sent.valueEn,
  sort: sent.sort,
  color: sent.color,
  remark: sent.remark,
  is_sealed: sent.isSealed,
})
