import { z } from 'zod'
import { columnRoles, DatasetFile, everySheetAnswer } from './dataset-file.ts'
import { count, get, id, money, none, paged, paging, post, time } from './endpoint.ts'

/** Where a row was read. */
export const Origin = z.object({ file: z.string(), sheet: z.string(), row: z.number().int() })

export const datasetStates = ['staging', 'staged', 'verified', 'active', 'superseded', 'failed'] as const
export const Dataset = z.object({
  id,
  projectId: id,
  version: z.number().int(),
  state: z.enum(datasetStates),
  year: z.number().int(),
  standard: z.enum(['cas', 'small']),
  blocking: z.number().int(),
  warnings: z.number().int(),
  createUserName: z.string(),
  createTime: time,
  jobId: z.string(),
  /** The completeness statement: what was read, for the client to confirm. */
  summary: z.object({
    company: z.string(),
    accounts: count,
    vouchers: count,
    lines: count,
    debit: money,
    credit: money,
    firstDate: z.string(),
    lastDate: z.string(),
    closingVouchers: count,
    dropped: count,
  }),
})
export type Dataset = z.output<typeof Dataset>

export const Difference = z.object({
  /** Account code, voucher key, period or statement line: what the difference is at. */
  at: z.string(),
  atName: z.string(),
  atKind: z.enum(['voucher', 'account', 'period', 'label']),
  measure: z.string(),
  expected: money.nullable(),
  actual: money.nullable(),
  difference: money.nullable(),
  /** What kind of difference it is: missing_voucher, unbalanced_voucher, edited_total … */
  kind: z.string(),
  kindName: z.string(),
  text: z.string(),
  rows: z.array(Origin),
  /** The check that says the cause, where this difference is only its consequence; else ''. */
  follows: z.string(),
})
export const Check = z.object({
  /** An id of import-checks: T01, J02, X01 … */
  id: z.string(),
  name: z.string(),
  severity: z.enum(['block', 'warn', 'info']),
  status: z.enum(['pass', 'fail', 'skipped']),
  /** Why it was skipped, or what was compared. */
  text: z.string(),
  compared: z.number().int(),
  differences: z.array(Difference),
  /** How many further differences are not listed. */
  more: count,
})
export const Report = z.object({
  datasetId: id,
  checks: z.array(Check),
  /** File × month: how many journal lines. */
  coverage: z.array(z.object({ file: z.string(), months: z.array(z.object({ period: z.string(), lines: count })) })),
  /** Vouchers by month and word (记, 收, 付, 转 …), for the completeness statement. */
  months: z.array(z.object({ period: z.string(), word: z.string(), vouchers: count })),
  closingVouchers: z.array(z.string()),
  yearEndVouchers: z.array(z.string()),
})
export type Report = z.output<typeof Report>

export const Account = z.object({
  code: z.string(),
  printed: z.string(),
  name: z.string(),
  fullName: z.string(),
  level: z.number().int(),
  leaf: z.boolean(),
  opening: money,
  debit: money,
  credit: money,
  closing: money,
  origin: Origin,
})
export const Line = z.object({
  ordinal: z.number().int(),
  voucherKey: z.string(),
  date: z.string(),
  line: z.number().int(),
  summary: z.string(),
  account: z.string(),
  accountName: z.string(),
  debit: money,
  credit: money,
  dimension: z.string(),
  closing: z.boolean(),
  origin: Origin,
})
export type Line = z.output<typeof Line>

const inDataset = { datasetId: id }

