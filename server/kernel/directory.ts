import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { type Database, MAIN } from './database.ts'
import { openPools, type Pools } from './database-pools.ts'
import { ownerRole } from './database-roles.ts'
import { notFound, Refusal } from './errors.ts'
import { prepareFarServer } from './far-server.ts'
import { mirrorShared } from './mirror.ts'
import { PLATFORM } from './platform.ts'
import type { Secrets } from './secrets.ts'
import type { Signals } from './signals.ts'
import { unseal } from './vault.ts'

/** Which servers there are beside the main one, and which tenant lives where; kept in memory, read again when told that it changed. */
export type Directory = {
  /** Reads it again; resolves when what could be opened is open. */
  refresh(): Promise<void>
  /** Opens a data source and brings its schema and shared rows up to date; refuses with what is wrong. `guests` get their tenant rows too. */
  prepare(server: string, guests?: readonly string[]): Promise<void>
  /** How the schema's owner signs in there. */
  ownerOf(server: string): ClientConfig
  close(): Promise<void>
}

/** What sealed the passwords of data sources. */
export const VAULT_PURPOSE = 'datasource'
/** A server that could not be opened is tried again. */
const RETRY_MS = 15_000
/** Many rows change together. */
const DEBOUNCE_MS = 150
/** A start does not wait longer for servers that do not answer. */
const START_MS = 8_000

type Row = {
  id: string
  host: string
  port: number
  database_name: string
  username: string
  password_encrypted: string
  state: string
}
type Opened = { stamp: string; pools: Pools }
type Parts = { database: Database; signals: Signals; secrets: Secrets; config: Config; log: Logger }

const stampOf = (row: Row) => [row.host, row.port, row.database_name, row.username, row.password_encrypted].join('\n')

/** Opens it; a data source that does not answer is tried again later, meanwhile its tenants are told to wait. */
export async function openDirectory(parts: Parts): Promise<Directory> {
  const { database, signals, secrets, config, log } = parts
  const opened = new Map<string, Opened>()
  const opening = new Map<string, Promise<Opened>>()
  let homes = new Map<string, string>()
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined
  let mirrorToo = false
  const failing = new Set<string>()

  const settle = () => {
    const servers = new Map([...opened].map(([id, { pools }]) => [id, pools]))
    signals.follow(new Map([...servers].map(([id, { config: at }]) => [id, at])))
    database.settle({ homes, servers })
  }

  const open = (row: Row): Promise<Opened> => {
    const stamp = stampOf(row)
    const known = opened.get(row.id)
    if (known?.stamp === stamp) return Promise.resolve(known)
    const key = `${row.id}\n${stamp}`
    const running = opening.get(key) ?? openNow(row, stamp).finally(() => opening.delete(key))
    opening.set(key, running)
    return running
  }
  const openNow = async (row: Row, stamp: string): Promise<Opened> => {
    const at = await prepareFarServer(serverOf(row, secrets), { config, secrets })
    const next = {
      stamp,
      pools: openPools(at, { max: config.DIGAO_CONNECTIONS, far: true, doubt: () => later(false) }),
    }
    if (closed) {
      await next.pools.close()
      throw new Refusal('storeDown')
    }
    const before = opened.get(row.id)
    opened.set(row.id, next)
    failing.delete(row.id)
    settle()
    await before?.pools.close()
    return next
  }

  const residentsOf = (server: string) => [...homes].filter(([, home]) => home === server).map(([tenantId]) => tenantId)
  const mirror = (server: string, guests: readonly string[] = []) =>
    mirrorShared(database, ownerOf(server), { residents: residentsOf(server), guests })

  const ownerOf = (server: string): ClientConfig => {
    const at = server === MAIN ? database.config : opened.get(server)?.pools.config
    if (!at) throw new Refusal('storeDown')
    return { ...at, user: ownerRole, password: secrets.ownerPassword }
  }

  const read = async (withShared: boolean) => {
    const { tenants, rows } = await database.acrossTenants('where tenants live', async (db) => ({
      tenants: await db
        .selectFrom('tenant')
        .select(['tenant_id', 'datasource_id'])
        .where('datasource_id', 'is not', null)
        .execute(),
      rows: await db.selectFrom('datasource').selectAll().where('is_deleted', '=', 0).execute(),
    }))
    homes = new Map(tenants.map((row) => [row.tenant_id, row.datasource_id ?? MAIN]))
    const wanted = rows.filter(({ id, state }) => state === 'ok' || tenants.some((row) => row.datasource_id === id))
    const ids = new Set(wanted.map(({ id }) => id))
    const gone = [...opened].filter(([id]) => !ids.has(id))
    for (const [id] of gone) opened.delete(id)
    settle()
    await Promise.all(gone.map(([, { pools }]) => pools.close()))
    const each = wanted.map(async (row) => {
      const fresh = opened.get(row.id)?.stamp !== stampOf(row)
      try {
        await open(row)
        if (fresh || withShared) await mirror(row.id)
        failing.delete(row.id)
      } catch (error) {
        if (!failing.has(row.id))
          log.warn({ err: error, datasource: row.id }, 'a data source cannot be used; its tenants wait until it can')
        failing.add(row.id)
        clearTimeout(retry)
        if (!closed) retry = setTimeout(() => void refreshLogged(true), RETRY_MS).unref()
      }
    })
    await Promise.all(each)
  }

  // one reading at a time; who asks meanwhile gets the next one
  let last: Promise<void> = Promise.resolve()
  const refresh = (withShared = false) => {
    const next = last.then(() => (closed ? undefined : read(withShared)))
    last = next.catch(() => {})
    return next
  }
  const refreshLogged = (withShared: boolean) =>
    refresh(withShared).catch((error: unknown) =>
      log.warn({ err: error }, 'the directory of tenants could not be read'),
    )
  function later(withShared: boolean) {
    mirrorToo ||= withShared
    soon ??= setTimeout(
      () => {
        soon = undefined
        const shared = mirrorToo
        mirrorToo = false
        void refreshLogged(shared)
      },
      withShared ? DEBOUNCE_MS : 0,
    ).unref()
  }

  signals.on('digao_directory', (what, server) => {
    // what the copy of shared rows says on the other servers is an echo
    if (server === MAIN) later(what === 'shared')
  })
  signals.onResume(() => later(true))
  database.onDoubt(() => later(false))

  let late: NodeJS.Timeout | undefined
  const waited = new Promise<void>((resolve) => {
    late = setTimeout(resolve, START_MS)
  })
  await Promise.race([refresh(true), waited])
  clearTimeout(late)

  return {
    refresh: () => refresh(),
    ownerOf,
    async prepare(server, guests = []) {
      if (server === MAIN) return
      const row = await database.acrossTenants('a data source is about to be used', (db) =>
        db
          .selectFrom('datasource')
          .selectAll()
          .where('tenant_id', '=', PLATFORM)
          .where('id', '=', server)
          .where('is_deleted', '=', 0)
          .executeTakeFirst(),
      )
      if (!row) throw notFound()
      await open(row)
      await mirror(server, guests)
    },
    async close() {
      closed = true
      clearTimeout(retry)
      clearTimeout(soon)
      await Promise.all([...opened.values()].map(({ pools }) => pools.close()))
    },
  }
}

function serverOf(row: Row, secrets: Secrets) {
  const password = unseal(secrets, VAULT_PURPOSE, row.password_encrypted)
  return { host: row.host, port: row.port, database: row.database_name, username: row.username, password }
}
