import type { z } from 'zod'
import { sql } from 'kysely'
import type { datasource, Tested } from '#contract/datasource.ts'
import { audit } from '#server/kernel/audit.ts'
import { VAULT_PURPOSE } from '#server/kernel/directory.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { checkHost, type FarServer, testFarServer } from '#server/kernel/far-server.ts'
import type { Context } from '#server/kernel/service.ts'
import { unseal } from '#server/kernel/vault.ts'

type Asked = z.output<typeof datasource.test.input>

/**
 * Tries a connection, outside any transaction. Of a stored data source (only its id is sent) the result is kept; otherwise the sent
 * fields are tried, and the stored password only where host, port and user are the stored ones.
 */
export async function tryConnection(context: Context, { id, ...sent }: Asked): Promise<z.input<typeof Tested>> {
  const { kernel, language } = context
  const stored = id ? await rowOf(context, id) : undefined
  const server = serverOf(context, sent, stored)
  checkHost(kernel.config, server.host, server.port)
  const began = performance.now()
  const tried = await testFarServer(server, kernel).then(
    ({ version }) => ({ version, refusal: undefined }),
    (error: unknown) => {
      if (error instanceof Refusal) return { version: '', refusal: error }
      throw error
    },
  )
  const took = Math.round(performance.now() - began)
  if (stored && Object.values(sent).every((value) => value === undefined)) await keep(context, stored, tried.refusal)
  return { ok: !tried.refusal, took, version: tried.version, why: tried.refusal?.says(language) ?? '' }
}

const rowOf = ({ kernel, user }: Context, id: string) =>
  kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, async (db) => {
    const row = await db
      .selectFrom('datasource')
      .selectAll()
      .where('id', '=', id)
      .where('is_deleted', '=', 0)
      .executeTakeFirst()
    if (!row) throw notFound()
    return row
  })
type Stored = Awaited<ReturnType<typeof rowOf>>

function serverOf({ kernel }: Context, sent: Omit<Asked, 'id'>, stored: Stored | undefined): FarServer {
  const host = sent.host ?? stored?.host
  const port = sent.port ?? stored?.port ?? 5432
  const database = sent.databaseName ?? stored?.database_name
  const username = sent.username ?? stored?.username
  if (host === undefined) throw new Refusal('datasourceHost')
  if (database === undefined) throw new Refusal('datasourceDatabase')
  if (username === undefined) throw new Refusal('datasourceUser')
  const same = stored && stored.host === host && stored.port === port && stored.username === username
  const password =
    sent.password ?? (same ? unseal(kernel.secrets, VAULT_PURPOSE, stored.password_encrypted) : undefined)
  if (password === undefined) throw new Refusal('datasourcePassword')
  return { host, port, database, username, password }
}

/** The result of the row that was tried: not of one that somebody has changed since. */
async function keep(context: Context, stored: Stored, refusal: Refusal | undefined) {
  const { kernel, user } = context
  const state = stored.state === 'disabled' ? 'disabled' : refusal ? 'failed' : 'ok'
  await kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('datasource')
      .set({
        state,
        test_time: sql<Date>`now()`,
        test_error: refusal ? JSON.stringify({ key: refusal.key, params: refusal.params }) : '',
      })
      .where('id', '=', stored.id)
      .where('version', '=', stored.version)
      .where('is_deleted', '=', 0)
      .executeTakeFirst()
    if (numUpdatedRows)
      await audit(
        { ...context, db },
        {
          action: 'datasource.test',
          bizType: 'datasource',
          bizId: stored.id,
          before: { state: stored.state },
          after: { state },
        },
      )
  })
}
