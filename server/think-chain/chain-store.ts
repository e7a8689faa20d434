import { type Selectable, sql, type SqlBool } from 'kysely'
import { z } from 'zod'
import { extentOf } from '#contract/grants.ts'
import { ChainStep, type ThinkChain } from '#contract/think-chain.ts'
import type { Language } from '#contract/texts.ts'
import { type SystemChain, systemChains } from '#facts/think-chains.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { User } from '#server/kernel/service.ts'
import type { ThinkChain as ChainTable } from '#server/kernel/tables.ts'
import { wallTime } from '#server/kernel/wall-time.ts'

export type ChainAsker = { db: Db; user: User; language?: Language }

const Steps = z.array(ChainStep)
const Scope = z.enum(['firm', 'personal'])

export const administersChains = (user: User): boolean => extentOf(user.held, 'thinkChain.edit') !== undefined

/** A chain of the product in the reader's language. */
function shownSystem(chain: SystemChain, language: Language | undefined): ThinkChain {
  const en = language === 'en'
  return {
    id: chain.id,
    name: en ? chain.nameEn : chain.name,
    description: en ? chain.descriptionEn : chain.description,
    scope: 'system',
    enabled: true,
    steps: Steps.parse(
      chain.steps.map(({ nameEn, labelEn, ...step }) => ({
        ...step,
        name: en ? nameEn : step.name,
        ...(step.label !== undefined && { label: en ? labelEn : step.label }),
      })),
    ),
    version: 1,
    editable: false,
    updateUserName: '',
    updateTime: '',
  }
}

const shown = (row: Selectable<ChainTable> & { who: string | null }, user: User): ThinkChain => ({
  id: row.id,
  name: row.name,
  description: row.description,
  scope: Scope.parse(row.scope),
  enabled: row.enabled,
  steps: Steps.parse(row.steps),
  version: row.version,
  editable: row.scope === 'personal' || administersChains(user),
  updateUserName: row.who ?? '',
  updateTime: wallTime(row.update_time),
})

/** The firm's chains and the person's own. */
const visible = ({ db, user }: ChainAsker) =>
  db
    .selectFrom('think_chain')
    .selectAll('think_chain')
    .select(sql<string | null>`person_name(update_user)`.as('who'))
    .where('is_deleted', '=', 0)
    .where(sql<SqlBool>`(scope = 'firm' or create_user = ${user.id})`)

/** All chains a person may use, the system's first. */
export async function chainsFor(asker: ChainAsker): Promise<ThinkChain[]> {
  const rows = await visible(asker).orderBy('scope').orderBy('name').orderBy('id').execute()
  return [
    ...systemChains.map((chain) => shownSystem(chain, asker.language)),
    ...rows.map((row) => shown(row, asker.user)),
  ]
}

/** A chain the person may read; not found otherwise. */
export async function readableChain(asker: ChainAsker, id: string): Promise<ThinkChain> {
  const system = systemChains.find((chain) => chain.id === id)
  if (system) return shownSystem(system, asker.language)
  const row = await visible(asker).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return shown(row, asker.user)
}

/** The same, if conversations may name it. */
export async function usableChain(asker: ChainAsker, id: string): Promise<ThinkChain> {
  const chain = await readableChain(asker, id).catch((error: unknown) => {
    throw error instanceof Refusal && error.key === 'notFound' ? new Refusal('chatChainOff') : error
  })
  if (!chain.enabled) throw new Refusal('chatChainOff')
  return chain
}

/** Chains the person may change, locked, all or none; the firm's only by who administers it. */
export async function heldChains(asker: ChainAsker, ids: readonly string[]) {
  if (ids.some((id) => systemChains.some((chain) => chain.id === id))) throw new Refusal('chainSystem')
  const rows = await visible(asker)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length !== new Set(ids).size) throw notFound()
  if (rows.some(({ scope }) => scope === 'firm') && !administersChains(asker.user)) throw new Refusal('chainAdmin')
  return rows
}
