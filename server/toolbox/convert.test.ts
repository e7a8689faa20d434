import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { utils, read } from '@e965/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { disk } from '#contract/disk.ts'
import { file } from '#contract/file.ts'
import { toolRun } from '#contract/tool-run.ts'
import { usageOf } from '#server/kernel/entitlement.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { projectOf } from '#server/ledger/testing-import.ts'
import { officeOf, toXlsx } from './libre-office.ts'
import { type Handed, handed, ran, resultOf } from './testing-toolbox.ts'
import { sweep } from './tool-files.ts'

const fixtures = join(import.meta.dirname, '../../e2e/fixtures')
const samples = join(fixtures, 'tools')
/** Samples of others, under shorter names. */
const odd: Record<string, string> = {
  'number-date-formats.xls': 'ee-cn-number-date-formats.xls',
  'gbk-tsv.xls': 'fake-xls-is-gbk-tsv-with-eq-quotes.xls',
  'password.xls': 'sheetjs-password_2002_128_enhanced.xls',
}
const sample = (name: string, as = name): Handed => ({
  name: as,
  content: readFileSync(odd[name] === undefined ? join(samples, name) : join(fixtures, 'odd', odd[name])),
})
const idleOffice = join(import.meta.dirname, 'testing-office.sh')
const office = await officeOf({ DIGAO_SOFFICE: '' })

let server: TestServer
let zxs: Caller
beforeAll(async () => {
  server = await testServer({ DIGAO_SOFFICE: 'off' })
  zxs = await server.as('zxs', '王咨询')
})

const convert = (files: readonly Handed[], caller = zxs) => ran(caller, files, { code: 'excelToXlsx' })
const saysOf = ({ outcomes }: Awaited<ReturnType<typeof convert>>, name: string) =>
  outcomes.find((one) => one.name === name)?.says.join('\n') ?? ''
const opened = (bytes: Buffer) => read(bytes, { type: 'buffer', cellStyles: true, cellNF: true })

