import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runTool, say } from './launch.mjs'

const folders = ['web', 'contract', 'engine', 'facts']
const files = ['package-lock.json', 'package.json', 'vite.config.ts', 'index.html', 'tsconfig.base.json']
const output = join(root, 'dist', 'web')
const note = join(output, '.built')

/** Builds the browser application into dist/web when what it is made of has changed; else answers in milliseconds. */
export function buildWeb() {
  const config = ['vite.config.ts', 'web/vite.config.ts'].find((path) => existsSync(join(root, path)))
  if (!config) throw new Error('there is no vite.config.ts')
  const hash = inputHash()
  if (existsSync(note) && readFileSync(note, 'utf8') === hash) return true
  say('Building the browser application …')
  // Standard output may belong to a script that reads one line of JSON: vite's report goes to the other one.
  const options = ['--config', config, '--outDir', output, '--emptyOutDir', '--logLevel', 'warn']
  if (runTool('vite', ['build', ...options], {}, 'stderr') !== 0) return false
  writeFileSync(note, hash)
  return true
}

function inputHash() {
  const hash = createHash('sha256')
  for (const path of [...files, ...folders.flatMap(sources)].filter((name) => existsSync(join(root, name))))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

function sources(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
    .sort()
}
