import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'

// DuckDB is no package of ours: it is fetched for the bench into a folder that goes with it.

const PACKAGE = '@duckdb/node-api@1.5.6-r.1'

/** DuckDB in this process with the journal as one table `line`; the first value of a question's first row. */
export type Duck = { ask: (sql: string) => Promise<string>; close: () => void }

type Connection = {
  run: (sql: string) => Promise<unknown>
  runAndReadAll: (sql: string) => Promise<{ getRows: () => readonly (readonly unknown[])[] }>
  closeSync: () => void
}
type Api = { DuckDBInstance: { create: (path: string) => Promise<{ connect: () => Promise<Connection> }> } }

/** Undefined, with a word to the reader, where the package cannot be had. */
export async function openDuck(folder: string, client: Client, datasetId: string): Promise<Duck | undefined> {
  const api = installed(join(folder, 'duck'))
  if (!api) return undefined
  const table = join(folder, 'line.csv')
  const rows = client.query(
    copyTo(`copy (select l.ordinal, l.voucher, l.account, l.summary, l.debit, l.credit, v.key, v.period, v.date
      from ledger_line l join ledger_voucher v
        on v.tenant_id = l.tenant_id and v.dataset_id = l.dataset_id and v.ordinal = l.voucher
      where l.dataset_id = '${datasetId}' order by l.ordinal) to stdout with (format csv, header)`),
  )
  await pipeline(rows, createWriteStream(table))
  const instance = await api.DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`create table line as select * from read_csv('${table}', header = true, auto_detect = false, quote = '"',
    escape = '"', columns = {'ordinal': 'integer', 'voucher': 'integer', 'account': 'varchar', 'summary': 'varchar',
      'debit': 'bigint', 'credit': 'bigint', 'key': 'varchar', 'period': 'varchar', 'date': 'date'})`)
  return {
    ask: async (sql) => String((await connection.runAndReadAll(sql)).getRows()[0]?.[0]),
    close: () => connection.closeSync(),
  }
}

function installed(folder: string): Api | undefined {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  try {
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', PACKAGE], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 180_000,
    })
    return createRequire(join(folder, 'package.json'))('@duckdb/node-api') as Api
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error)
    process.stderr.write(`${PACKAGE} cannot be installed (${why}); the queries are measured without it.\n`)
    return undefined
  }
}
