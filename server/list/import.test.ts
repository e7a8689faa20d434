import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { enterprise } from '#contract/enterprise.ts'
import { file } from '#contract/file.ts'
import { ImportResult, list } from '#contract/list.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { sheetOf, workbookParts, zipOf } from '../ledger/read/testing-files.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'

let server: TestServer
let admin: Caller
let zxs: Caller
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin', '王管理')
  zxs = await server.as('zxs', '张审计')
})

let made = 0
const draft = (over: object = {}) => {
  made += 1
  return { enterpriseName: `企业${made}`, creditCode: testCreditCode(made), ...over }
}

/** The cells of a workbook's first sheet, the head included. */
const cellsOf = async (bytes: Buffer) => (await readXlsx(new Uint8Array(bytes))).sheets[0]?.rows ?? []

const book = (rows: (string | number | null)[][]) =>
  writeXlsx({ sheets: [{ name: '企业', rows }] }).then((bytes) => Buffer.from(bytes))
const heads = ['企业名称 *', '统一社会信用代码*', '会计准则', '联系人', '不认识的列']

const checked = async (who: Caller, content: Buffer | string, name = '企业.xlsx') => {
  const { jobId } = await who.upload(list.import, { list: 'enterprise' }, { name, content })
  const ended = await who.done(jobId)
  return { jobId, ended, result: ended.state === 'succeeded' ? ImportResult.parse(ended.result) : undefined }
}

