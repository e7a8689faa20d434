import { sql } from 'kysely'
import {
  actionsFor,
  type MaskActions,
  maskKinds,
  type masking,
  maskPresets,
  type MaskTemplate,
} from '#contract/masking.ts'
import { isTelling } from '#engine/masking/dictionary.ts'
import { restore } from '#engine/masking/restore.ts'
import { tokenBook } from '#engine/masking/token-book.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { conflict, notFound, Refusal } from '#server/kernel/errors.ts'
import { type Context, every, one, page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { effectiveRules } from './effective-rules.ts'
import { namesOf } from './kept-names.ts'
import { maskTexts } from './mask-texts.ts'
import { presetActions } from './presets.ts'

const mayEditFirm = ({ user }: Context) => Boolean(user.held['mask.edit'])

/** The firm's templates and one's own; another's own is not there. */
const visible = (db: Db, userId: string) =>
  db
    .selectFrom('mask_template')
    .select(['id', 'name', 'scope', 'actions', 'words', 'patterns', 'is_default', 'version', 'update_time'])
    .select(sql<string | null>`person_name(mask_template.update_user)`.as('who'))
    .where((eb) => eb.or([eb('scope', '=', 'firm'), eb('create_user', '=', userId)]))

/** The templates of these ids, held until the transaction ends, if the caller may change all of them. */
async function held(context: Context, ids: readonly string[]) {
  const { db, user } = context
  const rows = await db
    .selectFrom('mask_template')
    .selectAll()
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('scope', '=', 'firm'), eb('create_user', '=', user.id)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  every(ids)(rows)
  if (rows.some(({ scope }) => scope === 'firm') && !mayEditFirm(context)) throw new Refusal('maskFirmOnly')
  return rows
}

type Rules = { actions: MaskActions; words: readonly string[]; patterns: readonly string[] }

/** Refuses what cannot be done: an action a kind does not know, a word that would hide ordinary text, a pattern of one sign. */
function checked({ actions, words, patterns }: Rules): void {
  for (const kind of maskKinds)
    if (!actionsFor(kind).includes(actions[kind])) throw new Refusal('maskAction', { kind, action: actions[kind] })
  const short = words.find((word) => !isTelling(word))
  if (short !== undefined) throw new Refusal('maskWord', { word: short })
  const loose = patterns.find((pattern) => pattern.length < 3 || !/[#@*]/.test(pattern))
  if (loose !== undefined) throw new Refusal('maskPattern', { pattern: loose })
}

async function refuseName(
  { db, user }: Context,
  { id, name, scope }: { id: string | undefined; name: string; scope: string },
) {
  const query = db.selectFrom('mask_template').select('id').where('name', '=', name).where('scope', '=', scope)
  const same = await (scope === 'personal' ? query.where('create_user', '=', user.id) : query).execute()
  if (same.some((row) => row.id !== id)) throw new Refusal('maskNameTaken')
}

const columns = { name: 'name', scope: 'scope', updateTime: 'mask_template.update_time' }
const runColumns = {
  purpose: 'purpose',
  endpoint: 'endpoint',
  scope: 'mask_run.scope',
  createTime: 'mask_run.create_time',
  blocked: sql`(case when residual <> '{}' then 'true' else 'false' end)`,
}

export const maskingService: Service<typeof masking> = {
  async list(context, paging) {
    const { db, user } = context
    const firm = mayEditFirm(context)
    const found = await page(visible(db, user.id), paging, columns, ['update_time desc', 'id'])
    return {
      ...found,
      records: found.records.map((row) => ({
        id: row.id,
        name: row.name,
        scope: row.scope as MaskTemplate['scope'],
        actions: row.actions as MaskActions,
        words: row.words,
        patterns: row.patterns,
        isDefault: row.is_default,
        mine: row.scope === 'personal' || firm,
        version: row.version,
        updateUserName: row.who ?? '',
        updateTime: wallTime(row.update_time),
      })),
    }
  },

  presets: () => Promise.resolve(maskPresets.map((key) => ({ key, actions: presetActions[key] }))),

  async effective({ db, user }) {
    const { source, id, name, actions } = await effectiveRules(db, user.id)
    return { source, id, name, actions }
  },

  async save(context, { id, version, name, scope, actions, words, patterns }) {
    const { db } = context
    const rules = { actions, words: [...new Set(words)], patterns: [...new Set(patterns)] }
    checked(rules)
    if (scope === 'firm' && !mayEditFirm(context)) throw new Refusal('maskFirmOnly')
    await refuseName(context, { id, name, scope })
    const fields = { name, scope, ...rules, actions: JSON.stringify(actions) }
    if (id === undefined) {
      const made = one(await db.insertInto('mask_template').values(fields).returning('id').execute())
      await audit(context, {
        action: 'maskTemplate.add',
        bizType: 'maskTemplate',
        bizId: made.id,
        after: { name, scope, ...rules },
      })
      return { id: made.id }
    }
    const before = one(await held(context, [id]))
    if (before.version !== version) throw conflict()
    // whose it is stays: a default of the firm would silently become one person's
    if (before.scope !== scope) throw notFound()
    await db
      .updateTable('mask_template')
      .set({ ...fields, version: before.version + 1, update_user: context.user.id, update_time: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await audit(context, {
      action: 'maskTemplate.change',
      bizType: 'maskTemplate',
      bizId: id,
      before: { name: before.name, actions: before.actions, words: before.words, patterns: before.patterns },
      after: { name, ...rules },
    })
    return { id }
  },

  async remove(context, { ids }) {
    const rows = await held(context, ids)
    await context.db.deleteFrom('mask_template').where('id', 'in', ids).execute()
    for (const { id, name, scope, actions } of rows)
      await audit(context, {
        action: 'maskTemplate.remove',
        bizType: 'maskTemplate',
        bizId: id,
        before: { name, scope, actions },
      })
    return {}
  },

  async setDefault(context, { id, isDefault }) {
    const { db, user } = context
    const { scope, name, is_default: before } = one(await held(context, [id]))
    const others = db
      .updateTable('mask_template')
      .set({ is_default: false })
      .where('scope', '=', scope)
      .where('id', '<>', id)
    await (scope === 'personal' ? others.where('create_user', '=', user.id) : others).execute()
    await db.updateTable('mask_template').set({ is_default: isDefault }).where('id', '=', id).execute()
    await audit(context, {
      action: 'maskTemplate.setDefault',
      bizType: 'maskTemplate',
      bizId: id,
      before: { name, isDefault: before },
      after: { isDefault },
    })
    return {}
  },

  async tryOut({ db, user }, { text, actions, words, patterns }) {
    checked({ actions, words, patterns })
    const names = await namesOf(db, user.tenantId)
    // a factor anybody may know: the try-out is no conversation and has no secret
    const factor = { numerator: 137n, denominator: 100n }
    const task = { texts: [text], names: names.entries, words, patterns, actions, known: [], factor }
    const found = await maskTexts(task, names.dictionary)
    const [masked] = found.texts
    if (!masked) throw notFound()
    return {
      masked: masked.text,
      pieces: masked.pieces,
      residual: found.residual.flat().map(({ kind, start, end }) => ({ kind, start, end })),
      restored: restore(masked.text, tokenBook(found.added)),
    }
  },

  async runs({ db }, paging) {
    const query = db
      .selectFrom('mask_run')
      .select([
        'id',
        'purpose',
        'endpoint',
        'scope',
        'payload_hash',
        'characters',
        'counts',
        'residual',
        'previewed',
        'create_time',
      ])
      .select(sql<string | null>`person_name(mask_run.create_user)`.as('who'))
    const found = await page(query, paging, runColumns, ['create_time desc', 'id'])
    return {
      ...found,
      records: found.records.map((row) => ({
        id: row.id,
        createTime: wallTime(row.create_time),
        createUserName: row.who ?? '',
        purpose: row.purpose,
        endpoint: row.endpoint,
        scope: row.scope,
        characters: row.characters,
        counts: row.counts as Record<string, number>,
        residual: row.residual,
        blocked: row.residual.length > 0,
        previewed: row.previewed,
        payloadHash: row.payload_hash,
      })),
    }
  },
}
