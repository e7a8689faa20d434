import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'digao-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Run = {
  out: string
  err: string
  code: number | null
  child: ReturnType<typeof spawn>
  ended: Promise<number | null>
}

/** Starts the program as npm start does; resolves once it says it is ready, or has ended. */
function start(environment: Record<string, string>, ...args: string[]): Promise<Run> {
  const child = spawn(process.execPath, ['server/main.ts', '--json', '--port', '0', ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/compile', DIGAO_DATA: folder, ...environment },
  })
  const run: Run = { out: '', err: '', code: null, child, ended: Promise.resolve(null) }
  return new Promise((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      run.out += chunk.toString()
      if (run.out.includes('\n')) resolve(run)
    })
    child.stderr.on('data', (chunk: Buffer) => void (run.err += chunk.toString()))
    run.ended = new Promise((done) =>
      child.on('close', (code) => {
        run.code = code
        done(code)
        resolve(run)
      }),
    )
  })
}
const told = ({ out }: Run) =>
  JSON.parse(out) as {
    url: string
    client: { id: string; secret: string }
    accounts: { role: string; account: string; password: string; tenantId: string }[]
  }

test('it starts, names its administrator once, signs him in, refuses a second start, stops in order, and starts again', async () => {
  const first = await start({})
  expect(first.err).toBe('')
  const { url, client, accounts } = told(first)
  expect(first.out.trim().split('\n')).toHaveLength(1)
  expect(accounts).toMatchObject([{ role: 'administrator', tenantId: '000000', account: 'admin' }])
  expect(client).toMatchObject({ id: 'saber' })
  const { createHash } = await import('node:crypto')
  const signIn = await fetch(`${url}/sc-auth/oauth/token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`,
    },
    body: JSON.stringify({
      grant_type: 'password',
      tenantId: '000000',
      username: 'admin',
      password: createHash('md5')
        .update(accounts[0]?.password ?? '')
        .digest('hex'),
    }),
  })
  expect(await signIn.json()).toMatchObject({ role_name: 'administrator', detail: { tenantName: 'Digao 底稿' } })

  const second = await start({})
  expect(second).toMatchObject({ code: 1, out: '' })
  expect(second.err).toMatch(/^Digao is already running on this data folder \(pid \d+\).*\n$/)

  first.child.kill('SIGINT')
  expect(await first.ended).toBe(0)
  await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed')
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false)

  const third = await start({})
  expect(told(third).accounts).toEqual([])
  // kill -9 leaves the database running: the next start takes it over
  third.child.kill('SIGKILL')
  await third.ended
  const fourth = await start({})
  expect((await fetch(`${told(fourth).url}/ready`)).status).toBe(200)
  fourth.child.kill('SIGTERM')
  expect(await fourth.ended).toBe(0)
}, 120_000)

test('the keys are for their owner alone, and damaged ones stop the start', () => {
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'digao.log')).mode & 0o077).toBe(0)
  expect(readFileSync(join(folder, 'digao.log'), 'utf8')).not.toMatch(/eyJ|password=/)
})

test('a busy port is one clear line, and nothing is left running', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  const run = await start({ HOST: '127.0.0.1' }, '--port', String(port))
  expect(run).toMatchObject({ code: 1, out: '' })
  expect(run.err).toBe(
    `Port ${port} is in use. Stop the program that uses it, or choose another with PORT=… or --port.\n`,
  )
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
  taken.close()
}, 60_000)

test.each([
  [
    'an address of no server',
    { DATABASE_URL: 'postgres://me:geheim@127.0.0.1:1/x' },
    /^Cannot use DATABASE_URL \(postgres:\/\/me@127\.0\.0\.1:1\/x\): nothing answers there/,
  ],
  ['a folder that is a file', { DIGAO_DATA: '/etc/hostname' }, /^Cannot use the data folder \/etc\/hostname/],
  ['a value that does not fit', { DIGAO_CAPTCHA: 'maybe' }, /^The environment variable DIGAO_CAPTCHA is not right/],
])('%s is one clear line', async (_, environment, line) => {
  const run = await start(environment)
  expect(run).toMatchObject({ code: 1, out: '' })
  expect(run.err).toMatch(line)
  expect(run.err.trim().split('\n')).toHaveLength(1)
  expect(run.err).not.toContain('geheim')
})

test('an argument it does not know is one clear line', async () => {
  const run = await start({}, '--fast')
  expect(run).toMatchObject({ code: 1, err: 'Digao knows the arguments --demo, --json and --port N.\n' })
})

test('a data folder that nobody can make is one clear line, also where the file system answers oddly', async () => {
  const { code, err } = await start({ DIGAO_DATA: '/proc/digao/data' })
  expect(code).toBe(1)
  expect(err).toMatch(/^Cannot use the data folder \/proc\/digao\/data: .*choose another.*\n$/)
})
