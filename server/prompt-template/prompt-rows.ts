import { sql } from 'kysely'
import {
  type PromptContent,
  type PromptScope,
  type PromptSummary,
  type PromptTemplate,
  type PromptVariable,
} from '#contract/prompt-template.ts'
import { extentOf } from '#contract/grants.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { one, type User } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'

export type PromptAsker = { db: Db; user: User }

const keeps = (user: User) => extentOf(user.held, 'prompt.edit') !== undefined
/** The scopes whose templates a person may add and change. In 000000 there are the product's only. */
export function changeableScopes(user: User): PromptScope[] {
  if (user.tenantId === PLATFORM) return keeps(user) ? ['system'] : []
  return keeps(user) ? ['firm', 'personal'] : ['personal']
}

/** Refuses whoever may not keep templates of this scope, saying who does. */
export function refuseScope(user: User, scope: PromptScope): void {
  if (changeableScopes(user).includes(scope)) return
  if (scope === 'system') throw new Refusal('promptSystemOnly')
  throw new Refusal(user.tenantId === PLATFORM ? 'promptOneTenant' : 'promptFirmOnly')
}

/**
 * The templates a person sees: what is published of the product's and the firm's, his own, and the drafts of those he may
 * change. Another's own is not there.
 */
export function visible({ db, user }: PromptAsker) {
  const scopes = changeableScopes(user)
  return db
    .selectFrom('prompt_template')
    .where('prompt_template.is_deleted', '=', 0)
    .where((eb) =>
      eb.or([
        eb.and([eb('prompt_template.scope', '=', 'personal'), eb('prompt_template.create_user', '=', user.id)]),
        eb.and([eb('prompt_template.scope', '<>', 'personal'), eb('prompt_template.version', '>', 0)]),
        eb.and([eb('prompt_template.scope', '<>', 'personal'), eb('prompt_template.scope', 'in', [...scopes, ''])]),
      ]),
    )
}

/** How often the tenant's people filled a template in. */
export const usesOf = sql<number>`coalesce((select uses from prompt_use where prompt_use.template_id = prompt_template.id), 0)`
export const favouriteOf = (user: User) =>
  sql<boolean>`exists (select from prompt_favourite f where f.template_id = prompt_template.id and f.user_id = ${user.id})`

const summaryColumns = [
  'prompt_template.id', 'prompt_template.name', 'prompt_template.name_en', 'prompt_template.says', 'prompt_template.says_en', 'prompt_template.scope', 'prompt_template.category', 'prompt_template.version', 'prompt_template.drafted', 'prompt_template.update_time',
] as const // prettier-ignore

/** What a list shows of those that are visible. */
export const summaries = (asker: PromptAsker) =>
  visible(asker)
    .select(summaryColumns)
    .select([
      sql<string | null>`person_name(prompt_template.update_user)`.as('who'),
      usesOf.as('uses'),
      favouriteOf(asker.user).as('favourite'),
    ])

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number]

export function shownSummary(row: SummaryRow, user: User): PromptSummary {
  const scope = row.scope as PromptScope
  const mine = changeableScopes(user).includes(scope)
  return {
    id: row.id,
    name: row.name,
    nameEn: row.name_en,
    says: row.says,
    saysEn: row.says_en,
    scope,
    category: row.category as PromptSummary['category'],
    version: row.version,
    drafted: mine && row.drafted,
    favourite: row.favourite,
    uses: row.uses,
    mine,
    updateUserName: row.who ?? '',
    updateTime: wallTime(row.update_time),
  }
}

const contentOf = (body: string, variables: unknown): PromptContent => ({
  body,
  variables: variables as PromptVariable[],
})

/** What was published as a version; not found if it was not. */
async function versionContent(db: Db, { id, tenantId, wanted }: { id: string; tenantId: string; wanted: number }) {
  const row = one(
    await db
      .selectFrom('prompt_version')
      .select(['body', 'variables'])
      .where('tenant_id', '=', tenantId)
      .where('template_id', '=', id)
      .where('version', '=', wanted)
      .execute(),
  )
  return contentOf(row.body, row.variables)
}

/** One that is visible, whole; not found otherwise. */
export async function wholeTemplate(asker: PromptAsker, id: string): Promise<PromptTemplate> {
  const row = one(
    await summaries(asker)
      .select([
        'prompt_template.revision',
        'prompt_template.body',
        'prompt_template.variables',
        'prompt_template.tenant_id as tenantId',
      ])
      .where('prompt_template.id', '=', id)
      .execute(),
  )
  const summary = shownSummary(row, asker.user)
  return {
    ...summary,
    revision: row.revision,
    published: row.version === 0 ? null : await versionContent(asker.db, { ...row, wanted: row.version }),
    draft: summary.mine ? contentOf(row.body, row.variables) : null,
  }
}

/** A published version of a visible template, the newest if none is named. */
export async function publishedContent(
  asker: PromptAsker,
  id: string,
  version?: number,
): Promise<{ content: PromptContent; version: number; scope: PromptScope }> {
  const template = one(
    await visible(asker)
      .select(['prompt_template.version', 'prompt_template.scope', 'prompt_template.tenant_id as tenantId'])
      .where('prompt_template.id', '=', id)
      .execute(),
  )
  if (template.version === 0) throw new Refusal('promptNotPublished')
  const wanted = version ?? template.version
  const content = await versionContent(asker.db, { id, tenantId: template.tenantId, wanted })
  const scope = template.scope as PromptScope
  return { content, version: wanted, scope }
}
