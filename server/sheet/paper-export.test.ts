import * as xlsx from '@e965/xlsx'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { file } from '#contract/file.ts'
import { paper } from '#contract/paper.ts'
import { paperExport } from '#contract/paper-export.ts'
import { workbook } from '#contract/workbook.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { generated, readyProject } from '../paper/testing-papers.ts'
import { fileNames } from './paper-package.ts'

let server: TestServer
let zxs: Caller
let projectId: string
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
  projectId = await readyProject(server, zxs, 'yonyou-u8')
  await generated(zxs, projectId)
}, 120_000)

describe('the papers of a project as an archive', () => {
  test('are one workbook each, with an index and the report of overrides', async () => {
    const { jobId } = await zxs(paperExport.pack, { projectId })
    const job = await zxs.done(jobId)
    expect(job).toMatchObject({ state: 'succeeded', progress: 100 })
    const { body } = await zxs.download(file.download, { id: String(job.result['fileId']) })
    const parts = unzipSync(body)
    const papers = await zxs(paper.list, { projectId })
    expect(Object.keys(parts).filter((name) => !name.startsWith('00_'))).toHaveLength(papers.length)
    const index = xlsx.read(parts['00_目录.xlsx'] ?? '').Sheets['目录'] ?? {}
    const rows = xlsx.utils.sheet_to_json<Record<string, string>>(index)
    expect(rows.map((row) => row['索引号'])).toEqual(papers.map(({ paperId }) => paperId))
    for (const row of rows) expect(strFromU8((parts[row['文件'] ?? ''] ?? new Uint8Array()).slice(0, 2))).toBe('PK')
    expect(parts).toHaveProperty(['00_覆盖报告.xlsx'])
  })

  test('computes nothing that a person wrote: a reason like a formula is text in every file of it', async () => {
    const reason = '=HYPERLINK("http://x.example","凭证")'
    const decision = { projectId, cell: 'C15.actual', value: '5000', reason, evidence: '+cmd|calc' }
    const { jobId } = await zxs(workbook.setOverride, decision)
    await zxs.done(jobId ?? '')
    const packed = await zxs.done((await zxs(paperExport.pack, { projectId })).jobId)
    const parts = unzipSync((await zxs.download(file.download, { id: String(packed.result['fileId']) })).body)
    const report = xlsx.read(parts['00_覆盖报告.xlsx'] ?? '').Sheets['覆盖报告'] ?? {}
    expect(xlsx.utils.sheet_to_json<Record<string, string>>(report).map((row) => row['理由'])).toEqual([`'${reason}`])
    const formulas = Object.values(parts).flatMap((part) =>
      Object.values(xlsx.read(part, { cellFormula: true }).Sheets).flatMap((sheet) =>
        Object.values(sheet).flatMap((cell: unknown) =>
          typeof cell === 'object' && cell !== null && 'f' in cell ? [String(cell.f)] : [],
        ),
      ),
    )
    expect(formulas.length).toBeGreaterThan(10)
    expect(
      formulas.filter((formula) => /[a-z]{4,}\(|\||\[|!.*http/i.test(formula.replaceAll(/SUM|ROUND/g, ''))),
    ).toEqual([])
  })

  test('is not for whoever is not on the project', async () => {
    const other = await server.as('zxs', '王审计')
    await expect(other(paperExport.pack, { projectId })).rejects.toMatchObject({ code: 404 })
    const sent = other.upload(paperExport.compare, { projectId }, { name: 'a.csv', content: 'a,b' })
    await expect(sent).rejects.toMatchObject({ code: 404 })
  })

  test('has names that every file system takes', () => {
    expect(
      fileNames([
        { id: 'A01', name: '资产/负债:表?*' },
        { id: 'A01', name: '资产/负债:表?*' },
        { id: 'B', name: '..\\x\u202Egpj.' },
      ]),
    ).toEqual(['A01_资产 负债 表.xlsx', 'A01_资产 负债 表 2.xlsx', 'B_.. x gpj.xlsx'])
  })
})

const book = async () => {
  const { body } = await zxs.download(paper.download, { projectId, paperIds: 'C15' })
  return xlsx.read(body, { cellFormula: true, cellNF: true, cellStyles: true })
}
const sent = (content: xlsx.WorkBook) =>
  zxs.upload(paperExport.compare, { projectId }, { name: 'C15.xlsx', content: xlsx.write(content, { type: 'buffer' }) })

describe('a paper that comes back', () => {
  test('untouched differs in nothing', async () => {
    const { found, total, changes } = await sent(await book())
    expect({ total, changes }).toEqual({ total: 0, changes: [] })
    expect(found).toBeGreaterThan(2)
  })

  test('shows what the client changed, found by the names of the cells', async () => {
    const content = await book()
    const named = content.Workbook?.Names?.find(({ Name }) => Name === 'C15.actual')
    const [, sheet = '', place = ''] = /^'?(.+?)'?!(.+)$/.exec(named?.Ref ?? '') ?? []
    const cells = content.Sheets[sheet] ?? {}
    cells[place.replaceAll('$', '')] = { t: 'n', v: 1.5 }
    const { total, changes } = await sent(content)
    expect(total).toBe(1)
    expect(changes).toMatchObject([{ cell: 'C15.actual', paperId: 'C15', there: '1.5' }])
  })

  test('that is no paper of ours is refused in words', async () => {
    const refused = zxs.upload(paperExport.compare, { projectId }, { name: 'a.csv', content: 'a,b\n1,2\n' })
    await expect(refused).rejects.toMatchObject({ code: 400, message: expect.stringContaining('单元格名称') })
  })
})
