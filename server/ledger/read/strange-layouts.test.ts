import { afterAll, expect, test } from 'vitest'
import { reportOf } from '../stored-report.ts'
import { readDataset } from './read-dataset.ts'
import { modelCompany, randomOf } from './testing-company.ts'
import { csvOf } from './testing-csv.ts'
import { testFolder } from './testing-files.ts'
import { accountPages, bookOf, monthlySheets } from './testing-strange-books.ts'
import { strangeFaults } from './testing-strange-faults.ts'
import { strangeFigures } from './testing-strange-oracle.ts'
import { strangeStyle, type StrangeStyle } from './testing-strange-style.ts'
import { strangeBalance, strangeJournal } from './testing-strange-tables.ts'

const folder = testFolder()
afterAll(() => folder.remove())

const seedsOf = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at)
const randomFor = (seed: number) => {
  const random = randomOf(seed * 7919)
  for (let at = 0; at < 5; at += 1) random(10)
  return random
}
const companyFor = (seed: number, { number }: StrangeStyle) =>
  modelCompany((seed % 5) + 1, 2, seed % 2 || number === 'plain' ? ['记'] : ['收', '付', '转'])
let made = 0
const file = (name: string, content: string) => {
  made += 1
  return { path: folder.file(String(made), content), name }
}
const printed = (seed: number, style: StrangeStyle, books: Parameters<typeof strangeBalance>[0], journal = books) => [
  file('表一.csv', csvOf(strangeBalance(books, style, seed * 31 + 5))),
  file('表二.csv', csvOf(strangeJournal(journal, style, seed * 37 + 11))),
]
const summed = (amounts: Iterable<bigint>) => [...amounts].reduce((sum, one) => sum + one, 0n)

test('trial balances and journals as strangers print them are read to the fen, without a question and without a false alarm', async () => {
  for (const seed of seedsOf(1, 24)) {
    const style = strangeStyle(randomFor(seed))
    const company = companyFor(seed, style)
    const dataset = await readDataset(printed(seed, style, company), { year: 2025 })
    const net = style.amounts === 'signed'
    const wrong = strangeFigures(dataset, company, { journal: true, names: style.account === 'names', net })
    expect({ seed, style, wrong }).toEqual({ seed, style, wrong: [] })
    // a signed amount cannot tell red letters from the other side
    const { report } = net ? { report: null } : reportOf(dataset)
    const alarms = report?.checks.filter(({ status }) => status === 'fail').map(({ id }) => id) ?? []
    expect({ seed, style, alarms }).toEqual({ seed, style, alarms: [] })
  }
}, 30_000)

test('twelve sheets of a month each, however named and ordered, make the year', async () => {
  for (const seed of seedsOf(1, 5)) {
    const style: StrangeStyle = { ...strangeStyle(randomFor(seed)), account: 'columns', unit: 1, balance: 'signed' }
    const company = companyFor(seed, style)
    const sheets = bookOf(monthlySheets(company, style, seed * 3 + 1))
    const dataset = await readDataset([file('余额表.xls', sheets)], { year: 2025 })
    const wrong = strangeFigures(dataset, company, { journal: false, names: false, net: false })
    expect({ seed, style, wrong }).toEqual({ seed, style, wrong: [] })
    expect(new Set(dataset.built.ledger.months.map(({ period }) => period)).size).toBe(12)
  }
})

test('account pages, a sheet each or one below the other, give every line once and no line of a sum or a balance', async () => {
  for (const seed of seedsOf(1, 3)) {
    const style: StrangeStyle = { ...strangeStyle(randomFor(seed)), account: 'columns', unit: 1 }
    const company = companyFor(seed, style)
    const files = [
      file('余额表.csv', csvOf(strangeBalance(company, style, seed * 31 + 5))),
      file('明细账.xls', bookOf(accountPages(company, style, seed * 3 + 1))),
    ]
    const { built } = await readDataset(files, { year: 2025 })
    const { journal } = built.ledger
    expect({ seed, style, lines: journal.size, debit: summed(journal.debit), credit: summed(journal.credit) }).toEqual({
      seed,
      style,
      lines: company.postings.length,
      debit: summed(company.postings.map(({ debit }) => debit)),
      credit: summed(company.postings.map(({ credit }) => credit)),
    })
  }
})

test('of faults between books and files in such layouts at least 95 in 100 are found and named by their check', async () => {
  const missed: string[] = []
  let planted = 0
  for (const seed of seedsOf(1, 24)) {
    const random = randomFor(seed)
    const style = strangeStyle(random)
    if (style.amounts === 'signed') style.amounts = 'split'
    if (style.account === 'names') style.account = 'columns'
    const fault = strangeFaults[seed % strangeFaults.length]
    const books = fault?.plant(modelCompany((seed % 5) + 1, 3, ['记']), random)
    if (!fault || !books) continue
    planted += 1
    const dataset = await readDataset(printed(seed, style, books.balance, books.journal), { year: 2025 })
    const found = reportOf(dataset).report.checks.flatMap(({ id, differences }) =>
      differences.filter(({ follows }) => !follows).map(({ class: kind, where }) => ({ says: `${id} ${kind}`, where })),
    )
    // a journal that prints no voucher word names its vouchers without one
    const place = style.number === 'plain' ? books.place.replace('记', '') : books.place
    const hit = found.some(
      ({ says, where }) =>
        books.expects.includes(says) &&
        (place === '' || where.voucher === place || where.account?.replaceAll(/\D/g, '') === place),
    )
    if (!hit) missed.push(`${fault.name} seed ${seed}: ${found.map(({ says }) => says).slice(0, 5).join(', ')}`) // prettier-ignore
  }
  expect(planted).toBeGreaterThan(20)
  expect({ missed, found: (planted - missed.length) / planted >= 0.95 }).toEqual({ missed, found: true })
}, 30_000)