export const ledger = {
  /** Starts with the ids of uploaded financial files; answers the job that reads and verifies them. */
  import: post('/sc-llm/ledger/import', {
    may: 'ledger.import',
    says: "Reads a project's files as a new dataset version: detect, read, verify; becomes the project's when nothing blocks",
    input: z.object({
      projectId: id,
      fileIds: z.array(id).min(1).max(100),
      /** Layout signature → column signature → role, or what was asked about the sheet → its answer. */
      answers: z
        .record(z.string().max(32), z.record(z.string().max(200), z.enum([...columnRoles, ...everySheetAnswer])))
        .optional(),
    }),
    output: z.object({ jobId: id, datasetId: id }),
  }),
  removeFile: post('/sc-llm/ledger/removeFile', {
    may: 'ledger.import',
    says: 'Removes a financial file that no dataset holds',
    input: z.object({ projectId: id, fileId: id }),
    output: none,
  }),
  datasets: get('/sc-llm/ledger/datasets', {
    may: 'ledger.view',
    says: "A project's dataset versions, newest first",
    input: z.object({ projectId: id }),
    output: z.array(Dataset),
  }),
  files: get('/sc-llm/ledger/files', {
    may: 'ledger.view',
    says: 'What each file of a dataset turned out to be, with evidence',
    input: z.object(inDataset),
    output: z.array(DatasetFile),
  }),
  report: get('/sc-llm/ledger/report', {
    may: 'ledger.view',
    says: 'The tie-out report: each check, each difference with its class and rows',
    input: z.object(inDataset),
    output: Report,
  }),
  dropped: get('/sc-llm/ledger/dropped', {
    may: 'ledger.view',
    says: 'Every row that was not taken, with its reason',
    input: paging(['reason'], inDataset),
    output: paged(z.object({ origin: Origin, reason: z.string(), reasonText: z.string(), shown: z.string() })),
  }),
  activate: post('/sc-llm/ledger/activate', {
    may: 'ledger.import',
    says: 'Makes a dataset the one that counts; over blocking differences, and back to an earlier one, only with a reason, which is recorded',
    input: z.object({
      ...inDataset,
      reason: z.string().trim().max(500).default(''),
      /** The one that counted when the caller looked; '' for none. Refused if another counts meanwhile. */
      instead: z.union([id, z.literal('')]).optional(),
    }),
    output: Dataset,
  }),
  discard: post('/sc-llm/ledger/discard', {
    may: 'ledger.import',
    says: 'Throws away a dataset that does not count',
    input: z.object(inDataset),
    output: none,
  }),
  accounts: get('/sc-llm/ledger/accounts', {
    may: 'ledger.view',
    says: 'The trial balance as read',
    input: paging(['code', 'name', 'fullName', 'level', 'leaf'], inDataset),
    output: paged(Account),
  }),
  lines: get('/sc-llm/ledger/lines', {
    may: 'ledger.view',
    says: 'Journal lines',
    input: paging(['voucherKey', 'account', 'summary', 'date', 'dimension'], inDataset),
    output: paged(Line).extend({
      /** Counting stopped: there are more than `total`. */
      atLeast: z.boolean(),
    }),
  }),
  accountDetail: get('/sc-llm/ledger/accountDetail', {
    may: 'ledger.view',
    says: 'The detail ledger (明细账) of an account with those below it: by month, line by line, with the running balance',
    input: paging([], {
      ...inDataset,
      account: z.string(),
      period: z.string().default(''),
      /** Words of the summary. */
      summary: z.string().trim().max(200).default(''),
      /** Yuan, of either side. */
      amountFrom: z.string().trim().max(30).default(''),
      amountTo: z.string().trim().max(30).default(''),
      /** Lines of closing vouchers: all, only these, none of these. */
      closing: z.enum(['', 'only', 'without']).default(''),
    }),
    output: z.object({
      account: Account,
      /** Months with postings; `opening` and `closing` are balances, debit positive. */
      months: z.array(
        z.object({ period: z.string(), opening: money, debit: money, credit: money, closing: money, lines: count }),
      ),
      /** A balance is the one in the whole ledger, also where filters leave lines out. */
      lines: paged(Line.extend({ balance: money })),
      /** Sums of all lines that answer to the filters; null without any but the month. */
      found: z.object({ debit: money, credit: money }).nullable().default(null),
    }),
  }),
  vouchers: get('/sc-llm/ledger/vouchers', {
    may: 'ledger.view',
    says: 'Vouchers by month, word, number, date, amount (yuan), account or words of a summary',
    input: paging(['key', 'period', 'word', 'number', 'date', 'amount', 'account', 'summary'], inDataset),
    output: paged(
      z.object({
        key: z.string(),
        date: z.string(),
        period: z.string(),
        word: z.string(),
        number: z.number().int(),
        closing: z.boolean(),
        amount: money,
        lines: count,
        /** Of its first line. */
        summary: z.string(),
      }),
    ).extend({ atLeast: z.boolean() }),
  }),
  voucher: get('/sc-llm/ledger/voucher', {
    may: 'ledger.view',
    says: 'One voucher, whole',
    input: z.object({ ...inDataset, key: z.string() }),
    output: z.object({
      key: z.string(),
      date: z.string(),
      word: z.string(),
      number: z.number().int(),
      closing: z.boolean(),
      debit: money,
      credit: money,
      lines: z.array(Line),
    }),
  }),
}