describe('old workbooks without LibreOffice', () => {
  test('keep values, merged cells and number formats, and it is said what is lost', async () => {
    const run = await convert([sample('merged-report.xls'), sample('number-date-formats.xls')])
    expect(run).toMatchObject({ state: 'succeeded', failed: 0, results: 2 })
    expect(saysOf(run, 'merged-report.xls')).toContain('字体、底色、边框、图片、图表未保留')
    const from = opened(readFileSync(join(samples, 'merged-report.xls')))
    const to = opened(await resultOf(zxs, run, 'merged-report.xls'))
    expect(to.SheetNames).toEqual(from.SheetNames)
    for (const name of from.SheetNames) {
      const [one, other] = [from.Sheets[name], to.Sheets[name]]
      expect(utils.sheet_to_json(other ?? {}, { header: 1 })).toEqual(utils.sheet_to_json(one ?? {}, { header: 1 }))
      expect(other?.['!merges']).toEqual(one?.['!merges'])
    }
  })

  test('a text in GBK that calls itself xls is read as a table, long numbers stay text', async () => {
    const run = await convert([sample('gbk-tsv.xls')])
    expect(saysOf(run, 'gbk-tsv.xls')).toContain('这其实是文本（GB18030）')
    expect(run.outcomes[0]?.state).toBe('warned')
    const book = opened(await resultOf(zxs, run))
    const cells = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 }).flat()
    expect(cells.some((cell) => typeof cell === 'string' && /[\u4e00-\u9fff]{2}/.test(cell))).toBe(true)
    expect(cells.filter((cell) => typeof cell === 'string' && cell.startsWith('="'))).toEqual([])
  })

  test('numbers of 16 digits and more and codes with zeros stay what they are', async () => {
    const csv = '编码,账号,金额\n0012,6222020200112233445,"1,234.50"\n'
    const run = await convert([{ name: '流水.csv', content: csv }])
    const book = opened(await resultOf(zxs, run))
    const rows = utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, raw: true })
    expect(rows[1]).toEqual(['0012', '6222020200112233445', 1234.5])
    expect(run.outcomes[0]?.fileName).toBe('流水.xlsx')
  })

  test('what is under a password, no table or damaged is left out by name, and the rest is done', async () => {
    const whole = readFileSync(join(samples, 'merged-report.xls'))
    const run = await convert([
      sample('password.xls', '加密.xls'),
      { name: '照片.xls', content: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70]) },
      { name: '半个.xls', content: whole.subarray(0, whole.length / 2) },
      sample('merged-report.xls', '好的.xls'),
    ])
    expect(run.state).toBe('succeeded')
    const states = Object.fromEntries(run.outcomes.map(({ name, state }) => [name, state]))
    expect(states).toMatchObject({ '加密.xls': 'skipped', '照片.xls': 'skipped', '好的.xls': 'warned' })
    expect(states['半个.xls']).toBe('failed')
    expect(saysOf(run, '加密.xls')).toContain('密码')
    expect(run.outputs.map(({ name }) => name)).toEqual(['好的.xlsx'])
  })

  test('a run of which nothing came says so, and keeps each file’s reason', async () => {
    const run = await convert([sample('password.xls')])
    expect(run).toMatchObject({ state: 'failed', results: 0, error: '没有一个文件处理成功，原因见逐个结果' })
    expect(saysOf(run, 'password.xls')).toContain('密码')
  })

  test('results lie in the folders the files came in, and none takes another’s name', async () => {
    const files: Handed[] = [
      { ...sample('merged-report.xls', '表.xls'), folder: '2025/一月' },
      { name: '表.csv', content: 'a,b\n1,2\n', folder: '2025/一月' },
      { name: '表.csv', content: 'a,b\n1,2\n', folder: '../../etc' },
    ]
    const run = await convert(files)
    const { body, headers } = await zxs.download(toolRun.zip, { id: run.id })
    expect(Object.keys(unzipSync(body))).toEqual(['2025/一月/表.xlsx', '2025/一月/表 (2).xlsx', 'etc/表.xlsx'])
    expect(headers['content-disposition']).toContain('excelToXlsx.zip')
    expect(saysOf({ ...run, outcomes: run.outcomes.slice(1, 2) }, '表.csv')).toContain('表 (2).xlsx')
  })

  test('an old client’s words: the run is told in the language of whoever reads it', async () => {
    const run = await convert([sample('gbk-tsv.xls')])
    const english = await zxs(toolRun.detail, { id: run.id }, { 'accept-language': 'en' })
    expect(english.outcomes[0]?.says.join(' ')).toContain('really text')
  })
})

