import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// A checkout in small: our launchers, our packages, a page, and a server that says what happens to it.
const repository = fileURLToPath(new URL('..', import.meta.url))
const checkout = mkdtempSync(join(tmpdir(), '底稿 checkout '))
const program = `
import { appendFileSync } from 'node:fs'
const note = (text: string) => appendFileSync('ends.txt', text + '\\n')
const code = process.argv.indexOf('--code')
if (code > 0) process.exit(Number(process.argv[code + 1]))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => { note(signal); setTimeout(() => process.exit(0), 500) })
console.log(JSON.stringify({ node: process.versions.node.split('.')[0], pid: process.pid, args: process.argv.slice(2) }))
setInterval(() => {}, 1000)
`

beforeAll(() => {
  for (const path of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(join(repository, path), join(checkout, path), { recursive: true })
  // A folder of links, so that nothing done to it can reach the real packages.
  mkdirSync(join(checkout, 'node_modules'))
  for (const name of readdirSync(join(repository, 'node_modules')).filter((entry) => entry !== '.cache'))
    symlinkSync(join(repository, 'node_modules', name), join(checkout, 'node_modules', name))
  rmSync(join(checkout, 'node_modules/.digao-lock'), { force: true })
  for (const folder of ['web', 'server', 'contract', 'engine', 'facts']) mkdirSync(join(checkout, folder))
  writeFileSync(join(checkout, 'vite.config.ts'), `export default { root: 'web' }`)
  writeFileSync(join(checkout, 'web/index.html'), '<!doctype html><title>底稿</title>')
  writeFileSync(join(checkout, 'server/main.ts'), program)
})
afterAll(() => rmSync(checkout, { recursive: true, force: true }))

function start(...args) {
  const { npm_lifecycle_event: _, ...env } = process.env
  const child = spawn(process.execPath, ['scripts/start.mjs', ...args], { cwd: checkout, env })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr']) child[name].on('data', (data) => (output[name] += data))
  return { child, output, ended: once(child, 'exit') }
}

async function running(...args) {
  const launched = start(...args)
  for await (const line of createInterface({ input: launched.child.stdout }))
    return { ...launched, said: JSON.parse(line) }
  throw new Error(`it did not start: ${launched.output.stderr}`)
}

async function built() {
  const { output, ended } = start('--code', '0')
  await ended
  return output.stderr.includes('Building')
}

const ends = () => (existsSync(join(checkout, 'ends.txt')) ? readFileSync(join(checkout, 'ends.txt'), 'utf8') : '')
const forget = () => rmSync(join(checkout, 'ends.txt'), { force: true })

describe('npm start', () => {
  test('runs the program on the pinned Node with our arguments; standard output is the program’s alone', async () => {
    const { child, output, ended, said } = await running('--demo', '--port', '0')
    expect(said).toMatchObject({ node: '24', args: ['--demo', '--port', '0'] })
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
    expect(output.stdout.trim().split('\n')).toHaveLength(1)
  })

  test('builds the web once, and again only when what it is made of changed', async () => {
    rmSync(join(checkout, 'dist'), { recursive: true, force: true })
    expect(await built()).toBe(true)
    expect(existsSync(join(checkout, 'dist/web/index.html'))).toBe(true)
    expect(await built()).toBe(false)
    writeFileSync(join(checkout, 'web/index.html'), '<!doctype html><title>审计底稿</title>')
    expect(await built()).toBe(true)
    expect(readFileSync(join(checkout, 'dist/web/index.html'), 'utf8')).toContain('审计底稿')
    writeFileSync(join(checkout, 'web/page.test.ts'), '')
    expect(await built()).toBe(false)
  })

  test('ends with the program’s code', async () => {
    expect(await start('--code', '3').ended).toEqual([3, null])
  })

  test('hands on a Ctrl-C once, although the terminal and npm both send it', async () => {
    forget()
    const { child, ended } = await running()
    child.kill('SIGINT')
    setTimeout(() => child.kill('SIGINT'), 100)
    expect(await ended).toEqual([0, null])
    expect(ends()).toBe('SIGINT\n')
  })

  test('killed outright, lets the program close in order', async () => {
    forget()
    const { child, said } = await running()
    child.kill('SIGKILL')
    await expect.poll(() => existsSync(`/proc/${said.pid}`), { timeout: 5000 }).toBe(false)
    expect(ends()).toBe('SIGTERM\n')
  })

  test('says in one line that a page does not build, and starts nothing', async () => {
    const page = join(checkout, 'web/index.html')
    const before = readFileSync(page)
    writeFileSync(page, '<!doctype html><script type="module" src="./nowhere.js"></script>')
    const { output, ended } = start()
    expect(await ended).toEqual([1, null])
    expect(output.stdout).toBe('')
    expect(output.stderr).toContain('The browser application could not be built')
    writeFileSync(page, before)
  })

  test('says in one line that the packages cannot be fetched, and what to check', async () => {
    const bare = join(checkout, 'bare')
    for (const path of ['scripts', 'package.json', 'package-lock.json'])
      cpSync(join(repository, path), join(bare, path), { recursive: true })
    const unreachable = { npm_config_registry: 'http://127.0.0.1:1/', npm_config_cache: join(bare, 'cache') }
    const child = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: bare,
      env: { ...process.env, ...unreachable, npm_config_fetch_retries: '0' },
    })
    let stderr = ''
    child.stderr.on('data', (data) => (stderr += data))
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(stderr.trim().split('\n').slice(1)).toEqual([
      expect.stringMatching(
        /^The packages could not be installed: the package registry cannot be reached\. Check the network/,
      ),
    ])
  })
})
