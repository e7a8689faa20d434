import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { PromptContent } from '#contract/prompt-template.ts'
import { type ShippedPrompt, shippedPrompts } from '#facts/prompt-templates.ts'
import type { Db } from '#server/kernel/database.ts'
import { one } from '#server/kernel/service.ts'

const BY_PRODUCT = '随产品提供'

const columnsOf = ({ category, name, says, body, variables }: ShippedPrompt) => {
  const content = PromptContent.parse({ body, variables })
  return {
    content,
    columns: {
      category,
      name: name.zh,
      name_en: name.en,
      says: says.zh,
      says_en: says.en,
      body: content.body,
      variables: JSON.stringify(content.variables),
    },
  }
}

/**
 * The product's templates that are missing, and what a newer Digao says of those nobody has touched (revision 1). What an
 * administrator of the platform changed or deleted stays as it is. In a transaction of tenant 000000.
 */
export async function seedPrompts(db: Db, shipped: readonly ShippedPrompt[] = shippedPrompts): Promise<void> {
  const known = await db.selectFrom('prompt_template').selectAll().where('code', '<>', '').execute()
  const byCode = new Map(known.map((row) => [row.code, row]))
  for (const prompt of shipped) {
    const row = byCode.get(prompt.code)
    const { content, columns: own } = columnsOf(prompt)
    const columns = { ...own, name: await freeName(db, own.name, row?.id) }
    if (!row) {
      const values = { ...columns, code: prompt.code, scope: 'system', version: 1, drafted: false }
      const made = one(await db.insertInto('prompt_template').values(values).returning('id').execute())
      await publish(db, made.id, { version: 1, content })
      continue
    }
    if (row.revision > 1 || row.is_deleted !== 0) continue
    const { variables, ...words } = columns
    const now = Object.fromEntries(Object.keys(words).map((name) => [name, Object(row)[name]]))
    const sameContent = row.body === content.body && isDeepStrictEqual(row.variables, content.variables)
    if (sameContent && isDeepStrictEqual(now, words)) continue
    const version = row.version + (sameContent ? 0 : 1)
    await db
      .updateTable('prompt_template')
      .set({ ...words, variables, version, update_time: sql<Date>`now()` })
      .where('id', '=', row.id)
      .execute()
    if (!sameContent) await publish(db, row.id, { version, content })
  }
}

/** The name, or another where a template the platform made has it: two of one name cannot stand. */
async function freeName(db: Db, name: string, id: string | undefined): Promise<string> {
  const rows = await db
    .selectFrom('prompt_template')
    .select(['id', 'name'])
    .where('scope', '=', 'system')
    .where('is_deleted', '=', 0)
    .where('name', 'like', `${name}%`)
    .execute()
  const taken = new Set(rows.flatMap((row) => (row.id === id ? [] : [row.name])))
  for (let at = 1; ; at += 1) {
    const wanted = at === 1 ? name : `${name} ${at}`
    if (!taken.has(wanted)) return wanted
  }
}

async function publish(db: Db, templateId: string, { version, content }: { version: number; content: PromptContent }) {
  const { body, variables } = content
  await db
    .insertInto('prompt_version')
    .values({ template_id: templateId, version, body, variables: JSON.stringify(variables), note: BY_PRODUCT })
    .execute()
}