describe.skipIf(!office)('old workbooks by LibreOffice', () => {
  let caller: Caller
  beforeAll(async () => {
    caller = await (await testServer()).as('zxs', '赵咨询')
  })

  test('keep fonts, fills, borders, formulas and merged cells', async () => {
    const run = await convert([sample('merged-report.xls'), sample('password.xls'), sample('gbk-tsv.xls')], caller)
    expect(run.state).toBe('succeeded')
    expect(saysOf(run, 'merged-report.xls')).toContain('已保留')
    expect(saysOf(run, 'gbk-tsv.xls')).toContain('文本')
    expect(run.outcomes.find(({ name }) => name === 'password.xls')).toMatchObject({ state: 'skipped' })
    const bytes = await resultOf(caller, run, 'merged-report.xls')
    const styles = Buffer.from(unzipSync(bytes)['xl/styles.xml'] ?? []).toString()
    expect(styles).toContain('<fgColor rgb="FF339966"/>')
    expect(styles).toContain('<color rgb="FFFF0000"/>')
    expect(styles).toContain('<name val="宋体"/>')
    expect(styles).not.toContain('Noto')
    const from = opened(readFileSync(join(samples, 'merged-report.xls')))
    const to = opened(bytes)
    for (const name of from.SheetNames) {
      expect(to.Sheets[name]?.['!merges']?.length).toBe(from.Sheets[name]?.['!merges']?.length)
      expect(utils.sheet_to_csv(to.Sheets[name] ?? {})).toBe(utils.sheet_to_csv(from.Sheets[name] ?? {}))
    }
  })

  test('what LibreOffice cannot open the built-in reader does, and says so', async () => {
    const idle = await testServer({ DIGAO_SOFFICE: idleOffice })
    const hers = await idle.as('zxs', '钱咨询')
    expect((await hers(toolRun.settings, {})).libreOffice).toBe('7.4.0')
    const run = await convert([sample('merged-report.xls')], hers)
    expect(saysOf(run, 'merged-report.xls')).toContain('改用内置读取')
    expect(run.outcomes[0]?.state).toBe('warned')
  })

  test('a LibreOffice that never ends is killed with all it has started', async () => {
    const home = mkdtempSync(join(tmpdir(), 'digao-stuck-'))
    const began = Date.now()
    const ended = await toXlsx({
      office: { program: idleOffice, version: '7.4.0', alone: false },
      home,
      data: home,
      outputs: join(home, 'out'),
      inputs: [join(home, 'stick.xls')],
      seconds: 1,
      signal: new AbortController().signal,
    })
    rmSync(home, { recursive: true, force: true })
    expect(ended).toBe(false)
    expect(Date.now() - began).toBeLessThan(5000)
    const { stdout } = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    expect(stdout).not.toContain(home)
  })
})

