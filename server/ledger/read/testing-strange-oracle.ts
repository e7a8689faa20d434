import type { Dataset } from './read-dataset.ts'
import type { Company } from './testing-figures.ts'

/** Accounts without codes are known by their names from the first level down. */
const digits = (code: string) => code.replaceAll(/\D/g, '')

/** Everything a dataset says otherwise than the model company, whatever separators its codes are printed with. */
export function strangeFigures(
  dataset: Dataset,
  company: Company,
  { journal, names, net }: { journal: boolean; names: boolean; net: boolean },
): string[] {
  const wrong: string[] = []
  const { ledger } = dataset.built
  const is = (what: string, got: unknown, want: unknown) => {
    if (got !== want) wrong.push(`${what}: ${String(got)} instead of ${String(want)}`)
  }
  for (const { problem } of dataset.files) if (problem) wrong.push(problem.code)
  for (const { remarks, reading } of dataset.plans)
    for (const { severity, code } of remarks)
      if (severity === 'block') wrong.push(`${code} ${reading.questions.map(({ header }) => header).join('|')}`)
  const paths = new Map(company.chart.map(({ code, path }) => [path.join('/'), code]))
  const codeOf = (code: string) => (names ? (paths.get(code) ?? '') : digits(code))
  const known = new Map(ledger.accounts.map((account) => [codeOf(account.code), account]))
  is('accounts', ledger.accounts.length, company.chart.length)
  for (const { code, leaf, path } of company.chart) {
    const want = company.totals.get(code)
    const got = known.get(code)
    if (!got || !want) {
      wrong.push(`${code} missing`)
      continue
    }
    for (const measure of ['opening', 'debit', 'credit', 'closing'] as const)
      is(`${code} ${measure}`, got[measure], want[measure])
    is(`${code} leaf`, got.leaf, leaf)
    is(`${code} name`, got.fullName, path.join('/'))
  }
  if (!journal) return wrong.slice(0, 6)
  const lines = ledger.journal
  is('lines', lines.size, company.postings.length)
  for (const [line, posting] of company.postings.entries()) {
    const voucher = lines.vouchers[lines.voucher[line] ?? 0]
    const got = [
      voucher?.date,
      voucher?.number,
      codeOf(lines.accountCodes[lines.account[line] ?? 0] ?? ''),
      ...(net ? [(lines.debit[line] ?? 0n) - (lines.credit[line] ?? 0n)] : [lines.debit[line], lines.credit[line]]),
      lines.summary[line],
    ].join(' ')
    const day = `${company.year}-${String(posting.month).padStart(2, '0')}-${String(posting.day).padStart(2, '0')}`
    const { number, account, debit, credit, summary } = posting
    is(
      `line ${line + 1}`,
      got,
      [day, number, account, ...(net ? [debit - credit] : [debit, credit]), summary].join(' '),
    )
    if (wrong.length > 4) break
  }
  return wrong.slice(0, 6)
}
