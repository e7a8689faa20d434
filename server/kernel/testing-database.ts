import { Client, type ClientConfig } from 'pg'
import { afterAll, inject } from 'vitest'
import { appRole, ownerRole } from './database-roles.ts'

/** Of digao_owner and digao_app on the test server, which only its own user can reach. */
export const testPassword = 'digao-test'

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: { admin: ClientConfig; template: string }
  }
}

let made = 0

/**
 * A database of one's own with all migrations applied, real and empty; it is dropped when the test file ends.
 * Call it at the top of a test file or in `beforeAll`.
 */
export async function freshDatabase(): Promise<{ owner: ClientConfig; app: ClientConfig; admin: ClientConfig }> {
  const { admin, template } = inject('testDatabase')
  const database = `digao_test_${process.pid}_${++made}`
  await run(admin, `create database ${database} owner ${ownerRole} template ${template} strategy file_copy`)
  afterAll(() => run(admin, `drop database if exists ${database} with (force)`))
  const as = (user: string) => ({ ...admin, user, password: testPassword, database })
  return { owner: as(ownerRole), app: as(appRole), admin: { ...admin, database } }
}

async function run(config: ClientConfig, sql: string) {
  const client = new Client(config)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
