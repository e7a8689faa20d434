import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { refuse, say } from './launch.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const packages = ['chromium', 'fonts-noto-cjk']

/** The path of a Chromium for the journeys; installs Debian's when we may, otherwise says how and ends. */
export function chromium() {
  const found = find()
  if (found) return found
  const command = `apt-get install -y ${packages.join(' ')}`
  if (!existsSync('/usr/bin/apt-get'))
    return refuse(
      'The tests need Chromium: install it, or name one with CHROMIUM=/path/to/chromium, and run npm test again.',
    )
  if (process.getuid() !== 0)
    return refuse(
      `The tests need Chromium: run "sudo ${command}", or name one with CHROMIUM=/path/to/chromium, and run npm test again.`,
    )
  say('Installing Chromium and Chinese fonts for the tests (once) …')
  const failure = apt(['update']) ?? apt(['install', '-y', '--no-install-recommends', ...packages])
  return (
    find() ??
    refuse(
      `Chromium could not be installed (${failure ?? 'it is not where it should be'}). Run "${command}" by hand, or name one with CHROMIUM=/path/to/chromium.`,
    )
  )
}

function find() {
  const named = process.env.CHROMIUM
  if (named)
    return executable(named) ? named : refuse(`CHROMIUM names ${named}, which is no program. Correct it, or unset it.`)
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/usr/local/bin', '/snap/bin')
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(executable)
}

function executable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The reason it failed, or undefined. */
function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr, error } = spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8' })
  if (status === 0) return undefined
  return error?.message ?? stderr.trim().split('\n').at(-1)
}
