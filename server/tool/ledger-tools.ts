import { z } from 'zod'
import { ledger } from '#contract/ledger.ts'
import type { Figure, Source } from '#contract/tool-source.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { ledgerService } from '../ledger/service.ts'
import type { ProjectRow } from '../project/reach.ts'
import { languageOf, readCall } from './read-call.ts'
import { BOOKS, inProject, mayRead, openBooks, placeIn } from './tool-project.ts'
import { asData, MOST_FIGURES, moneyFigure, plain, table } from './tool-text.ts'
import type { ToolAsker, ToolFinding, ToolMaker } from './tool.ts'

const page = { page: z.int().min(1).max(100_000).default(1).describe('Page, from 1') }
const size = z.int().min(1).max(100).default(50)
/** Books know months by their two digits; people and models say the year, too. */
const period = z
  .string()
  .regex(/^(?:\d{4}-)?(?:0[1-9]|1[0-2])$|^$/)
  .default('')
  .transform((text) => text.slice(-2))

type Account = z.output<typeof ledger.accounts.output>['records'][number]
type Books = { project: ProjectRow; datasetId: string }

const isCode = (text: string) => /^\d[\d.\-_]*$/.test(text)

const accountSource = ({ project, datasetId }: Books, account: Pick<Account, 'code' | 'fullName'>): Source => ({
  kind: 'account',
  title: `${account.code} ${plain(account.fullName)}`,
  place: placeIn(project, BOOKS, { dataset: datasetId, show: 'detail', 'detail.account': account.code }),
  at: plain(project.project_name),
})

/** Place of a voucher; the line within it in words. */
const voucherSource = ({ project, datasetId }: Books, voucher: { key: string; date: string }, at?: string): Source => ({
  kind: 'voucher',
  title: `${voucher.date} ${plain(voucher.key)}`,
  place: placeIn(project, BOOKS, { dataset: datasetId, show: 'vouchers', voucher: voucher.key }),
  ...(at !== undefined && { at }),
})

const balanceInput = z.object({
  ...inProject,
  account: z.string().max(100).default('').describe('Code (with all below it) or words of the name; empty: all'),
  level: z.int().min(1).max(12).optional().describe('Only accounts of this level; 1 for the general ledger'),
  ...page,
  size: z.int().min(1).max(200).default(60),
})

export const ledgerBalance: ToolMaker<typeof balanceInput> = {
  name: 'ledger_balance',
  title: { zh: '科目余额', en: 'Account balances' },
  description:
    'Trial balance of a project for its year, in yuan: opening, debit, credit and closing of each account. Balances are positive on the debit side, negative on the credit side.',
  input: balanceInput,
  offered: mayRead('ledger.view'),
  async run(asker, { projectId, account, level, page: current, size: most }) {
    const books = await openBooks(asker, projectId)
    const wanted = account.trim()
    const named = wanted === '' ? {} : isCode(wanted) ? { code_likeright: wanted } : { fullName: wanted }
    const found = await readCall(asker, ledger.accounts, ledgerService.accounts, {
      datasetId: books.datasetId,
      current,
      size: most,
      ascs: 'code',
      ...named,
      ...(level !== undefined && { level_equal: String(level) }),
    })
    const en = languageOf(asker) === 'en'
    const head = en
      ? ['Code', 'Account', 'Opening', 'Debit', 'Credit', 'Closing']
      : ['编码', '科目', '期初余额', '本期借方', '本期贷方', '期末余额']
    const [, , opening = '', debit = '', credit = '', closing = ''] = head
    const figures: Figure[] = found.records.flatMap((row) => {
      const source = accountSource(books, row)
      const measures = [[opening, row.opening], [debit, row.debit], [credit, row.credit], [closing, row.closing]] as const // prettier-ignore
      return measures.map(([label, value]) => moneyFigure(`${row.code} ${plain(row.fullName)} ${label}`, value, source))
    })
    const rows = found.records.map((row) => [row.code, row.fullName, row.opening, row.debit, row.credit, row.closing])
    const count = en
      ? `${found.total} accounts, page ${current} of ${Math.max(1, found.pages)}. Balances: debit positive.`
      : `共 ${found.total} 个科目，第 ${current}/${Math.max(1, found.pages)} 页。余额借方为正、贷方为负，单位元。`
    return {
      text: [plain(books.project.project_name), count, asData(languageOf(asker)), table(head, rows)].join('\n'),
      data: { total: found.total, pages: found.pages, accounts: found.records },
      sources: found.records.slice(0, 30).map((row) => accountSource(books, row)),
      figures: figures.slice(0, MOST_FIGURES),
    }
  },
}

