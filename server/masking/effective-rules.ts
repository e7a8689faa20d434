import { type MaskActions, maskKinds } from '#contract/masking.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound } from '#server/kernel/errors.ts'
import { presetActions, presetOfAll } from './presets.ts'

/** What is hidden, how, and by whose word. */
export type MaskRules = {
  source: 'personal' | 'firm' | 'preset'
  id: string
  name: string
  actions: MaskActions
  words: readonly string[]
  patterns: readonly string[]
}

/** Templates a person sees: the firm's and his own. */
const templatesOf = (db: Db, userId: string) =>
  db
    .selectFrom('mask_template')
    .select(['id', 'name', 'scope', 'actions', 'words', 'patterns', 'is_default'])
    .where((eb) => eb.or([eb('scope', '=', 'firm'), eb('create_user', '=', userId)]))

const byPreset: MaskRules = {
  source: 'preset',
  id: presetOfAll,
  name: '',
  actions: presetActions[presetOfAll],
  words: [],
  patterns: [],
}

const firmDefault = (db: Db) =>
  db
    .selectFrom('mask_template')
    .select(['id', 'name', 'actions', 'words', 'patterns'])
    .where('scope', '=', 'firm')
    .where('is_default', '=', true)
    .executeTakeFirst()

/** Whether the firm has said what is hidden where nobody chooses. */
export const hasFirmDefault = async (db: Db): Promise<boolean> => (await firmDefault(db)) !== undefined

/** The firm's rules, whoever asks: its default template, else the product's. */
export async function firmRules(db: Db): Promise<MaskRules> {
  const row = await firmDefault(db)
  return row ? { source: 'firm', ...row, actions: row.actions as MaskActions } : byPreset
}

/**
 * The rules for a person: the template he names, else his default, else the firm's, else the product's. Where the firm has a
 * default nobody keeps in the open what it hides: a person may hide more, never less.
 */
export async function effectiveRules(db: Db, userId: string, templateId?: string): Promise<MaskRules> {
  const rows = await templatesOf(db, userId)
    .where((eb) =>
      eb.or([eb('is_default', '=', true), ...(templateId === undefined ? [] : [eb('id', '=', templateId)])]),
    )
    .execute()
  const firm = rows.find(({ scope, is_default }) => scope === 'firm' && is_default)
  const own = rows.find(({ scope, is_default }) => scope === 'personal' && is_default)
  const named = rows.find(({ id }) => id === templateId)
  if (templateId !== undefined && !named) throw notFound()
  const row = named ?? own ?? firm
  if (!row) return byPreset
  const actions = row.actions as MaskActions
  const least = firm ? (firm.actions as MaskActions) : actions
  return {
    source: row.scope === 'firm' ? 'firm' : 'personal',
    id: row.id,
    name: row.name,
    actions: Object.fromEntries(
      maskKinds.map((kind) => [kind, actions[kind] === 'keep' ? least[kind] : actions[kind]]),
    ) as MaskActions,
    words: [...new Set([...row.words, ...(firm?.words ?? [])])],
    patterns: [...new Set([...row.patterns, ...(firm?.patterns ?? [])])],
  }
}
