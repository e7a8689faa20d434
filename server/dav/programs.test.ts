import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { listening, mounted } from './testing-dav.ts'

const run = promisify(execFile)
const has = (program: string) => ['/usr/bin', '/usr/local/bin'].some((folder) => existsSync(join(folder, program)))

let server: TestServer
let base: string
let zhang: Caller
let account: string
let password: string
beforeAll(async () => {
  server = await testServer()
  base = await listening(server)
  zhang = await server.as('zxs', '张审计')
  const mount = await mounted(base, zhang)
  account = mount.account
  password = mount.password
  // the person’s own space is made on the first look
  await mount('PROPFIND', '/dav/', { headers: { depth: '1' } })
})

test.skipIf(!has('litmus'))('litmus finds no fault: basic, copymove, props, locks', { timeout: 120_000 }, async () => {
  const env = { ...process.env, TESTS: 'basic copymove props locks' }
  const { stdout } = await run('litmus', ['-k', `${base}/dav/mine/`, account, password], { env, cwd: server.folder })
  const summaries = [...stdout.matchAll(/of (\d+) tests run: (\d+) passed, (\d+) failed/g)]
  expect(summaries).toHaveLength(4)
  expect(stdout.split('\n').filter((line) => line.includes('FAIL'))).toEqual([])
})

test.skipIf(!has('rclone'))(
  'rclone copies a tree there and back, checks it and renames in it',
  { timeout: 120_000 },
  async () => {
    const home = join(server.folder, 'tree')
    mkdirSync(join(home, '底稿', '二级'), { recursive: true })
    writeFileSync(join(home, '底稿', '说明.txt'), '一份说明')
    writeFileSync(join(home, '底稿', '二级', 'a b&c#d.bin'), Buffer.alloc(300_000, 7))
    writeFileSync(join(home, '空.txt'), '')
    const obscured = (await run('rclone', ['obscure', password])).stdout.trim()
    const remote = `:webdav,url="${base}/dav/mine",vendor=other,user="${account}",pass="${obscured}":`
    const rclone = (...args: string[]) => run('rclone', [...args, '--config', '/dev/null', '--retries', '1'])
    await rclone('copy', home, `${remote}同步`)
    await rclone('check', '--size-only', home, `${remote}同步`)
    await rclone('moveto', `${remote}同步/底稿/说明.txt`, `${remote}同步/改名.txt`)
    const back = join(server.folder, 'back')
    await rclone('copy', `${remote}同步`, back)
    expect(readFileSync(join(back, '改名.txt'), 'utf8')).toBe('一份说明')
    expect(readFileSync(join(back, '底稿', '二级', 'a b&c#d.bin'))).toHaveLength(300_000)
    expect(readFileSync(join(back, '空.txt'))).toHaveLength(0)
    await rclone('purge', `${remote}同步/底稿`)
    expect((await rclone('lsf', `${remote}同步`)).stdout.trim().split('\n')).toEqual(['改名.txt', '空.txt'])
  },
)

test.skipIf(!has('cadaver'))('cadaver stores, copies, notes, locks and deletes', { timeout: 60_000 }, async () => {
  const { hostname } = new URL(base)
  writeFileSync(join(server.folder, '.netrc'), `machine ${hostname}\nlogin ${account}\npassword ${password}\n`, {
    mode: 0o600,
  })
  const source = join(server.folder, 'h.txt')
  writeFileSync(source, 'vm')
  const steps = [
    'mkcol ca', 'cd ca', `put ${source} h.txt`, 'copy h.txt i.txt', 'move i.txt j.txt', 'propset h.txt foo bar', 'propget h.txt foo',
    'lock h.txt', 'unlock h.txt', 'delete j.txt', 'ls', 'quit',
  ] // prettier-ignore
  const running = run('cadaver', [`${base}/dav/mine/`], { env: { ...process.env, HOME: server.folder } })
  running.child.stdin?.end(`${steps.join('\n')}\n`)
  const { stdout } = await running
  expect(stdout).not.toMatch(/failed/i)
  expect(stdout).toContain('Value of foo is: bar')
  expect(stdout).toMatch(/h\.txt\s+2\s/)
})
