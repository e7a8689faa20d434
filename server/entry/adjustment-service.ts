import { sql } from 'kysely'
import type { Adjustment, adjustment } from '#contract/adjustment.ts'
import { type Fen, fenOf, yuan } from '#engine/money.ts'
import { mappingFacts } from '#facts/facts.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { conflict, notFound, Refusal } from '#server/kernel/errors.ts'
import { page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { recalculate } from '#server/paper/recalculate.ts'
import { reachableProject } from '#server/project/reach.ts'

const accounts = new Map(mappingFacts.charts.cas.map((account) => [account.key, account]))
type Line = { account: string; debit: Fen; credit: Fen }

/** What lines change of total profit: income and expense accounts, without income tax (6801) and earlier years (6901). */
function effectOf(kind: string, lines: readonly Line[]): Fen {
  if (kind !== 'aje') return 0n
  const counts = ({ account }: Line) =>
    (accounts.get(account)?.class.startsWith('pl-') ?? false) && account !== '6801' && account !== '6901'
  return lines.filter(counts).reduce((sum, { debit, credit }) => sum + credit - debit, 0n)
}

/** Lines with one side each, on accounts that exist, debits equal to credits; refused otherwise in words. */
function balanced(given: readonly { account: string; debit: string; credit: string }[]): Line[] {
  const lines = given.map(({ account, debit, credit }, place) => {
    const line = place + 1
    const amounts = { debit: fenOf(debit || '0') ?? 0n, credit: fenOf(credit || '0') ?? 0n }
    if (!accounts.has(account)) throw new Refusal('adjustmentNoAccount', { line, account })
    if ((amounts.debit === 0n) === (amounts.credit === 0n)) throw new Refusal('adjustmentOneSide', { line })
    return { account, ...amounts }
  })
  const [debit, credit] = (['debit', 'credit'] as const).map((side) => lines.reduce((sum, one) => sum + one[side], 0n))
  const difference = (debit ?? 0n) - (credit ?? 0n)
  if (difference !== 0n)
    throw new Refusal('adjustmentUnbalanced', {
      debit: yuan(debit ?? 0n),
      credit: yuan(credit ?? 0n),
      difference: yuan(difference < 0n ? -difference : difference),
    })
  return lines
}

const nameOf = ({ kind, number }: { kind: string; number: number }) => `${kind.toUpperCase()}-${number}`

/** The entry, held until the transaction ends; its project is checked before. */
async function heldEntry(db: Db, projectId: string, id: string) {
  const row = await db
    .selectFrom('adjustment')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

async function linesOf(db: Db, ids: readonly string[]): Promise<Map<string, Line[]>> {
  const rows = await db
    .selectFrom('adjustment_line')
    .select(['adjustment_id', 'account', 'debit', 'credit'])
    .where('adjustment_id', 'in', ids.length === 0 ? ['00000000-0000-0000-0000-000000000000'] : ids)
    .orderBy('adjustment_id')
    .orderBy('line')
    .execute()
  const lines = rows.map(({ adjustment_id: id, account, debit, credit }) => ({
    id,
    account,
    debit,
    credit,
  }))
  return Map.groupBy(lines, ({ id }) => id)
}

const touched = {
  update_user: sql<string>`current_actor()`,
  update_time: sql<Date>`now()`,
  version: sql<number>`version + 1`,
}

export const adjustmentService: Service<typeof adjustment> = {
  async list(context, { projectId, ...paging }) {
    const { db } = context
    await reachableProject(context, projectId)
    const query = db
      .selectFrom('adjustment')
      .select([
        'adjustment.id',
        'kind',
        'number',
        'state',
        'summary',
        'basis',
        'booked',
        'withdrawn_reason',
        'version',
        'update_time',
      ]) // prettier-ignore
      .select(sql<string | null>`person_name(create_user)`.as('creator'))
      .select(sql<string | null>`person_name(update_user)`.as('updater'))
      .where('project_id', '=', projectId)
    const columns = { kind: 'kind', state: 'state', number: 'number' } as const
    const found = await page(query, paging, columns, ['kind', 'number'])
    const lines = await linesOf(
      db,
      found.records.map(({ id }) => id),
    )
    return {
      ...found,
      records: found.records.map((row) => {
        const own = lines.get(row.id) ?? []
        return {
          id: row.id,
          name: nameOf(row),
          kind: row.kind as Adjustment['kind'],
          number: row.number,
          state: row.state as Adjustment['state'],
          summary: row.summary,
          basis: row.basis,
          booked: row.booked,
          profitEffect: yuan(effectOf(row.kind, own)),
          withdrawnReason: row.withdrawn_reason,
          version: row.version,
          lines: own.map(({ account, debit, credit }) => ({
            account,
            accountName: accounts.get(account)?.name ?? account,
            debit: yuan(debit),
            credit: yuan(credit),
          })),
          createUserName: row.creator ?? '',
          updateUserName: row.updater ?? '',
          updateTime: wallTime(row.update_time),
        }
      }),
    }
  },

  accounts: () => Promise.resolve([...accounts.values()].map(({ key, name }) => ({ key, name }))),

  async save(context, { projectId, id, version, lines: given, ...fields }) {
    const { db } = context
    const lines = balanced(given)
    await reachableProject(context, projectId, { lock: true })
    const held = id === undefined ? undefined : await heldEntry(db, projectId, id)
    if (held && held.version !== version) throw conflict()
    if (held && (held.state !== 'proposed' || held.kind !== fields.kind))
      throw new Refusal('adjustmentNotProposed', { name: nameOf(held) })
    const saved = held ?? (await insert(db, projectId, fields))
    if (held) {
      await db
        .updateTable('adjustment')
        .set({ ...fields, ...touched })
        .where('id', '=', held.id)
        .execute()
      await db.deleteFrom('adjustment_line').where('adjustment_id', '=', held.id).execute()
    }
    await db
      .insertInto('adjustment_line')
      .values(
        lines.map(({ account, debit, credit }, place) => ({
          adjustment_id: saved.id,
          line: place + 1,
          account,
          debit,
          credit,
        })),
      )
      .execute()
    const after = { name: nameOf(saved), ...fields, lines: given }
    await audit(context, { action: 'saveAdjustment', bizType: 'paper', bizId: projectId, after })
    return { id: saved.id }
  },

  async post(context, { projectId, id }) {
    const { db } = context
    await reachableProject(context, projectId, { lock: true })
    const held = await heldEntry(db, projectId, id)
    if (held.state !== 'proposed') throw new Refusal('adjustmentNotProposed', { name: nameOf(held) })
    await db
      .updateTable('adjustment')
      .set({ state: 'posted', ...touched })
      .where('id', '=', id)
      .execute()
    const jobId = await recalculate(context, projectId)
    await audit(context, {
      action: 'postAdjustment',
      bizType: 'paper',
      bizId: projectId,
      after: { name: nameOf(held) },
    })
    return { jobId }
  },

  async withdraw(context, { projectId, id, reason }) {
    const { db } = context
    await reachableProject(context, projectId, { lock: true })
    const held = await heldEntry(db, projectId, id)
    if (held.state === 'withdrawn') throw new Refusal('adjustmentNotPosted', { name: nameOf(held) })
    await db
      .updateTable('adjustment')
      .set({ state: 'withdrawn', withdrawn_reason: reason, ...touched })
      .where('id', '=', id)
      .execute()
    const jobId = held.state === 'posted' ? await recalculate(context, projectId) : null
    const after = { name: nameOf(held), reason }
    await audit(context, { action: 'withdrawAdjustment', bizType: 'paper', bizId: projectId, after })
    return { jobId }
  },
}

type Fields = { kind: string; summary: string; basis: string; booked: boolean }

/** The next number of its kind; the project is held, so that no two take the same. */
async function insert(db: Db, projectId: string, fields: Fields) {
  return db
    .insertInto('adjustment')
    .values((eb) => ({
      project_id: projectId,
      ...fields,
      number: eb
        .selectFrom('adjustment as other')
        .select(sql<number>`coalesce(max(other.number), 0) + 1`.as('next'))
        .where('other.project_id', '=', projectId)
        .where('other.kind', '=', fields.kind),
    }))
    .returning(['id', 'kind', 'number'])
    .executeTakeFirstOrThrow()
}