describe('runs', () => {
  test('are one’s own: a colleague and another firm find neither run nor result', async () => {
    const run = await convert([{ name: 'a.csv', content: 'a,b\n1,2\n' }])
    const colleague = await server.as('zxs', '同事')
    const stranger = await server.as('admin', '外人', await server.tenant('别家'))
    for (const caller of [colleague, stranger]) {
      await expect(caller(toolRun.detail, { id: run.id })).rejects.toMatchObject({ status: 404 })
      await expect(caller(toolRun.remove, { ids: run.id })).rejects.toMatchObject({ status: 404 })
      await expect(caller.download(toolRun.zip, { id: run.id })).rejects.toMatchObject({ status: 404 })
      const [own] = await caller(disk.spaces, {})
      const folder = { id: run.id, parentId: own?.rootId ?? '' }
      await expect(caller(toolRun.toDisk, folder)).rejects.toMatchObject({ status: 404 })
      const project = { id: run.id, projectId: randomUUID() }
      await expect(caller(toolRun.toProject, project)).rejects.toMatchObject({ status: 404 })
      await expect(resultOf(caller, run)).rejects.toMatchObject({ status: 404 })
      const files = run.inputs.map(({ id }) => ({ id }))
      await expect(caller(toolRun.start, { files, order: { code: 'excelToXlsx' } })).rejects.toMatchObject({
        status: 404,
      })
      expect((await caller(toolRun.list, {})).records).toEqual([])
    }
  })

  test('are listed with the last used and favourite tools, and go with what they made', async () => {
    const caller = await server.as('zxs', '常用')
    const run = await convert([{ name: 'a.csv', content: 'a,b\n1,2\n' }], caller)
    await caller(toolRun.favour, { code: 'excelToXlsx', on: true })
    await caller(toolRun.favour, { code: 'excelToXlsx', on: true })
    await caller(toolRun.note, { code: 'pdfSplit', files: 2, options: { every: 3 } })
    expect(await caller(toolRun.settings, {})).toMatchObject({
      favorites: ['excelToXlsx'],
      recent: ['pdfSplit', 'excelToXlsx'],
      libreOffice: '',
      maxFiles: 300,
    })
    await caller(toolRun.favour, { code: 'excelToXlsx', on: false })
    expect((await caller(toolRun.settings, {})).favorites).toEqual([])
    const { records } = await caller(toolRun.list, { code_equal: 'excelToXlsx' })
    expect(records).toMatchObject([{ id: run.id, state: 'succeeded', files: 1, names: ['a.csv'] }])
    await caller(toolRun.remove, { ids: run.id })
    await expect(resultOf(caller, run)).rejects.toMatchObject({ status: 404 })
    expect((await caller(toolRun.list, {})).records.map(({ code }) => code)).toEqual(['pdfSplit'])
  })

  test('are saved to the disk and added to a project, under a free name and not twice', async () => {
    const run = await convert([{ name: '流水.csv', content: 'a,b\n1,2\n', folder: '一月' }])
    const own = (await zxs(disk.spaces, {})).find(({ type }) => type === 'user')
    const parentId = own?.rootId ?? ''
    for (const _ of [1, 2]) expect(await zxs(toolRun.toDisk, { id: run.id, parentId })).toEqual({ saved: 1 })
    const [folder] = (await zxs(disk.list, { parentId })).records
    expect(folder).toMatchObject({ kind: 'folder', name: '一月' })
    const saved = (await zxs(disk.list, { parentId: folder?.id ?? '' })).records
    expect(saved).toHaveLength(2)
    // what lies on the disk outlives the run
    await zxs(toolRun.remove, { ids: run.id })
    const { body } = await zxs.download(file.download, { id: saved[0]?.fileId ?? '' })
    expect(body.subarray(0, 2).toString()).toBe('PK')
    await expect(zxs(toolRun.toDisk, { id: run.id, parentId })).rejects.toMatchObject({ status: 404 })
    const again = await convert([{ name: '流水.csv', content: 'a,b\n3,4\n' }])
    const projectId = await projectOf(zxs)
    expect(await zxs(toolRun.toProject, { id: again.id, projectId })).toEqual({ added: 1 })
    expect(await zxs(toolRun.toProject, { id: again.id, projectId })).toEqual({ added: 0 })
    const colleague = await server.as('zxs', '别人')
    const theirs = await projectOf(colleague)
    await expect(zxs(toolRun.toProject, { id: again.id, projectId: theirs })).rejects.toMatchObject({ status: 404 })
  })

  test('and their files go after a week, and give their room back', async () => {
    const run = await convert([{ name: 'a.csv', content: 'a,b\n5,6\n' }])
    const actor = { tenantId: zxs.tenantId, userId: zxs.userId }
    await server.kernel.database.inTenant(actor, async (db) => {
      expect(await sweep(db)).toBe(0)
      const old = { create_time: new Date(Date.now() - 8 * 86_400_000) }
      await db.updateTable('file').set(old).where('owner_id', '=', zxs.userId).execute()
      await db.updateTable('tool_run').set(old).where('create_user', '=', zxs.userId).execute()
      const before = await usageOf(db, 'storage_bytes')
      expect(await sweep(db)).toBeGreaterThanOrEqual(2)
      expect((await usageOf(db, 'storage_bytes')).used).toBeLessThan(before.used)
    })
    await expect(zxs(toolRun.detail, { id: run.id })).rejects.toMatchObject({ status: 404 })
    await expect(resultOf(zxs, run)).rejects.toMatchObject({ status: 404 })
  })

  test('of more files than the firm allows are refused', async () => {
    const files = await handed(zxs, [{ name: 'a.csv', content: 'a,b\n1,2\n' }])
    const many = Array.from({ length: 301 }, () => files[0] ?? { id: '', folder: '' })
    await expect(zxs(toolRun.start, { files: many, order: { code: 'excelToXlsx' } })).rejects.toThrow(
      '一次最多 300 个文件',
    )
    await expect(zxs(toolRun.start, { files: [], order: { code: 'excelToXlsx' } })).rejects.toThrow('请先选择文件')
  })
})