const detailInput = z.object({
  ...inProject,
  account: z.string().min(1).max(100).describe('Code of the account, or its whole name'),
  period: period.describe('Month as YYYY-MM; empty: the whole year'),
  summary: z.string().max(200).default('').describe('Words of the summary (摘要)'),
  amountFrom: z.string().max(30).default('').describe('Least amount, yuan'),
  amountTo: z.string().max(30).default('').describe('Largest amount, yuan'),
  closing: z
    .enum(['', 'only', 'without'])
    .default('')
    .describe('Closing vouchers (结转损益): all, only these, or without'),
  ...page,
  size,
})

export const ledgerDetail: ToolMaker<typeof detailInput> = {
  name: 'ledger_detail',
  title: { zh: '明细账', en: 'Detail ledger' },
  description:
    'Postings of one account with those below it: sums by month and lines with date, voucher, summary, amounts and running balance, by month, words of the summary or amount. `found` sums all lines that answer to the conditions.',
  input: detailInput,
  offered: mayRead('ledger.view'),
  async run(asker, { projectId, account, page: current, ...narrow }) {
    const books = await openBooks(asker, projectId)
    const code = await codeOf(asker, books, account.trim())
    const found = await readCall(asker, ledger.accountDetail, ledgerService.accountDetail, {
      datasetId: books.datasetId,
      account: code,
      current,
      ...narrow,
    })
    return detailFinding(asker, books, found)
  },
}

type Detail = z.output<typeof ledger.accountDetail.output>

function detailFinding(asker: ToolAsker, books: Books, found: Detail): ToolFinding {
  const language = languageOf(asker)
  const en = language === 'en'
  const source = accountSource(books, found.account)
  const months = table(
    en ? ['Month', 'Opening', 'Debit', 'Credit', 'Closing', 'Lines'] : ['月份', '期初', '借方', '贷方', '期末', '行数'],
    found.months.map((one) => [one.period, one.opening, one.debit, one.credit, one.closing, String(one.lines)]),
  )
  const lines = table(
    en
      ? ['Date', 'Voucher', 'Line', 'Summary', 'Account', 'Debit', 'Credit', 'Balance']
      : ['日期', '凭证', '行', '摘要', '科目', '借方', '贷方', '余额'],
    found.lines.records.map((row) => [row.date, row.voucherKey, String(row.line), row.summary, row.accountName, row.debit, row.credit, row.balance]), // prettier-ignore
  )
  const figures: Figure[] = [
    ...found.months.flatMap((one) => [
      moneyFigure(`${one.period} ${en ? 'debit' : '借方'}`, one.debit, source),
      moneyFigure(`${one.period} ${en ? 'credit' : '贷方'}`, one.credit, source),
      moneyFigure(`${one.period} ${en ? 'closing' : '期末'}`, one.closing, source),
    ]),
    ...(found.found
      ? [
          moneyFigure(en ? 'Debit of what was found' : '符合条件的借方合计', found.found.debit, source),
          moneyFigure(en ? 'Credit of what was found' : '符合条件的贷方合计', found.found.credit, source),
        ]
      : []),
    ...found.lines.records.map((row) =>
      moneyFigure(
        `${row.date} ${plain(row.voucherKey)}`,
        row.debit === '0.00' ? row.credit : row.debit,
        voucherSource(books, { key: row.voucherKey, date: row.date }),
      ),
    ),
  ]
  const count = en
    ? `${found.lines.total} lines, page ${found.lines.current} of ${Math.max(1, found.lines.pages)}.`
    : `共 ${found.lines.total} 行，第 ${found.lines.current}/${Math.max(1, found.lines.pages)} 页。`
  const sums = found.found
    ? `${en ? 'Sum of all lines found' : '符合条件的合计'}: ${en ? 'debit' : '借方'} ${found.found.debit}, ${en ? 'credit' : '贷方'} ${found.found.credit}`
    : ''
  return {
    text: [`${source.title} (${plain(books.project.project_name)})`, months, count, sums, asData(language), lines]
      .filter((part) => part !== '')
      .join('\n'),
    data: found,
    sources: [
      source,
      ...found.lines.records.slice(0, 20).map((row) => voucherSource(books, { key: row.voucherKey, date: row.date })),
    ],
    figures: figures.slice(0, MOST_FIGURES),
  }
}

/** The code that is meant: a code as it stands, else the one account of that name. */
async function codeOf(asker: ToolAsker, { datasetId }: Books, account: string): Promise<string> {
  const by = (filter: { code_equal: string } | { fullName: string }) =>
    readCall(asker, ledger.accounts, ledgerService.accounts, { datasetId, size: 50, ascs: 'code', ...filter })
  if (isCode(account)) {
    const [exact] = (await by({ code_equal: account })).records
    if (exact) return exact.code
  }
  const { records } = await by({ fullName: account })
  const named = records.filter(({ name, fullName }) => name === account || fullName === account)
  const [only, second] = named.length > 0 ? named : records
  if (!only) throw new Refusal('toolNoAccount', { account: plain(account, 60) })
  if (!second) return only.code
  // a name and its own sub-accounts: the one above them all is meant
  if (records.every(({ code }) => code.startsWith(only.code))) return only.code
  const codes = records.slice(0, 10).map(({ code, fullName }) => `${code} ${plain(fullName, 40)}`)
  throw new Refusal('toolManyAccounts', { account: plain(account, 60), codes: codes.join('、') })
}

