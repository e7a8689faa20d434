import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { ledger } from '#contract/ledger.ts'
import { project } from '#contract/project.ts'
import { audit } from '#contract/audit.ts'
import { fenOf } from '#engine/money.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { loadLedger } from './load.ts'
import { fixtureFiles, fixtureSets, importFiles, projectOf } from './testing-import.ts'

type Measures = { opening: number; debit: number; credit: number; closing: number }
type Expected = {
  accounts: (Measures & { code: string; name: string; full_name: string; printed_code: string })[]
  rollups: (Measures & { code: string })[]
  dims: (Measures & { account: string })[]
  journal: { closing_vouchers: string[]; year_end_vouchers: string[] }
  as_exported: { vouchers: number; lines: number; debit: number; credit: number; months: string[] }
}
const expectedOf = (set: string): Expected => JSON.parse(readFileSync(join(fixtureSets, set, 'expected.json'), 'utf8'))

let server: TestServer
let zxs: Caller
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
})

const fen = (text: string) => Number(fenOf(text))

describe.each(['yonyou-u8', 'kingdee-kis', 'sap-s4'])('the %s ledger', (set) => {
  const expected = expectedOf(set)
  let projectId: string
  let datasetId: string
  let ended: { state: string; progress: number }
  beforeAll(async () => {
    projectId = await projectOf(zxs)
    const imported = await importFiles(server, zxs, projectId, fixtureFiles(set))
    ended = imported.job
    datasetId = imported.datasetId
  })

  test('counts at once when it ties out, with its completeness statement', async () => {
    expect(ended).toMatchObject({ state: 'succeeded', progress: 100 })
    const [dataset] = await zxs(ledger.datasets, { projectId })
    expect(dataset).toMatchObject({
      id: datasetId,
      version: 1,
      state: 'active',
      blocking: 0,
      year: 2025,
      createUserName: '张审计',
    })
    expect(dataset?.summary).toMatchObject({
      company: '东桥南溟精密机械有限公司',
      vouchers: expected.as_exported.vouchers,
      lines: expected.as_exported.lines,
      closingVouchers: expected.journal.closing_vouchers.length,
    })
    expect(fen(dataset?.summary.debit ?? '')).toBe(expected.as_exported.debit)
    expect(fen(dataset?.summary.credit ?? '')).toBe(expected.as_exported.credit)
    expect(dataset?.summary.firstDate.slice(0, 4)).toBe('2025')
    expect((await zxs(project.detail, { id: projectId })).stage).toBe('verified')
    const admin = await server.as('admin')
    const { records } = await admin(audit.list, { bizId_equal: datasetId })
    expect(records.map(({ action }) => action).toSorted()).toEqual(['ledger.activate', 'ledger.import'])
    expect(records.every(({ actorName }) => actorName === '张审计')).toBe(true)
  })

  test('stands in the database account by account, to the fen', async () => {
    const { records, total } = await zxs(ledger.accounts, { datasetId, size: 500 })
    expect(total).toBe(records.length)
    const byCode = new Map(records.map((account) => [account.code, account]))
    const known = new Set([...expected.accounts, ...expected.rollups].map(({ code }) => code))
    expect(records.filter(({ code }) => !known.has(code))).toEqual([])
    for (const wanted of [...expected.accounts, ...expected.rollups]) {
      const account = byCode.get(wanted.code)
      // an account that neither holds nor moves anything is not always printed
      const { opening, debit, credit, closing } = account ?? { opening: '0', debit: '0', credit: '0', closing: '0' }
      expect([wanted.code, fen(opening), fen(debit), fen(credit), fen(closing)]).toEqual([
        wanted.code,
        wanted.opening,
        wanted.debit,
        wanted.credit,
        wanted.closing,
      ])
    }
  })

  test('what searches look through lies there uncompressed', async () => {
    const { rows } = await server.kernel.database.inTenant({ tenantId: zxs.tenantId, userId: zxs.userId }, (db) =>
      sql<{ how: string | null }>`select pg_column_compression(grams) as how from ledger_text_block
        where dataset_id = ${datasetId}`.execute(db),
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ how }) => how !== null)).toEqual([])
  })

  test('loads for the engines exactly as it was read', async () => {
    const loaded = await server.kernel.database.inTenant({ tenantId: zxs.tenantId, userId: zxs.userId }, (db) =>
      loadLedger(db, datasetId),
    )
    const { journal } = loaded
    expect(journal.size).toBe(expected.as_exported.lines)
    expect(journal.vouchers).toHaveLength(expected.as_exported.vouchers)
    expect(Number(journal.debit.reduce((sum, debit) => sum + debit, 0n))).toBe(expected.as_exported.debit)
    expect(Number(journal.credit.reduce((sum, credit) => sum + credit, 0n))).toBe(expected.as_exported.credit)
    expect(journal.vouchers.filter(({ closing }) => closing)).toHaveLength(expected.journal.closing_vouchers.length)
    expect(loaded.dimensions).toHaveLength(expected.dims.length)
    expect(loaded.statements.length).toBeGreaterThan(20)
    expect(loaded.prior.length).toBeGreaterThan(100)
    const byAccount = new Map<string, bigint>()
    for (let line = 0; line < journal.size; line += 1) {
      const code = journal.accountCodes[journal.account[line] ?? 0] ?? ''
      byAccount.set(code, (byAccount.get(code) ?? 0n) + (journal.debit[line] ?? 0n))
    }
    for (const { code, debit } of expected.accounts)
      expect([code, Number(byAccount.get(code) ?? 0n)]).toEqual([code, debit])
  })

  test('shows each line with its voucher, account and the row it was read from', async () => {
    const page = await zxs(ledger.lines, { datasetId, size: 20, current: 3 })
    expect(page).toMatchObject({ total: expected.as_exported.lines, current: 3, size: 20 })
    expect(page.records.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 20 }, (_, at) => 40 + at))
    const [line] = page.records
    expect(line?.origin.row).toBeGreaterThan(1)
    expect(line?.accountName).not.toBe('')
    const voucher = await zxs(ledger.voucher, { datasetId, key: line?.voucherKey ?? '' })
    expect(voucher.debit).toBe(voucher.credit)
    expect(voucher.lines).toContainEqual(line)
    const ofAccount = await zxs(ledger.lines, {
      datasetId,
      account_equal: line?.account ?? '',
      descs: 'date',
      size: 500,
    })
    expect(ofAccount.records.every(({ account }) => account === line?.account)).toBe(true)
    const sum = ofAccount.records.reduce((total, { debit }) => total + fen(debit), 0)
    expect(sum).toBe(expected.accounts.find(({ code }) => code === line?.account)?.debit)
  })

  test('says of every file what it is and why, and of every dropped row why', async () => {
    const files = await zxs(ledger.files, { datasetId })
    expect(files.map(({ name }) => name)).toEqual(fixtureFiles(set).map(({ name }) => name))
    for (const file of files) {
      expect(file.container).not.toBe('')
      expect(file.sheets.some(({ used }) => used)).toBe(true)
    }
    const journal = files.flatMap(({ sheets }) => sheets).find(({ kind }) => kind === 'journal')
    expect(journal).toMatchObject({ kindName: '序时账', used: true, rows: { data: expected.as_exported.lines } })
    expect(journal?.columns.find(({ role }) => role === 'account_code')?.evidence.length).toBeGreaterThan(0)
    const english = await zxs(ledger.files, { datasetId }, { 'accept-language': 'en' })
    expect(english.flatMap(({ sheets }) => sheets).map(({ kindName }) => kindName)).toContain('Journal')
    const [dataset] = await zxs(ledger.datasets, { projectId })
    const dropped = await zxs(ledger.dropped, { datasetId, size: 500 })
    expect(dropped.total).toBe(dataset?.summary.dropped)
    for (const row of dropped.records) {
      expect(row.reasonText).not.toBe(row.reason)
      expect(row.origin.file).not.toBe('')
    }
    const subtotals = await zxs(ledger.dropped, { datasetId, reason_equal: 'subtotal' })
    expect(subtotals.records.every(({ reason }) => reason === 'subtotal')).toBe(true)
  })

  test('ties out in every check, each month covered, closing vouchers named', async () => {
    const report = await zxs(ledger.report, { datasetId })
    const failed = report.checks.filter(({ status, severity }) => status === 'fail' && severity === 'block')
    expect(failed).toEqual([])
    expect(report.checks.find(({ id }) => id === 'X01')).toMatchObject({ status: 'pass' })
    expect(report.closingVouchers).toHaveLength(expected.journal.closing_vouchers.length)
    const months = report.coverage.flatMap(({ months }) => months.map(({ period }) => period))
    expect(months.map((month) => month.slice(-2)).toSorted()).toEqual(expected.as_exported.months)
    for (const { name, text } of report.checks) expect([name, text].every((words) => words !== '')).toBe(true)
  })
})