describe('an import', () => {
  test('is tried out first: what is new, what changes and what is wrong is said, and nothing is changed', async () => {
    const known = await admin(enterprise.save, draft({ contact: '旧' }))
    const before = (await admin(enterprise.list, {})).total
    const fresh = draft()
    const content = await book([
      ['说明：请填写'],
      heads,
      [fresh.enterpriseName, fresh.creditCode, '小企业会计准则', '新', 'x'],
      [known.enterpriseName, known.creditCode.toLowerCase(), null, '改', 'x'],
      ['', testCreditCode(90_001), null, null, null],
      ['代码错', '9144030071526726XH', '美国准则', null, null],
      ['重复', fresh.creditCode, null, null, null],
    ])
    const { jobId, result } = await checked(admin, content)
    expect(result).toMatchObject({ rows: 5, newRows: 1, updates: 1, errors: 3, unknown: ['不认识的列'], partly: true })
    expect(result?.shown.filter(({ state }) => state === 'error').map(({ row, reasons }) => [row, reasons])).toEqual([
      [5, ['请填写企业名称']],
      [6, ['会计准则“美国准则”不在可选范围内']],
      [7, ['与第 3 行重复']],
    ])
    expect((await admin(enterprise.list, {})).total).toBe(before)
    expect((await admin(enterprise.detail, { id: known.id })).contact).toBe('旧')

    const { body } = await admin.download(file.download, { id: result?.errorFileId ?? '' })
    const wrong = await cellsOf(body)
    expect(wrong).toHaveLength(4)
    expect(wrong[0]).toEqual([...heads, '错误原因'])
    expect(wrong[2]?.at(-1)).toBe('会计准则“美国准则”不在可选范围内')

    // the whole file is refused, the right rows are taken once however often it is clicked
    const refused = await admin.done((await admin(list.confirm, { jobId })).jobId)
    expect(refused).toMatchObject({ state: 'failed' })
    expect(refused.error).toContain('还有 3 行有错误')
    const first = await admin(list.confirm, { jobId, rightRows: true })
    const second = await admin(list.confirm, { jobId, rightRows: true })
    expect(second.jobId).toBe(first.jobId)
    expect(await admin.done(first.jobId)).toMatchObject({ state: 'succeeded', result: { newRows: 1, updates: 1 } })
    expect(await admin(list.confirm, { jobId, rightRows: true })).toEqual(first)
    expect((await admin(enterprise.list, {})).total).toBe(before + 1)
    expect((await admin(enterprise.detail, { id: known.id })).contact).toBe('改')
    const { records } = await admin(enterprise.list, { creditCode_equal: fresh.creditCode })
    expect(records).toMatchObject([{ accountingStandard: 'small', contact: '新' }])
  })

  test('checks the codes it can: a wrong check character is named, and a colleague’s client is not told', async () => {
    const colleague = await admin(enterprise.save, draft({ enterpriseName: '同事的客户' }))
    const { result } = await checked(
      zxs,
      `企业名称,统一社会信用代码\n甲,9144030071526726XH\n乙,${colleague.creditCode}\n`,
      'a.csv',
    )
    const reasons = result?.shown.flatMap((row) => row.reasons) ?? []
    expect(reasons).toHaveLength(2)
    expect(reasons[0]).toContain('统一社会信用代码不正确')
    expect(reasons[1]).toContain('已由同事建立')
    expect(JSON.stringify(result)).not.toContain('同事的客户')
  })

  test('changes nothing at all when what was checked has become wrong meanwhile', async () => {
    const [one, two] = [draft(), draft()]
    const { jobId } = await checked(
      admin,
      await book([heads, ...[one, two].map((d) => [d.enterpriseName, d.creditCode])]),
    )
    // now the second belongs to a colleague: nobody imports over him
    const helper = await server.as('zxs', '别人')
    const third = draft()
    const { jobId: other } = await checked(
      helper,
      await book([heads, ...[third, two].map((d) => [d.enterpriseName, d.creditCode])]),
    )
    await admin(enterprise.save, two)
    const ended = await helper.done((await helper(list.confirm, { jobId: other })).jobId)
    expect(ended).toMatchObject({ state: 'failed', error: expect.stringContaining('没有导入任何数据') })
    expect((await admin(enterprise.list, { creditCode_equal: third.creditCode })).total).toBe(0)
    expect(await admin.done((await admin(list.confirm, { jobId })).jobId)).toMatchObject({
      result: { newRows: 1, updates: 1 },
    })
  })

  test('begins with a template that opens, with heads, drop-downs and what was exported as it was', async () => {
    const { body, headers } = await admin.download(list.template, { list: 'enterprise' })
    expect(String(headers['content-disposition'])).toContain(encodeURIComponent('客户企业_导入模板.xlsx'))
    const template = await readXlsx(new Uint8Array(body))
    expect(template.sheets.map(({ name }) => name)).toEqual(['客户企业', '填写说明', '选项'])
    expect(template.sheets[0]?.rows[1]?.slice(0, 3)).toEqual(['企业名称 *', '统一社会信用代码 *', '会计准则'])
    const drops = template.sheets[0]?.dataValidations ?? []
    expect(drops.map(({ type }) => type)).toEqual(drops.map(() => 'list'))
    const choices = template.sheets[2]?.rows ?? []
    expect(choices[0]?.slice(0, 2)).toEqual(['会计准则', '纳税人类型'])
    expect(choices[0]).toHaveLength(drops.length)
    expect(choices.slice(1, 3).map((row) => row.slice(0, 2))).toEqual([
      ['企业会计准则', '一般纳税人'],
      ['小企业会计准则', '小规模纳税人'],
    ])
    const { ended } = await checked(admin, body)
    expect(ended).toMatchObject({ state: 'failed', error: '表头下面没有数据，请填写后再导入' })

    const saved = await admin(enterprise.save, draft({ remark: '=1+1', contact: '@甲' }))
    const { jobId } = await admin(list.export, { list: 'enterprise', query: { creditCode_equal: saved.creditCode } })
    const again = await admin.download(file.download, { id: String((await admin.done(jobId)).result['fileId']) })
    const round = await checked(admin, again.body)
    expect(round.result).toMatchObject({ updates: 1, errors: 0 })
    await admin.done((await admin(list.confirm, { jobId: round.jobId })).jobId)
    const after = await admin(enterprise.detail, { id: saved.id })
    expect(after).toEqual({ ...saved, version: 2, updateTime: after.updateTime })
  })

  test.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]), 'a.xlsx', '是一张图片'],
    ['a file without heads', 'a,b\n1,2\n', 'a.csv', '没有找到表头'],
    ['a file that lacks a required column', '企业名称,电话\n甲,1\n', 'a.csv', '缺少必填列：统一社会信用代码'],
    ['a heading that stands twice', '企业名称,企业名称,信用代码\n甲,乙,1\n', 'a.csv', '表头“企业名称”出现了两次'],
    ['a formula in a text file', '企业名称,统一社会信用代码\n=cmd(),1\n', 'a.csv', '第 2 行A列是公式'],
  ])('%s is refused clearly', async (_, content, name, says) => {
    const { ended } = await checked(admin, content, name)
    expect(ended.state).toBe('failed')
    expect(ended.error).toContain(says)
  })

  test('a formula and too many rows in a workbook are refused clearly', async () => {
    const formula = await writeXlsx({
      sheets: [
        {
          name: 'x',
          rows: [
            ['企业名称', '统一社会信用代码'],
            ['甲', '1'],
          ],
          cells: new Map([['1,0', { formula: 'CONCAT("a","b")', formulaResult: 'ab' }]]),
        },
      ],
    })
    expect((await checked(admin, Buffer.from(formula))).ended.error).toContain('第 2 行A列是公式')
    const unplaced = zipOf(
      workbookParts('<worksheet><sheetData><row><c><f>1+1</f><v>2</v></c></row></sheetData></worksheet>'),
    )
    expect((await checked(admin, unplaced)).ended.error).toContain('是公式')
    const many = `企业名称,统一社会信用代码\n${'甲,1\n'.repeat(5_020)}`
    expect((await checked(admin, many, 'm.csv')).ended.error).toContain('一次最多导入 5000 行')
  })

  test('a workbook with macros and one that is a bomb are refused clearly', async () => {
    const parts = workbookParts(
      sheetOf([
        ['企业名称', '统一社会信用代码'],
        ['甲', '1'],
      ]),
    )
    const macro = zipOf([...parts, { name: 'xl/vbaProject.bin', content: 'x' }])
    expect((await checked(admin, macro, 'm.xlsm')).ended.error).toContain('文件带有宏')
    const bomb = zipOf([...parts, { name: 'xl/big.xml', content: Buffer.alloc(60 * 1024 * 1024) }])
    expect((await checked(admin, bomb, 'b.xlsx')).ended.error).toContain('解压后异常地大')
  })

  test('asks for the grant, and only the person who checked may confirm', async () => {
    const teacher = await server.as('teacher')
    await expect(checked(teacher, 'x')).rejects.toMatchObject({ code: 403 })
    await expect(teacher.download(list.template, { list: 'enterprise' })).rejects.toMatchObject({ code: 403 })
    await expect(admin.download(list.template, { list: 'project' })).rejects.toMatchObject({
      message: '“project”不支持导入',
    })
    const row = draft()
    const { jobId } = await checked(admin, await book([heads, [row.enterpriseName, row.creditCode]]))
    await expect(zxs(list.confirm, { jobId })).rejects.toMatchObject({ code: 404 })
  })
})
