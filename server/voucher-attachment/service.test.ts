import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { file } from '#contract/file.ts'
import { ledger } from '#contract/ledger.ts'
import { voucherAttachment } from '#contract/voucher-attachment.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { fixtureFiles, importFiles, projectOf } from '#server/ledger/testing-import.ts'

let server: TestServer
let zxs: Caller
let projectId: string
let fileIds: string[]
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
  projectId = await projectOf(zxs)
  fileIds = (await importFiles(server, zxs, projectId, fixtureFiles('yonyou-u8'))).fileIds
})

const hand = async (name: string, content = `%PDF-1.4 ${name}`, caller = zxs) =>
  (await caller.upload(file.upload, { purpose: 'voucher', ownerId: projectId }, { name, content })).id
const list = (voucherKey: string, caller = zxs) => caller(voucherAttachment.list, { projectId, voucherKey })
const attach = (fileId: string, voucherKey: string, caller = zxs) =>
  caller(voucherAttachment.attach, { projectId, items: [{ fileId, voucherKey }] })
const waiting = () => zxs(voucherAttachment.waiting, { projectId })

describe('attachments of vouchers', () => {
  test('are matched by file name before anybody attaches them', async () => {
    await hand('2025-07 记 10 招待费发票.pdf')
    await hand('记-0011.pdf')
    await hand('2025-07-记-99999.pdf')
    await hand('合同.pdf')
    const { files, total } = await waiting()
    expect(total).toBe(4)
    expect(Object.fromEntries(files.map(({ name, match }) => [name, match]))).toEqual({
      '2025-07 记 10 招待费发票.pdf': 'sure',
      '记-0011.pdf': 'several',
      '2025-07-记-99999.pdf': 'none',
      '合同.pdf': 'unread',
    })
    const sure = files.find(({ match }) => match === 'sure')
    expect(sure?.vouchers).toEqual([expect.objectContaining({ key: '07-记-10' })])
    const whole = await zxs(ledger.voucher, {
      datasetId: (await zxs(ledger.datasets, { projectId }))[0]?.id ?? '',
      key: '07-记-10',
    })
    expect(sure?.vouchers[0]).toMatchObject({ amount: whole.debit, summary: whole.lines[0]?.summary })
    const several = files.find(({ match }) => match === 'several')
    expect(several?.vouchers).toHaveLength(12)
    await attach(sure?.fileId ?? '', '07-记-10')
    expect((await waiting()).files.map(({ name }) => name)).not.toContain(sure?.name)
    expect(await list('07-记-10')).toMatchObject([{ name: sure?.name, createUserName: '张审计', removedTime: '' }])
    for (const { fileId } of (await waiting()).files) await zxs(voucherAttachment.discard, { projectId, fileId })
    expect((await waiting()).total).toBe(0)
  })

  test('stay on their vouchers when the ledger is read again', async () => {
    await attach(await hand('回单.pdf'), '03-记-5')
    const statements = fixtureFiles('yonyou-u8').findIndex(({ name }) => name === '利润表.xlsx')
    const { jobId } = await zxs(ledger.import, { projectId, fileIds: fileIds.filter((_, at) => at !== statements) })
    await zxs.done(jobId)
    const [again] = await zxs(ledger.datasets, { projectId })
    const active = await zxs(ledger.activate, { datasetId: again?.id ?? '', reason: '客户补充' })
    expect(active).toMatchObject({ version: 2, state: 'active' })
    expect(await list('03-记-5')).toHaveLength(1)
  })

  test('are counted by voucher, without those taken off', async () => {
    await attach(await hand('甲.pdf'), '05-记-1')
    await attach(await hand('乙.pdf'), '05-记-1')
    const count = () => zxs(voucherAttachment.counts, { projectId, keys: ['05-记-1', '05-记-2'] })
    expect(await count()).toEqual({ '05-记-1': 2 })
    const [one] = await list('05-记-1')
    await expect(zxs(voucherAttachment.remove, { projectId, id: one?.id ?? '', reason: ' ' })).rejects.toThrow(
      '请写明移除附件的理由',
    )
    await zxs(voucherAttachment.remove, { projectId, id: one?.id ?? '', reason: '传错凭证' })
    expect(await count()).toEqual({ '05-记-1': 1 })
    const removed = (await list('05-记-1')).find(({ id }) => id === one?.id)
    expect(removed).toMatchObject({ removedUserName: '张审计', removedReason: '传错凭证' })
    // still there to be read
    const { body } = await zxs.download(file.download, { id: removed?.fileId ?? '' })
    expect(body.toString()).toContain(removed?.name)
    await expect(
      zxs(voucherAttachment.remove, { projectId, id: one?.id ?? '', reason: '再移除' }),
    ).rejects.toMatchObject({ status: 404 })
    const told = await (await server.as('admin'))(audit.list, { bizType_equal: 'voucherAttachment', size: 50 })
    expect(told.records.map(({ action }) => action)).toEqual(expect.arrayContaining(['attach', 'remove', 'discard']))
  })

  test('of the same content hang on a voucher once', async () => {
    await attach(await hand('发票.pdf', '%PDF same'), '06-记-1')
    const again = await attach(await hand('发票（副本）.pdf', '%PDF same'), '06-记-1')
    expect(again).toEqual({ attached: 0, alreadyThere: ['发票（副本）.pdf'] })
    expect(await list('06-记-1')).toHaveLength(1)
  })

  test('are refused where they could run, where no voucher is, and once they hang', async () => {
    await expect(hand('发票.html', '<script>1</script>')).rejects.toThrow('“发票.html”不能作凭证附件')
    // a program behind a document's name is called what it is; anything else is told what may be attached
    await expect(hand('发票.pdf.exe', 'MZ')).rejects.toThrow('“发票.pdf.exe”实际是可执行程序')
    await expect(hand('说明.exe', 'x')).rejects.toThrow('“说明.exe”不能作凭证附件')
    await expect(hand('图.svg', '<svg/>')).rejects.toThrow('不能作凭证附件')
    await expect(hand('无后缀', 'x')).rejects.toThrow('不能作凭证附件')
    const id = await hand('../../etc/‮gpj.pdf')
    await expect(attach(id, '13-记-1')).rejects.toThrow('账套中没有凭证 13-记-1')
    await attach(id, '06-记-2')
    expect((await list('06-记-2'))[0]?.name).toBe('gpj.pdf')
    await expect(zxs(voucherAttachment.discard, { projectId, fileId: id })).rejects.toThrow('已挂在凭证上')
  })

  test('are not found by another firm or by who does not reach the project, and only read by a teacher', async () => {
    const id = await hand('机密.pdf')
    await attach(id, '06-记-3')
    const other = await server.as('admin', '外人', await server.tenant('第三家'))
    const colleague = await server.as('zxs', '同事')
    for (const caller of [other, colleague]) {
      await expect(list('06-记-3', caller)).rejects.toMatchObject({ status: 404 })
      await expect(caller(voucherAttachment.waiting, { projectId })).rejects.toMatchObject({ status: 404 })
      await expect(attach(id, '06-记-3', caller)).rejects.toMatchObject({ status: 404 })
      await expect(caller.download(file.download, { id })).rejects.toMatchObject({ status: 404 })
      await expect(hand('x.pdf', 'x', caller)).rejects.toMatchObject({ status: 404 })
    }
    const teacher = await server.as('teacher')
    expect(await list('06-记-3', teacher)).toHaveLength(1)
    await expect(attach(id, '06-记-4', teacher)).rejects.toMatchObject({ code: 403 })
  })
})
