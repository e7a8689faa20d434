import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { z } from 'zod'
import { auth } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Role } from '#contract/grants.ts'
import { type Job, job } from '#contract/system.ts'
import { buildApp } from '../app.ts'
import { md5 } from '../auth/password.ts'
import { addUser, provisionTenant } from '../tenant/provision-tenant.ts'
import { seedPlatform } from '../system/seed-platform.ts'
import { readConfig } from './config.ts'
import type { Kernel } from './kernel.ts'
import { logOptions } from './log.ts'
import { openKernel } from './open-kernel.ts'
import { freshDatabase, testPassword } from './testing-database.ts'

/** What the server answered instead of success; `code` is what clients branch on. */
export class AnsweredError extends Error {
  readonly code: number
  readonly status: number
  readonly data: unknown
  constructor(message: string, status: number, code: number, data: unknown) {
    super(message)
    this.status = status
    this.code = code
    this.data = data
  }
}

export type Caller = {
  <E extends Endpoint>(
    endpoint: E,
    input: z.input<E['input']>,
    headers?: Record<string, string>,
  ): Promise<z.output<E['output']>>
  userId: string
  tenantId: string
  account: string
  accessToken: string
  refreshToken: string
  /** Sends a multipart form with one file; answers the endpoint's output. */
  upload<E extends Endpoint>(
    endpoint: E,
    input: z.input<E['input']>,
    file: { name: string; content: Buffer | string; field?: string },
  ): Promise<z.output<E['output']>>
  /** The bytes of a download. */
  download<E extends Endpoint>(
    endpoint: E,
    input: z.input<E['input']>,
  ): Promise<{ body: Buffer; headers: Record<string, unknown> }>
  /** The job when it has ended; fails after `seconds`. */
  done(jobId: string, seconds?: number): Promise<z.output<typeof Job>>
}

export type TestServer = Awaited<ReturnType<typeof testServer>>

const PASSWORD = md5('Test-1234')
let passwordHash: Promise<string> | undefined

const opened: (() => Promise<void>)[] = []

/** Closes the servers of a file of tests, also those that a hook opened (testing-servers.setup.ts calls it after each file). */
export async function closeTestServers(): Promise<void> {
  for (const close of opened.splice(0)) await close()
}

/**
 * The real application on a database and data folder of its own, gone when the test file ends. `as('zxs')` signs a new user of
 * that role in at the test's firm, over HTTP, and answers a caller typed by the contract; `tenant()` makes another firm.
 */
