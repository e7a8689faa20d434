import { sql, type SqlBool } from 'kysely'
import { z } from 'zod'
import { ChainStep, type thinkChain, type ThinkChain } from '#contract/think-chain.ts'
import { audit } from '#server/kernel/audit.ts'
import { conflict, notFound, Refusal } from '#server/kernel/errors.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { shownMessage, statusNow } from '../chat/chat-rows.ts'
import { administersChains, chainsFor, heldChains, readableChain } from './chain-store.ts'
import { checkSteps } from './check-steps.ts'
import { tryChain } from './try-chain.ts'

type Draft = Pick<ThinkChain, 'name' | 'description' | 'enabled' | 'steps'> & { scope: 'firm' | 'personal' }
const Scope = z.enum(['firm', 'personal'])

async function refuseName({ db, user }: Context, { name, scope }: Pick<Draft, 'name' | 'scope'>, id?: string) {
  const twin = await db
    .selectFrom('think_chain')
    .select('id')
    .where('name', '=', name)
    .where('scope', '=', scope)
    .where('is_deleted', '=', 0)
    .where(sql<SqlBool>`(scope = 'firm' or create_user = ${user.id})`)
    .$if(id !== undefined, (query) => query.where('id', '<>', id ?? ''))
    .executeTakeFirst()
  if (twin) throw new Refusal('chainNameTaken')
}

async function add(context: Context, draft: Draft): Promise<string> {
  if (draft.scope === 'firm' && !administersChains(context.user)) throw new Refusal('chainAdmin')
  await refuseName(context, draft)
  const { name, description, scope, enabled } = draft
  const { id } = await context.db
    .insertInto('think_chain')
    .values({ name, description, scope, enabled, steps: JSON.stringify(draft.steps) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function keepVersion({ db }: Context, id: string): Promise<void> {
  await sql`insert into think_chain_version (chain_id, version, name, steps)
    select id, version, name, steps from think_chain where id = ${id}`.execute(db)
}

async function saved(context: Context, id: string, action: string): Promise<ThinkChain> {
  const chain = await readableChain(context, id)
  const { name, scope, version } = chain
  await audit(context, { action, bizType: 'thinkChain', bizId: id, after: { name, scope, version } })
  return chain
}

export const thinkChainService: Service<typeof thinkChain> = {
  async list(context, { enabled }) {
    const chains = await chainsFor(context)
    return enabled === '1' ? chains.filter((chain) => chain.enabled) : chains
  },

  async detail(context, { id }) {
    const chain = await readableChain(context, id)
    const rows = await context.db
      .selectFrom('think_chain_version')
      .select(['version', 'name', 'steps', 'create_time'])
      .select(sql<string | null>`person_name(create_user)`.as('who'))
      .where('chain_id', '=', id)
      .orderBy('version', 'desc')
      .limit(100)
      .execute()
    const versions = rows.map(({ version, name, steps, who, create_time: time }) => ({
      version,
      name,
      steps: z.array(ChainStep).parse(steps),
      userName: who ?? '',
      time: wallTime(time),
    }))
    return { chain, versions }
  },

  async save(context, { id, version, ...draft }) {
    checkSteps(draft.steps)
    if (id === undefined) {
      const added = await add(context, draft)
      await keepVersion(context, added)
      return saved(context, added, 'thinkChain.add')
    }
    const [row] = await heldChains(context, [id])
    if (!row) throw notFound()
    if (version !== undefined && version !== row.version) throw conflict()
    const scope = Scope.parse(row.scope)
    await refuseName(context, { name: draft.name, scope }, id)
    await context.db
      .updateTable('think_chain')
      .set({
        name: draft.name,
        description: draft.description,
        enabled: draft.enabled,
        steps: JSON.stringify(draft.steps),
        version: sql`version + 1`,
        update_user: context.user.id,
        update_time: sql`now()`,
      })
      .where('id', '=', id)
      .execute()
    await keepVersion(context, id)
    return saved(context, id, 'thinkChain.change')
  },

  async copy(context, { id, scope }) {
    const { name, description, steps } = await readableChain(context, id)
    const copyName = await freeName(context, scope, name)
    const added = await add(context, { name: copyName, description, steps, scope, enabled: true })
    await keepVersion(context, added)
    return saved(context, added, 'thinkChain.add')
  },

  async enable(context, { id, enabled }) {
    await heldChains(context, [id])
    await context.db.updateTable('think_chain').set({ enabled }).where('id', '=', id).execute()
    const action = enabled ? 'thinkChain.enable' : 'thinkChain.disable'
    await audit(context, { action, bizType: 'thinkChain', bizId: id })
    return {}
  },

  async remove(context, { ids }) {
    const rows = await heldChains(context, ids)
    await context.db
      .updateTable('think_chain')
      .set({ is_deleted: 1, update_user: context.user.id, update_time: sql`now()` })
      .where('id', 'in', ids)
      .execute()
    for (const { id, name, create_user: ownerId } of rows)
      await context.kernel.trash.put(context.db, { kind: 'thinkChain', itemId: id, name, ownerId })
    for (const { id, name } of rows)
      await audit(context, { action: 'thinkChain.remove', bizType: 'thinkChain', bizId: id, before: { name } })
    return {}
  },

  try: tryChain,

  async stepsOf({ db, user }, { messageId }) {
    const row = await db
      .selectFrom('chat_message')
      .selectAll('chat_message')
      .select(statusNow.as('statusNow'))
      .where('id', '=', messageId)
      .where('role', '=', 'assistant')
      .where('create_user', '=', user.id)
      .executeTakeFirst()
    if (!row) throw notFound()
    const question = row.parent_id
      ? await db.selectFrom('chat_message').select('text').where('id', '=', row.parent_id).executeTakeFirst()
      : undefined
    const { chainName, thinking, steps } = shownMessage(row, [])
    return { question: question?.text ?? '', chainName, thinking, steps }
  },
}

/** A name nobody has there: 政策适用判断 2. */
async function freeName({ db, user }: Context, scope: 'firm' | 'personal', name: string): Promise<string> {
  const rows = await db
    .selectFrom('think_chain')
    .select('name')
    .where('scope', '=', scope)
    .where('is_deleted', '=', 0)
    .where(sql<SqlBool>`(scope = 'firm' or create_user = ${user.id})`)
    .execute()
  const taken = new Set(rows.map((row) => row.name))
  if (!taken.has(name)) return name
  for (let number = 2; ; number += 1) {
    const next = `${name.slice(0, 55)} ${number}`
    if (!taken.has(next)) return next
  }
}
