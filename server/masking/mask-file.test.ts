import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { enterprise } from '#contract/enterprise.ts'
import { file } from '#contract/file.ts'
import { MASK_FILE, maskFile } from '#contract/mask-file.ts'
import { masking } from '#contract/masking.ts'
import { seeded, seededIdentities } from '#engine/masking/testing-identities.ts'
import { maskingWords } from '#facts/masking-words.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { readDocument } from '../document/read-document.ts'

let server: TestServer
let zxs: Caller
let other: Caller
const made = seededIdentities(seeded(5), maskingWords)
const [phone, card] = [made.mobile(), made.idCard()]
const CLIENT = '深圳市星河互动科技有限公司'
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '孙咨询')
  other = await server.as('zxs', '周顾问')
  await (
    await server.as('admin')
  )(enterprise.save, { enterpriseName: CLIENT, creditCode: made.creditCode() })
})

const uploaded = async (name: string, content: string) =>
  (await zxs.upload(file.upload, { purpose: MASK_FILE, ownerId: zxs.userId }, { name, content })).id

async function maskedCopy(fileId: string) {
  const { jobId } = await zxs(maskFile.start, { fileId })
  const job = await zxs.done(jobId)
  expect(job).toMatchObject({ state: 'succeeded' })
  const { body } = await zxs.download(file.download, { id: String(job.result['fileId']) })
  return { name: String(job.result['fileName']), body }
}

describe('a masked copy', () => {
  test('of a text names nobody, neither does its name, and what is made of it can be turned back', async () => {
    const fileId = await uploaded(
      `${CLIENT}情况说明.txt`,
      `${CLIENT}：\n联系人孙咨询，电话 ${phone}，身份证 ${card}。\n收入 100.00 元。`,
    )
    const { name, body } = await maskedCopy(fileId)
    const text = body.toString()
    for (const identity of [CLIENT, '星河', phone, card, '孙咨询']) {
      expect(text).not.toContain(identity)
      expect(name).not.toContain(identity)
    }
    expect(name).toMatch(/情况说明\.txt$/)
    expect(text.split('\n')).toHaveLength(3)
    const token = /〔企业\d+〕/.exec(text)?.[0] ?? ''
    expect((await zxs(maskFile.restore, { fileId, text: `结论：${token}无需调整。` })).text).toBe(
      `结论：${CLIENT}无需调整。`,
    )
    const { records } = await zxs(maskFile.list, {})
    expect(records.find(({ id }) => id === fileId)?.tokens).toBeGreaterThanOrEqual(4)
  })

  test('hides a number that goes on in the next line, and keeps every line', async () => {
    const lines = [
      `请致电王经理${phone.slice(0, 7)}`,
      `${phone.slice(7)}确认`,
      `身份证 ${card.slice(0, 9)}`,
      card.slice(9),
    ]
    const { body } = await maskedCopy(await uploaded('两行.txt', lines.join('\n')))
    const text = body.toString()
    expect(text.split('\n')).toHaveLength(4)
    for (const part of [phone.slice(0, 7), phone.slice(7), card.slice(0, 9), card.slice(9)])
      expect(text).not.toContain(part)
  })

  test('of a table whose cells make a name of the firm’s keeps every cell where it was', async () => {
    const rows = ['单位,部门,金额', '深圳市星河互动科技,有限公司,12.50', '深圳市星河互动科技,1,有限公司']
    const { body } = await maskedCopy(await uploaded('拆开.csv', rows.join('\n')))
    const path = join(server.folder, 'torn.xlsx')
    writeFileSync(path, body)
    const { blocks } = await readDocument(path, 'torn.xlsx')
    const table = blocks.find(({ kind }) => kind === 'table')
    const cells = table?.kind === 'table' ? table.rows.map((row) => row.cells.map(({ text }) => text)) : []
    expect(cells.map((row) => row.length)).toEqual([3, 3, 3])
    expect(cells[1]?.[2]).toBe('12.50')
    expect(JSON.stringify(cells)).not.toContain('星河')
  })

  test('of a table keeps its rows and columns as a workbook', async () => {
    const rows = ['姓名,手机号,金额', `赵晓雪,${phone},12.50`, '钱多多,13912345678,3.00']
    const { name, body } = await maskedCopy(await uploaded('名单.csv', rows.join('\n')))
    expect(name).toBe('名单.xlsx')
    const path = join(server.folder, 'masked.xlsx')
    writeFileSync(path, body)
    const { blocks } = await readDocument(path, 'masked.xlsx')
    const table = blocks.find(({ kind }) => kind === 'table')
    const cells = table?.kind === 'table' ? table.rows.map((row) => row.cells.map(({ text }) => text)) : []
    expect(cells.map((row) => row.length)).toEqual([3, 3, 3])
    expect(cells[1]?.[2]).toBe('12.50')
    expect(JSON.stringify(cells)).not.toMatch(/赵晓雪|钱多多|13912345678/)
  })

  test('leaves a note in the log of what left', async () => {
    const boss = await server.as('admin', '钱主管')
    const { records } = await boss(masking.runs, { purpose_equal: 'mask.file' })
    expect(records[0]).toMatchObject({ endpoint: 'download', blocked: false, createUserName: '孙咨询' })
  })
})

test('another’s file is not there, and a deleted one can no longer be turned back', async () => {
  const fileId = await uploaded('密.txt', `电话 ${phone}`)
  await maskedCopy(fileId)
  const stranger = await server.as('admin', '外所', await server.tenant())
  for (const caller of [other, stranger]) {
    for (const answer of await Promise.allSettled([
      caller(maskFile.start, { fileId }),
      caller(maskFile.restore, { fileId, text: 'x' }),
      caller(maskFile.remove, { ids: fileId }),
    ]))
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 404 } })
    expect((await caller(maskFile.list, {})).total).toBe(0)
  }
  await zxs(maskFile.remove, { ids: fileId })
  await expect(zxs(maskFile.restore, { fileId, text: 'x' })).rejects.toMatchObject({ code: 404 })
  const keys = await server.kernel.database.inTenant({ tenantId: zxs.tenantId, userId: zxs.userId }, (db) =>
    db.selectFrom('mask_key').select('scope').where('scope', '=', `document:${fileId}`).execute(),
  )
  expect(keys).toEqual([])
})
