import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { build, type Rolldown } from 'vite'

let chunks: Rolldown.OutputChunk[] = []
beforeAll(async () => {
  // Otherwise React would come in its larger form for development.
  vi.stubEnv('NODE_ENV', 'production')
  const built = await build({ logLevel: 'silent', build: { write: false } })
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : []
  chunks = outputs.flatMap(({ output }) => output.filter((one) => one.type === 'chunk'))
})

const named = (...names: string[]) => chunks.filter(({ name, isEntry }) => isEntry || names.includes(name))
/** The chunks that a browser loads with these: what they import statically, and what that imports. */
function loaded(start: Rolldown.OutputChunk[]) {
  const all = new Set(start)
  for (const { imports } of all) for (const one of chunks) if (imports.includes(one.fileName)) all.add(one)
  return [...all]
}
const kilobytes = (list: Rolldown.OutputChunk[]) =>
  list.reduce((sum, { code }) => sum + gzipSync(code).length, 0) / 1000
const bringsEditor = (start: Rolldown.OutputChunk[]) =>
  loaded(start).some(({ moduleIds }) => moduleIds.some((id) => id.includes('/prosemirror-view/')))

describe('the first load', () => {
  test('of the login page is under 110 kB of compressed script, without contracts and components', () => {
    const login = loaded(named('LoginPage'))
    expect(login.map(({ name }) => name)).toContain('LoginPage')
    expect(kilobytes(login)).toBeLessThan(110)
    const packages = login
      .flatMap(({ moduleIds }) => moduleIds)
      .filter((id) => /node_modules\/(zod|antd|@tanstack)\//.test(id))
    expect(packages).toEqual([])
  })
  test('of the firm home is under 450 kB of compressed script', () => {
    const home = loaded(named('Shell', 'FirmHomePage'))
    expect(home.map(({ name }) => name)).toEqual(expect.arrayContaining(['Shell', 'FirmHomePage']))
    expect(kilobytes(home)).toBeLessThan(450)
  })
  test('of no other page brings the spreadsheet', () => {
    const pages = chunks.filter(({ name }) => name.endsWith('Page') && name !== 'WorkbookPage')
    const heavy = pages.filter((page) =>
      loaded([page]).some(({ moduleIds }) => moduleIds.some((id) => id.includes('@univerjs'))),
    )
    expect(heavy.map(({ name }) => name)).toEqual([])
  })
  test('of the pages of documents brings the list alone; the editor comes where a document is opened', () => {
    expect(bringsEditor(named('WritingPage', 'Shell'))).toBe(false)
    expect(bringsEditor(named('DocDesk'))).toBe(true)
  })
})
