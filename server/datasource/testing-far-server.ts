import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { afterAll } from 'vitest'
import { openPostgres } from '#server/kernel/postgres.ts'

/**
 * A second PostgreSQL server, real and empty, gone when the test file ends. It is reached over the network by a door of its own that
 * can be shut (the server is gone) or made to hang (it accepts, and never answers).
 */
export async function farServer() {
  const folder = mkdtempSync(join(tmpdir(), 'digao-far-'))
  const postgres = await openPostgres(folder, {
    log: () => {},
    // nothing here must survive a power cut
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  const admin = postgres.connection()
  const through = new Set<Socket>()
  let hanging = false
  const pass = (caller: Socket) => {
    const inside = connect(join(String(admin.host), `.s.PGSQL.${admin.port}`))
    through.add(caller)
    for (const socket of [caller, inside]) {
      socket.on('error', () => {})
      socket.on('close', () => {
        through.delete(caller)
        caller.destroy()
        inside.destroy()
      })
    }
    caller.on('data', (bytes) => hanging || inside.write(bytes))
    inside.on('data', (bytes) => hanging || caller.write(bytes))
  }
  let door = await listen(pass, 0)
  const address = door.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const shut = async () => {
    for (const socket of through) socket.destroy()
    if (door.listening) await new Promise((resolve) => door.close(resolve))
  }
  afterAll(async () => {
    await shut()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const inside = (database: string): ClientConfig => ({ ...admin, database })
  return {
    host: '127.0.0.1',
    port,
    username: String(admin.user),
    password: String(admin.password),
    shut,
    async open() {
      door = await listen(pass, port)
    },
    /** What has been let in stays, and is no longer answered. */
    hang(on: boolean) {
      hanging = on
      if (!on) for (const socket of through) socket.destroy()
    },
    /** Asks the server past the door, as its superuser: row-level security hides nothing. */
    ask: (database: string, sql: string, values: unknown[] = []) => ask(inside(database), sql, values),
  }
}

/** Rows of one question to a server. */
export async function ask(
  config: ClientConfig,
  sql: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client(config)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql, values)
    return rows
  } finally {
    await client.end()
  }
}

const listen = (pass: (caller: Socket) => void, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer(pass)
    server.on('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
