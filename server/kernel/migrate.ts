import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Client, type ClientConfig } from 'pg'
import { StartError } from './start-error.ts'

const folder = new URL('../../migrations/', import.meta.url)

/**
 * Applies migrations/*.sql in order, each in its own transaction, once; two processes that start together wait for each other.
 * A file that changed after it was applied is an error: migrations are append-only.
 */
export async function migrate(config: ClientConfig): Promise<void> {
  const client = new Client(config)
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('digao.migrate'))`)
    await client.query(
      'create table if not exists migration (name text primary key, sha256 text not null, applied timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migration')
    const applied = new Map(rows.map((row) => [row.name, row.sha256]))
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    for (const name of names) {
      const sql = await readFile(new URL(name, folder), 'utf8')
      const sha256 = createHash('sha256').update(sql).digest('hex')
      const before = applied.get(name)
      if (before === sha256) continue
      if (before)
        throw new StartError(
          `This data was made by another version of Digao: migrations/${name} has changed since it was applied. Start the version that made it, or use another data folder.`,
        )
      await client.query('begin')
      await client.query(sql)
      await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256])
      await client.query('commit')
    }
  } finally {
    await client.end()
  }
}
