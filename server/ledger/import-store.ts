import { Client, type ClientBase, type ClientConfig } from 'pg'
import type { Actor } from '#server/kernel/database.ts'

/** One connection of the reading thread, kept for the whole import. */
export type ImportStore = {
  /** Runs `work` in a transaction of the actor's tenant; commits unless it throws. */
  transact(work: (client: ClientBase) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/**
 * Opens it. The application's pools give up on a connection after two seconds, so that people need not wait; an import has
 * time, and its thread may be busy with rows for longer than that.
 */
export async function openImportStore(config: ClientConfig, { tenantId, userId }: Actor): Promise<ImportStore> {
  const client = new Client({ ...config, application_name: 'digao import', connectionTimeoutMillis: 30_000 })
  // a connection that breaks is told by the statement that needed it
  client.on('error', () => {})
  await client.connect()
  return {
    async transact(work) {
      // nothing counts before the dataset is made verified, whose commit waits for the disk, and so for all before it
      await client.query('begin; set local synchronous_commit = off')
      try {
        await client.query('call enter_tenant($1, $2)', [tenantId, userId])
        await work(client)
        await client.query('commit')
      } catch (error) {
        await client.query('rollback').catch(() => {})
        throw error
      }
    },
    close: () => client.end(),
  }
}