export async function testServer(environment: Record<string, string> = {}) {
  const databases = await freshDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'digao-test-'))
  const logged: string[] = []
  const captcha = { text: 'AB2CD' }
  const config = readConfig({ DIGAO_DATA: folder, SIGN_IN_TRIES_PER_ADDRESS: '100000', ...environment })
  const secrets = {
    tokenKey: randomBytes(32),
    clientSecret: randomBytes(12).toString('base64url'),
    ownerPassword: testPassword,
    appPassword: testPassword,
  }
  const log = pino(logOptions('debug'), { write: (line: string) => void logged.push(line) })
  const kernel: Kernel = await openKernel({ config, secrets, log, app: databases.app, captchaText: () => captcha.text })
  const administrator = await seedPlatform(kernel.database)
  const app = await buildApp(kernel)
  await app.ready()
  await kernel.jobs.begin(kernel, true)
  opened.push(async () => {
    await app.close()
    await kernel.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const client = `Basic ${Buffer.from(`saber:${secrets.clientSecret}`).toString('base64')}`
  const tenant = async (name = '测试税务师事务所') => {
    const tenantId = randomBytes(4).toString('hex')
    const firmId = await provisionTenant(kernel.database, { tenantId, tenantName: name, kind: 'firm', nameOnce: false })
    return { tenantId, firmId }
  }
  const home = await tenant()

  /** Signs in over HTTP with the password every test user has. */
  const signIn = (tenantId: string, account: string, password = PASSWORD) =>
    answered(
      app.inject({
        method: 'POST',
        url: auth.token.path,
        headers: { authorization: client },
        payload: { grant_type: 'password', tenantId, username: account, password },
      }),
    )

  /** A new user of these roles, signed in; at the test's firm unless another tenant is named. */
  const as = async (
    role: Role | readonly Role[],
    name = '李审计',
    where: { tenantId: string } = home,
  ): Promise<Caller> => {
    const roles = typeof role === 'string' ? [role] : role
    const account = `u${randomUUID().slice(0, 8)}`
    const { tenantId } = where
    // the same algorithm at its least cost: hundreds sign in
    passwordHash ??= hash(PASSWORD, { memoryCost: 8, timeCost: 1 })
    const stored = await passwordHash
    const userId = await kernel.database.inTenant({ tenantId, userId: '' }, (db) =>
      addUser(db, { account, realName: name, password: PASSWORD, roles, hash: stored }),
    )
    const session = (await signIn(tenantId, account)) as z.output<typeof auth.token.output>
    return callerOf(app, {
      userId,
      tenantId,
      account,
      accessToken: session.access_token,
      refreshToken: session.refresh_token,
    })
  }

  return {
    app,
    kernel,
    as,
    tenant,
    home,
    signIn,
    client,
    captcha,
    administrator,
    databases,
    logged,
    folder,
    password: PASSWORD,
  }
}

type Reply = { statusCode: number; json(): unknown }

/** The body of a successful answer: the envelope's data, or the whole of a bare one. */
async function answered(answer: PromiseLike<Reply> | Reply): Promise<unknown> {
  const reply = await answer
  const body = reply.json() as { code?: number; data?: unknown; msg?: string }
  if (reply.statusCode !== 200 || (body.code !== undefined && body.code !== 200)) {
    throw new AnsweredError(body.msg ?? '', reply.statusCode, body.code ?? reply.statusCode, body.data)
  }
  return body.code === undefined ? body : body.data
}

type Who = Pick<Caller, 'userId' | 'tenantId' | 'account' | 'accessToken' | 'refreshToken'>

const filled = (path: string, input: Record<string, unknown>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
const query = (input: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  )

function callerOf(app: FastifyInstance, who: Who): Caller {
  const signed = { 'sc-auth': `bearer ${who.accessToken}` }
  const call = async ({ method, path }: Endpoint, input: unknown, headers: Record<string, string> = {}) => {
    const given = input as Record<string, unknown>
    const url = filled(path, given)
    const carried = method === 'GET' ? { query: query(given) } : { payload: given }
    return answered(app.inject({ method, url, headers: { ...signed, ...headers }, ...carried }))
  }
  const extra = {
    async upload(endpoint: Endpoint, input: unknown, file: { name: string; content: Buffer | string; field?: string }) {
      const form = new FormData()
      for (const [name, value] of Object.entries(query(input as Record<string, unknown>))) form.set(name, value)
      form.set(file.field ?? 'file', new Blob([new Uint8Array(Buffer.from(file.content))]), file.name)
      const body = new Response(form)
      const headers = { ...signed, 'content-type': body.headers.get('content-type') ?? '' }
      const payload = Buffer.from(await body.arrayBuffer())
      return answered(app.inject({ method: 'POST', url: endpoint.path, headers, payload }))
    },
    async download(endpoint: Endpoint, input: unknown) {
      const url = filled(endpoint.path, input as Record<string, unknown>)
      const reply = await app.inject({
        method: 'GET',
        url,
        headers: signed,
        query: query(input as Record<string, unknown>),
      })
      if (reply.statusCode >= 300) await answered(reply)
      return { body: reply.rawPayload, headers: reply.headers }
    },
    async done(jobId: string, seconds = 60) {
      for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(30)) {
        const now = (await call(job.detail, { id: jobId })) as z.output<typeof Job>
        if (now.state !== 'queued' && now.state !== 'running') return now
      }
      throw new Error(`job ${jobId} has not ended after ${seconds} s`)
    },
  }
  return Object.assign(call, who, extra) as Caller
}
