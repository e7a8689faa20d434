import { sql } from 'kysely'
import { type promptTemplate, type PromptVariable } from '#contract/prompt-template.ts'
import { audit } from '#server/kernel/audit.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { type Context, one, page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { openModels } from '../model/model-port.ts'
import { differs, heldAsRead, heldTemplates, publishDraft, refuseName } from './change-template.ts'
import { checkContent } from './check-content.ts'
import {
  changeableScopes,
  favouriteOf,
  refuseScope,
  shownSummary,
  summaries,
  usesOf,
  visible,
  wholeTemplate,
} from './prompt-rows.ts'
import { preview, tryOut, usePrompt } from './render-service.ts'

const columns = {
  name: sql`concat(prompt_template.name, ' ', prompt_template.name_en)`,
  scope: 'prompt_template.scope',
  category: 'prompt_template.category',
  updateTime: 'prompt_template.update_time',
  uses: usesOf,
}

const LONGEST_NAME = 60
/** A name that nobody's own template has yet. */
async function freeName({ db, user }: Context, name: string, suffix: string): Promise<string> {
  const rows = await db
    .selectFrom('prompt_template')
    .select('name')
    .where('tenant_id', '=', user.tenantId)
    .where('is_deleted', '=', 0)
    .where((eb) => eb.or([eb('create_user', '=', user.id), eb('scope', '<>', 'personal')]))
    .execute()
  const taken = new Set(rows.map((row) => row.name))
  for (let at = 1; ; at += 1) {
    const end = `${suffix}${at === 1 ? '' : at}`
    const wanted = `${name.slice(0, LONGEST_NAME - end.length)}${end}`
    if (!taken.has(wanted)) return wanted
  }
}

