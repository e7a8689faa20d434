import type { Company } from './testing-figures.ts'
import { printCode, type CodeStyle } from './testing-layouts.ts'
import type { Dataset } from './read-dataset.ts'

export type OracleOptions = {
  codes?: CodeStyle
  leavesOnly?: boolean
  dimensions?: boolean
  journal?: boolean
  balance?: boolean
  months?: boolean
}

/** Everything a dataset says otherwise than the model company; nothing if it was read to the fen. */
export function wrongFigures(dataset: Dataset, company: Company, options: OracleOptions): string[] {
  const { codes = 'plain', leavesOnly = false } = options
  const wrong: string[] = []
  const { ledger } = dataset.built
  const is = (what: string, got: unknown, want: unknown) => {
    if (got !== want) wrong.push(`${what}: ${String(got)} instead of ${String(want)}`)
  }
  for (const { problem } of dataset.files) if (problem) wrong.push(problem.code)
  for (const { remarks } of dataset.plans)
    for (const { severity, code } of remarks) if (severity === 'block') wrong.push(code)
  if (options.balance !== false) {
    const known = new Map(ledger.accounts.map((account) => [account.code, account]))
    for (const { code, leaf, path } of company.chart) {
      if (leavesOnly && !leaf) continue
      const want = company.totals.get(code)
      const got = known.get(printCode(code, codes))
      if (!got || !want) {
        wrong.push(`${code} missing`)
        continue
      }
      for (const measure of ['opening', 'debit', 'credit', 'closing'] as const)
        is(`${code} ${measure}`, got[measure], want[measure])
      is(`${code} leaf`, got.leaf, leaf)
      is(`${code} name`, got.fullName, path.join('/'))
    }
    const printed = company.chart.filter(({ leaf }) => leaf || !leavesOnly).length
    const read = ledger.accounts.filter(({ code }) => !(leavesOnly && dataset.trialBalance?.inferred.includes(code)))
    is('accounts', read.length, printed)
  }
  if (options.dimensions) {
    for (const one of company.dimensions) {
      const got = ledger.dimensions.filter(
        ({ account, name }) => account === printCode(one.account, codes) && name === one.name,
      )
      is(`${one.name} rows`, got.length, 1)
      for (const measure of ['opening', 'debit', 'credit', 'closing'] as const)
        is(`${one.name} ${measure}`, got[0]?.[measure], one.figures[measure])
    }
  }
  if (options.journal) {
    const { journal } = ledger
    is('lines', journal.size, company.postings.length)
    const sums = new Map<string, bigint[]>()
    for (let line = 0; line < journal.size; line += 1) {
      const voucher = journal.vouchers[journal.voucher[line] ?? 0]
      const key = `${journal.accountCodes[journal.account[line] ?? 0]} ${Number(voucher?.period)}`
      const sum = sums.get(key) ?? [0n, 0n]
      sums.set(key, [(sum[0] ?? 0n) + (journal.debit[line] ?? 0n), (sum[1] ?? 0n) + (journal.credit[line] ?? 0n)])
    }
    for (const { code, leaf } of company.chart) {
      if (!leaf) continue
      for (const [at, month] of company.months.entries()) {
        const want = month.get(code)
        const got = sums.get(`${printCode(code, codes)} ${at + 1}`) ?? [0n, 0n]
        is(`${code} month ${at + 1} debit`, got[0], want?.debit)
        is(`${code} month ${at + 1} credit`, got[1], want?.credit)
      }
    }
    const vouchers = new Set(company.postings.map(({ month, word, number }) => `${month} ${word} ${number}`))
    is('vouchers', journal.vouchers.length, vouchers.size)
    const summaries = new Set(company.postings.map(({ summary }) => summary))
    for (const summary of journal.summary) if (!summaries.has(summary)) wrong.push(`summary ${summary}`)
  }
  if (options.months) {
    const got = new Map(ledger.months.map((month) => [`${Number(month.period)} ${month.account}`, month]))
    for (const [at, month] of company.months.entries())
      for (const [code, want] of month)
        for (const measure of ['opening', 'debit', 'credit', 'closing'] as const)
          is(
            `${code} month ${at + 1} ${measure}`,
            got.get(`${at + 1} ${printCode(code, codes)}`)?.[measure],
            want[measure],
          )
  }
  return wrong.slice(0, 12)
}
