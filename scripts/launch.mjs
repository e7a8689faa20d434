// What every launcher needs before the pinned Node is there: plain JavaScript for Node 20, no package.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
export const cache = join(root, 'node_modules', '.cache')

/** A line for the person at the terminal. Standard output belongs to the program that is launched. */
export const say = (line) => process.stderr.write(`${line}\n`)

/** Ends with one clear line. */
export function refuse(line) {
  say(line)
  process.exit(1)
}

/** Installs the packages when package-lock.json asks for others than are there; answers at once when they are. */
export function install() {
  checkPlatform()
  const lockfile = readFileSync(join(root, 'package-lock.json'))
  const hash = createHash('sha256').update(lockfile).digest('hex')
  const note = join(root, 'node_modules', '.digao-lock')
  if (existsSync(note) && readFileSync(note, 'utf8') === hash) return
  if (!installed(JSON.parse(lockfile))) runInstall()
  try {
    writeFileSync(note, hash)
  } catch {
    // node_modules is read-only and complete: the longer check above is made again next time.
  }
}

/** The pinned Node 24, or the one running when it is new enough. */
function pinnedNode() {
  node ??= findNode()
  return node
}

let node

function findNode() {
  const pinned = join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node')
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return refuse(
    `Digao runs on Node 24. The one that comes with it does not run on this machine (${process.platform}-${process.arch}), and yours is ${process.version}: install Node 24 or newer and start again.`,
  )
}

/** Environment of every program we start: the pinned Node first in the path, compiled code kept between starts. */
function environment(more = {}) {
  const paths = [join(pinnedNode(), '..'), join(root, 'node_modules', '.bin'), process.env.PATH ?? '']
  const compiled = process.env.NODE_COMPILE_CACHE ?? join(cache, 'compiled')
  return { ...process.env, PATH: paths.join(delimiter), NODE_COMPILE_CACHE: compiled, ...more }
}

/** Runs a package's command to its end, its output on ours (or all of it on standard error); answers the exit code. */
export function runTool(name, args, more = {}, output = 'stdout') {
  mkdirSync(cache, { recursive: true })
  const tool = join(root, 'node_modules', '.bin', name)
  const { status, error } = spawnSync(tool, args, {
    cwd: root,
    stdio: ['inherit', output === 'stderr' ? 2 : 'inherit', 'inherit'],
    env: environment(more),
  })
  if (error) say(`${name} could not be run: ${error.message}`)
  return status ?? 1
}

/**
 * Becomes the TypeScript program: runs it in the foreground with our arguments, hands on signals, ends with its code.
 * The program leaves the terminal's process group, so that Ctrl-C reaches it once, through us; and it closes in order
 * by itself when we are killed (scripts/parent-watch.mjs).
 */
export function become(entry, args) {
  const watch = new URL('parent-watch.mjs', import.meta.url).href
  const child = spawn(pinnedNode(), ['--import', watch, join(root, entry), ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: environment(),
    detached: true,
  })
  const sent = new Map()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // npm hands on the Ctrl-C that the terminal has sent us already: the same one, not a second.
      if (Date.now() - (sent.get(signal) ?? 0) < 300) return
      sent.set(signal, Date.now())
      child.kill(signal)
    })
  }
  child.on('error', (error) => refuse(`Digao could not be started: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
  // npm killed outright would leave us running where nobody sees it.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 1000).unref()
}

function checkPlatform() {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch))
    refuse(`Digao runs on Linux (x64 or arm64); this is ${process.platform}-${process.arch}.`)
  if (Number(process.versions.node.split('.')[0]) < 20)
    refuse(`Digao needs Node 20 or newer to start; this is ${process.version}.`)
}

/** True when each package of the lockfile that this platform takes is there in its version. */
function installed(lockfile) {
  let there
  try {
    there = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages
  } catch {
    return false
  }
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  return Object.entries(lockfile.packages).every(([path, wanted]) => {
    if (path === '' || there[path]?.version === wanted.version) return true
    if (!wanted.optional || there[path]) return false
    // An optional package may be missing unless it is the build of something for just this platform.
    return !(wanted.os?.includes(process.platform) && wanted.cpu?.includes(process.arch)) || !takes(wanted.libc, libc)
  })
}

function takes(list, mine) {
  return !list || list.includes(mine)
}

function runInstall() {
  say('Installing what Digao needs (once; about a minute) …')
  const npm = process.env.npm_execpath
  // Not "npm ci": it refuses a lockfile that leaves out other platforms' builds, which some registries do not carry.
  // Without saving, this one keeps to the lockfile's versions and checksums just the same.
  const options = [
    'install',
    '--no-save',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
  ]
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const result = spawnSync(command, [...first, ...options, '--loglevel=error'], { cwd: root, encoding: 'utf8' })
  if (result.status === 0) return
  const output = `${result.error?.message ?? ''}\n${result.stdout ?? ''}\n${result.stderr ?? ''}`
  refuse(`The packages could not be installed: ${installFailure(output)}`)
}

function installFailure(output) {
  if (/spawn npm ENOENT/.test(output))
    return 'npm is not installed. Install it (Debian: apt-get install npm) and start again.'
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH/.test(output))
    return 'the package registry cannot be reached. Check the network (and npm’s proxy and registry settings), then start again.'
  if (/ENOSPC/.test(output)) return 'the disk is full. Free about 1 GB and start again.'
  if (/EACCES|EPERM|EROFS/.test(output))
    return `this user may not write to ${root}. Give it the right, or start as the folder’s owner.`
  const lines = output
    .split('\n')
    .filter((line) => /^npm (error|ERR!)/.test(line) && !/complete log|debug-0/.test(line))
  return lines.slice(0, 5).join(' ') || output.trim().slice(0, 500)
}