describe('the damaged U8 ledger', () => {
  test('waits for a person, and the report names every fault by its check, place and class', async () => {
    const projectId = await projectOf(zxs)
    const { job, dataset, datasetId } = await importFiles(server, zxs, projectId, fixtureFiles('yonyou-u8-with-faults'))
    expect(job.state).toBe('succeeded')
    expect(dataset.state).toBe('verified')
    expect(dataset.blocking).toBeGreaterThan(0)
    expect((await zxs(project.detail, { id: projectId })).stage).toBe('imported')
    const { checks } = await zxs(ledger.report, { datasetId })
    const found = (id: string) => checks.find((check) => check.id === id)
    expect(found('J01')?.differences).toMatchObject([
      { at: '10-记-15', atKind: 'voucher', kind: 'unbalanced_voucher', difference: '270.00' },
    ])
    expect(found('J02')?.differences).toMatchObject([{ at: '02-记-5', kind: 'gap' }])
    expect(found('T03')?.differences.map(({ at }) => at)).toEqual(['1405', '1405'])
    expect(found('X01')?.differences.map(({ kind }) => kind)).toContain('missing_voucher')
    for (const difference of checks.flatMap(({ differences }) => differences)) {
      expect(difference.text).not.toMatch(/^[a-z]+[A-Z]|\{\w+\}/)
      expect(difference.kindName).not.toBe(difference.kind)
    }
    await expect(zxs(ledger.activate, { datasetId })).rejects.toMatchObject({
      code: 400,
      message: `核对报告有${dataset.blocking}项严重差异，启用前请填写理由`,
    })
    const active = await zxs(ledger.activate, { datasetId, reason: '已与客户确认，差异另行调整' })
    expect(active.state).toBe('active')
    expect((await zxs(project.detail, { id: projectId })).stage).toBe('verified')
  })
})