export const promptTemplateService: Service<typeof promptTemplate> = {
  async list({ db, user }, { words, favourite, published, ...paging }) {
    let query = summaries({ db, user })
    if (words) {
      const like = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      query = query.where(
        sql<boolean>`concat_ws(' ', name, name_en, says, says_en, case version when 0 then body else (select v.body from prompt_version v
          where v.tenant_id = prompt_template.tenant_id and v.template_id = prompt_template.id and v.version = prompt_template.version) end) ilike ${like}`,
      )
    }
    if (favourite) query = query.where(favouriteOf(user))
    if (published) query = query.where('prompt_template.version', '>', 0)
    const found = await page(query, paging, columns, [
      'favourite desc',
      'prompt_template.update_time desc',
      'prompt_template.id',
    ])
    return { ...found, records: found.records.map((row) => shownSummary(row, user)) }
  },

  detail: ({ db, user }, { id }) => wholeTemplate({ db, user }, id),

  async save(context, { id, revision, publish, note, content, ...fields }) {
    const { db, user } = context
    checkContent(content)
    refuseScope(user, fields.scope)
    await refuseName(context, { id, ...fields })
    const { scope, nameEn, saysEn, ...rest } = fields
    const values = {
      ...rest,
      name_en: nameEn,
      says_en: saysEn,
      body: content.body,
      variables: JSON.stringify(content.variables),
    }
    if (id === undefined) {
      const made = one(
        await db
          .insertInto('prompt_template')
          .values({ ...values, scope })
          .returningAll()
          .execute(),
      )
      await audit(context, {
        action: 'promptTemplate.add',
        bizType: 'promptTemplate',
        bizId: made.id,
        after: { name: made.name, scope, content },
      })
      const { version, revision: now } = publish
        ? await publishDraft(context, made, note)
        : { version: 0, revision: made.revision }
      return { id: made.id, revision: now, version }
    }
    const before = await heldAsRead(context, id, revision)
    // whose it is stays: one of the firm's would silently become one person's
    if (before.scope !== scope) throw notFound()
    const changed = one(
      await db
        .updateTable('prompt_template')
        .set({
          ...values,
          drafted: await differs(context, before, content),
          revision: before.revision + 1,
          update_user: user.id,
          update_time: sql<Date>`now()`,
        })
        .where('tenant_id', '=', user.tenantId)
        .where('id', '=', id)
        .returningAll()
        .execute(),
    )
    await audit(context, {
      action: 'promptTemplate.change',
      bizType: 'promptTemplate',
      bizId: id,
      before: { name: before.name, body: before.body, variables: before.variables },
      after: { name: changed.name, content },
    })
    if (!publish || !changed.drafted) return { id, revision: changed.revision, version: changed.version }
    const { version, revision: now } = await publishDraft(context, changed, note)
    return { id, revision: now, version }
  },

  async publish(context, { id, revision, note }) {
    return publishDraft(context, await heldAsRead(context, id, revision), note)
  },

  async versions({ db, user }, { id }) {
    const template = one(
      await visible({ db, user })
        .select(['prompt_template.id', 'prompt_template.tenant_id'])
        .where('prompt_template.id', '=', id)
        .execute(),
    )
    const rows = await db
      .selectFrom('prompt_version')
      .select(['version', 'body', 'variables', 'note', 'create_time'])
      .select(sql<string | null>`person_name(prompt_version.create_user)`.as('who'))
      .where('tenant_id', '=', template.tenant_id)
      .where('template_id', '=', id)
      .orderBy('version', 'desc')
      .limit(200)
      .execute()
    return rows.map(({ version, body, variables, note, create_time, who }) => ({
      version,
      body,
      variables: variables as PromptVariable[],
      note,
      publishUserName: who ?? '',
      publishTime: wallTime(create_time),
    }))
  },

  async restore(context, { id, version, revision }) {
    const { db, user } = context
    const row = await heldAsRead(context, id, revision)
    const earlier = one(
      await db
        .selectFrom('prompt_version')
        .select(['body', 'variables'])
        .where('tenant_id', '=', user.tenantId)
        .where('template_id', '=', id)
        .where('version', '=', version)
        .execute(),
    )
    const content = { body: earlier.body, variables: earlier.variables as PromptVariable[] }
    await db
      .updateTable('prompt_template')
      .set({
        body: content.body,
        variables: JSON.stringify(content.variables),
        drafted: await differs(context, row, content),
        revision: row.revision + 1,
        update_user: user.id,
        update_time: sql<Date>`now()`,
      })
      .where('tenant_id', '=', user.tenantId)
      .where('id', '=', id)
      .execute()
    const after = { name: row.name, version }
    await audit(context, { action: 'promptTemplate.restore', bizType: 'promptTemplate', bizId: id, after })
    return { revision: row.revision + 1 }
  },

  async remove(context, { ids }) {
    const rows = await heldTemplates(context, ids)
    await context.db
      .updateTable('prompt_template')
      .set({ is_deleted: 1, update_user: context.user.id, update_time: sql<Date>`now()` })
      .where('tenant_id', '=', context.user.tenantId)
      .where('id', 'in', ids)
      .execute()
    for (const { id, name, create_user: ownerId } of rows)
      await context.kernel.trash.put(context.db, { kind: 'promptTemplate', itemId: id, name, ownerId })
    for (const { id, name, scope } of rows)
      await audit(context, {
        action: 'promptTemplate.remove',
        bizType: 'promptTemplate',
        bizId: id,
        before: { name, scope },
      })
    return {}
  },

  async copy(context, { id }) {
    const { db, user, language } = context
    const scope = user.tenantId === PLATFORM ? 'system' : 'personal'
    refuseScope(user, scope)
    const from = await wholeTemplate({ db, user }, id)
    const content = from.draft ?? from.published
    if (!content) throw new Refusal('promptNotPublished')
    const name = await freeName(context, from.name, language === 'en' ? ' (copy)' : ' 副本')
    const made = one(
      await db
        .insertInto('prompt_template')
        .values({
          scope,
          category: from.category,
          name,
          name_en: from.nameEn && `${from.nameEn} (copy)`.slice(0, 100),
          says: from.says,
          says_en: from.saysEn,
          body: content.body,
          variables: JSON.stringify(content.variables),
        })
        .returningAll()
        .execute(),
    )
    await publishDraft(context, made, '')
    return { id: made.id }
  },

  async favour({ db, user }, { id, favourite }) {
    const { scope } = one(
      await visible({ db, user }).select('prompt_template.scope').where('prompt_template.id', '=', id).execute(),
    )
    if (favourite) {
      await db
        .insertInto('prompt_favourite')
        .values({ user_id: user.id, template_id: id, shared: scope === 'system' })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'template_id']).doNothing())
        .execute()
    } else {
      await db.deleteFrom('prompt_favourite').where('user_id', '=', user.id).where('template_id', '=', id).execute()
    }
    return {}
  },

  async capable({ db, user, kernel }) {
    const actor = { tenantId: user.tenantId, userId: user.id }
    return { hasModel: await openModels(kernel).has(actor, 'chat', db), scopes: changeableScopes(user) }
  },

  render: usePrompt,
  preview,
  tryOut,
}
