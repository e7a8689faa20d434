import { sql } from 'kysely'
import type { z } from 'zod'
import type { indicator, Threshold } from '#contract/indicator.ts'
import type { Language } from '#contract/texts.ts'
import type { Threshold as EngineThreshold } from '#engine/indicator/threshold.ts'
import { indicatorRows, indicators } from '#facts/indicators.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { conflict, notFound, Refusal } from '#server/kernel/errors.ts'
import { type Context, every, page } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { inLanguage } from '#server/paper/stored-cell.ts'

const columnOf = {
  indicator: 'indicator_threshold.indicator',
  industry: 'indicator_threshold.industry',
  region: 'indicator_threshold.region',
  year: 'indicator_threshold.year',
  measure: 'indicator_threshold.measure',
  source: 'indicator_threshold.source',
  updateTime: 'indicator_threshold.update_time',
}

/** Bounds as people wrote them: exact, without zeros at the end. */
const rows = (db: Db) =>
  db
    .selectFrom('indicator_threshold')
    .select(['id', 'indicator', 'industry', 'region', 'year', 'source', 'version', 'update_time'])
    .select(sql<'value' | 'change'>`measure`.as('measure'))
    .select(sql<string>`coalesce(trim_scale(low)::text, '')`.as('low'))
    .select(sql<string>`coalesce(trim_scale(high)::text, '')`.as('high'))
    .select(sql<string | null>`person_name(indicator_threshold.update_user)`.as('who'))

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]
export type FirmThreshold = EngineThreshold & { id: string; source: string }

/** What a row of the library is called: `K10 总资产周转率（收入口径）`. */
export function rowName(key: string, language: Language): string {
  const label = indicatorRows.find((row) => row.key === key)?.label
  const indicator = indicators.find(({ id }) => id === key)
  return label ? inLanguage(label, language) : indicator ? `${key} ${inLanguage(indicator.name, language)}` : key
}

/** Every row a threshold may be set for, in the order of the indicators. */
export const thresholdKeys: readonly string[] = indicators.flatMap(({ id }) => {
  const keys = indicatorRows.filter(({ indicator }) => indicator === id).map(({ key }) => key)
  return keys.length > 0 ? keys : [id]
})

const shown = (row: Row, language: Language): z.input<typeof Threshold> => ({
  id: row.id,
  indicator: row.indicator,
  indicatorName: rowName(row.indicator, language),
  industry: row.industry,
  region: row.region,
  year: row.year,
  measure: row.measure,
  low: row.low,
  high: row.high,
  source: row.source,
  version: row.version,
  updateUserName: row.who ?? '',
  updateTime: wallTime(row.update_time),
})

/** The whole library of the firm, as the engine takes it. */
export async function firmThresholds(db: Db): Promise<FirmThreshold[]> {
  const library = await rows(db).execute()
  return library.map(({ id, indicator, industry, region, year, measure, low, high, source }) => ({
    id, indicator, industry, region, year: year === 0 ? null : year, measure, low, high, source,
  })) // prettier-ignore
}

export const wireThreshold = ({ id, measure, low, high, industry, region, year, source }: FirmThreshold) => ({
  id,
  measure,
  low,
  high,
  industry,
  region,
  year: year ?? 0,
  source,
})

export async function listThresholds(context: Context, paging: z.output<typeof indicator.thresholds.input>) {
  const found = await page(rows(context.db), paging, columnOf, ['indicator', 'measure', 'industry', 'region', 'year'])
  return { ...found, records: found.records.map((row) => shown(row, context.language)) }
}

type Draft = z.output<typeof indicator.saveThreshold.input>

/** Adds or changes a warning value; one place of the library holds one. */
export async function saveThreshold(context: Context, { id, version, low, high, ...draft }: Draft) {
  const { db, language } = context
  if (!thresholdKeys.includes(draft.indicator)) throw new Refusal('indicatorUnknown')
  const before = id ? await one(db, id, true) : undefined
  if (before && version !== undefined && version !== before.version) throw conflict()
  const same = await sameAs(db, draft)
  if (same !== undefined && same !== id) throw new Refusal('indicatorThresholdTaken')
  const values = { ...draft, low: low || null, high: high || null }
  const now = { update_user: sql<string>`current_actor()`, update_time: sql<Date>`now()`, version: sql<number>`version + 1` } // prettier-ignore
  const made = id
    ? await db.updateTable('indicator_threshold').set({ ...values, ...now }).where('id', '=', id).returning('id').executeTakeFirst() // prettier-ignore
    : await db.insertInto('indicator_threshold').values(values).onConflict((clash) => clash.doNothing()).returning('id').executeTakeFirst() // prettier-ignore
  if (!made) throw new Refusal('indicatorThresholdTaken')
  const after = shown(await one(db, made.id, false), language)
  await audit(context, {
    action: id ? 'indicatorThreshold.update' : 'indicatorThreshold.add',
    bizType: 'indicatorThreshold',
    bizId: made.id,
    before: before && shown(before, language),
    after,
  })
  return after
}

type Key = Pick<Draft, 'indicator' | 'industry' | 'region' | 'year' | 'measure'>

/** The row of the library at this place. */
export async function sameAs(db: Db, { indicator, industry, region, year, measure }: Key): Promise<string | undefined> {
  const row = await db
    .selectFrom('indicator_threshold')
    .select('id')
    .where('indicator', '=', indicator)
    .where('measure', '=', measure)
    .where('industry', '=', industry)
    .where('region', '=', region)
    .where('year', '=', year)
    .executeTakeFirst()
  return row?.id
}

async function one(db: Db, id: string, lock: boolean): Promise<Row> {
  let query = rows(db).where('id', '=', id)
  if (lock) query = query.forUpdate()
  const row = await query.executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export async function removeThresholds(context: Context, { ids }: { ids: string[] }) {
  const { db, language } = context
  const gone = await rows(db).where('id', 'in', ids).orderBy('id').forUpdate().execute()
  every(ids)(gone)
  await db.deleteFrom('indicator_threshold').where('id', 'in', ids).execute()
  for (const row of gone)
    await audit(context, { action: 'indicatorThreshold.remove', bizType: 'indicatorThreshold', bizId: row.id, before: shown(row, language) }) // prettier-ignore
  return {}
}