const voucherInput = z.object({
  ...inProject,
  key: z.string().max(100).default('').describe('Key of one voucher as other answers give it: shows it whole'),
  period: period.describe('Month as YYYY-MM'),
  word: z.string().max(20).default('').describe('Voucher word: 记, 收, 付, 转'),
  number: z.int().min(0).optional(),
  date: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$|^$/)
    .default(''),
  summary: z.string().max(200).default('').describe('Words of a summary'),
  account: z.string().max(50).default('').describe('Code of an account, with those that begin with it'),
  amountFrom: z.string().max(30).default('').describe('Least total of a voucher, yuan'),
  ...page,
  size,
})

export const voucherTool: ToolMaker<typeof voucherInput> = {
  name: 'voucher',
  title: { zh: '凭证', en: 'Vouchers' },
  description:
    'One voucher with all its lines (by key), or a list of vouchers by month, word and number, date, words of a summary, account, or least amount.',
  input: voucherInput,
  offered: mayRead('ledger.view'),
  async run(asker, { projectId, key, page: current, ...wanted }) {
    const books = await openBooks(asker, projectId)
    if (key !== '') return wholeVoucher(asker, books, key)
    const found = await readCall(asker, ledger.vouchers, ledgerService.vouchers, {
      datasetId: books.datasetId,
      current,
      size: wanted.size,
      period_equal: wanted.period,
      word_equal: wanted.word,
      number_equal: wanted.number === undefined ? '' : String(wanted.number),
      date_equal: wanted.date,
      summary: wanted.summary,
      account_likeright: wanted.account,
      amount_ge: wanted.amountFrom,
    })
    // one that is named by word and number is meant to be seen
    const [only] = found.records
    if (only && found.total === 1) return wholeVoucher(asker, books, only.key)
    const en = languageOf(asker) === 'en'
    const rows = found.records.map((row) => [row.key, row.date, row.amount, String(row.lines), row.summary])
    const more = found.atLeast ? '+' : ''
    return {
      text: [
        en ? `${found.total}${more} vouchers, page ${current}.` : `共 ${found.total}${more} 张凭证，第 ${current} 页。`,
        asData(languageOf(asker)),
        table(
          en
            ? ['Voucher', 'Date', 'Amount', 'Lines', 'First summary']
            : ['凭证', '日期', '借方合计', '行数', '首行摘要'],
          rows,
        ),
      ].join('\n'),
      data: found,
      sources: found.records.map((row) => voucherSource(books, row)),
      figures: found.records.map((row) =>
        moneyFigure(`${row.date} ${plain(row.key)}`, row.amount, voucherSource(books, row)),
      ),
    }
  },
}

async function wholeVoucher(asker: ToolAsker, books: Books, key: string): Promise<ToolFinding> {
  const found = await readCall(asker, ledger.voucher, ledgerService.voucher, { datasetId: books.datasetId, key })
  const language = languageOf(asker)
  const en = language === 'en'
  const rows = found.lines.map((row) => [
    String(row.line),
    row.summary,
    `${row.account} ${row.accountName}`,
    row.debit,
    row.credit,
    row.dimension,
  ])
  const line = (number: number) => (en ? `line ${number}` : `第${number}行`)
  const files = [...new Set(found.lines.slice(0, 3).map(({ origin }) => `${plain(origin.file)} ${plain(origin.sheet)} #${origin.row}`))] // prettier-ignore
  return {
    text: [
      `${found.date} ${plain(found.key)}${found.closing ? (en ? ' (closing voucher)' : '（结转凭证）') : ''}`,
      `${en ? 'Debit' : '借方'} ${found.debit}, ${en ? 'credit' : '贷方'} ${found.credit}; ${en ? 'read from' : '来源'} ${files.join('; ')}`,
      asData(language),
      table(
        en
          ? ['Line', 'Summary', 'Account', 'Debit', 'Credit', 'Auxiliary']
          : ['行', '摘要', '科目', '借方', '贷方', '辅助核算'],
        rows,
      ),
    ].join('\n'),
    data: found,
    sources: [voucherSource(books, found)],
    figures: [
      moneyFigure(`${plain(found.key)} ${en ? 'debit' : '借方合计'}`, found.debit, voucherSource(books, found)),
      ...found.lines.map((row) =>
        moneyFigure(
          `${plain(row.summary, 40)} ${plain(row.accountName, 40)}`,
          row.debit === '0.00' ? row.credit : row.debit,
          voucherSource(books, found, line(row.line)),
        ),
      ),
    ].slice(0, MOST_FIGURES),
  }
}
