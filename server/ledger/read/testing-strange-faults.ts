import type { Company, Posting } from './testing-figures.ts'
import { pick, type Random } from './testing-strange-style.ts'

/** The books as the two files print them, one of which was damaged; `expects` are check and class that may name it. */
export type DamagedBooks = { balance: Company; journal: Company; expects: readonly string[]; place: string }
export type StrangeFault = { name: string; plant: (company: Company, random: Random) => DamagedBooks | undefined }

const withPostings = (company: Company, postings: Posting[]): Company => ({ ...company, postings })
const withTotals = (company: Company, code: string, change: (figures: { opening: bigint; debit: bigint; credit: bigint; closing: bigint }) => void): Company => {
  const totals = new Map([...company.totals].map(([at, figures]) => [at, { ...figures }]))
  const figures = totals.get(code)
  if (figures) change(figures)
  return { ...company, totals }
} // prettier-ignore
const copied = (company: Company) => company.postings.map((posting) => ({ ...posting }))
const keyOf = ({ month, word, number }: Posting) => `${String(month).padStart(2, '0')}-${word}-${number}`
const moving = ({ chart, totals }: Company) =>
  chart.filter(({ code, leaf, parent }) => leaf && parent !== null && (totals.get(code)?.debit ?? 0n) !== 0n)
const isLast = (company: Company, posting: Posting) =>
  !company.postings.some(({ month, word, number }) => month === posting.month && word === posting.word && number > posting.number) // prettier-ignore

/** What goes wrong between a client's books and the files he sends, by the check that should name it. */
export const strangeFaults: StrangeFault[] = [
  {
    name: 'a voucher is missing',
    plant(company, random) {
      const gone = pick(random, company.postings.filter((one) => !isLast(company, one) && !/结转/.test(one.summary) && one.number > 1)) // prettier-ignore
      const postings = company.postings.filter((one) => keyOf(one) !== keyOf(gone))
      return { balance: company, journal: withPostings(company, postings), expects: ['J02 gap', 'X01 missing_voucher'], place: '' } // prettier-ignore
    },
  },
  {
    name: 'a month is missing',
    plant(company, random) {
      const month = 2 + random(9)
      const postings = company.postings.filter((one) => one.month !== month)
      return { balance: company, journal: withPostings(company, postings), expects: ['X01 missing_month', 'J07 missing_month'], place: '' } // prettier-ignore
    },
  },
  {
    name: 'a voucher does not balance',
    plant(company, random) {
      const postings = copied(company)
      const line = pick(random, postings.filter(({ debit }) => debit > 0n)) // prettier-ignore
      line.debit += 100n + BigInt(random(9000))
      return { balance: company, journal: withPostings(company, postings), expects: ['J01 unbalanced_voucher'], place: keyOf(line) } // prettier-ignore
    },
  },
  {
    name: 'a closing balance was changed',
    plant(company, random) {
      const { code } = pick(random, moving(company))
      const balance = withTotals(company, code, (figures) => (figures.closing += 50_000n + BigInt(random(9000))))
      return { balance, journal: company, expects: ['T02 edited_row'], place: code }
    },
  },
  {
    name: 'a parent’s movement was changed',
    plant(company, random) {
      const parent = pick(random, company.chart.filter(({ code, leaf }) => !leaf && (company.totals.get(code)?.debit ?? 0n) !== 0n)) // prettier-ignore
      const balance = withTotals(company, parent.code, (figures) => {
        figures.debit += 7700n
        figures.closing += 7700n
      })
      return { balance, journal: company, expects: ['T03 edited_total'], place: parent.code }
    },
  },
  {
    name: 'a detail account is not printed',
    plant(company, random) {
      const gone = pick(random, moving(company))
      const balance = { ...company, chart: company.chart.filter(({ code }) => code !== gone.code) }
      return { balance, journal: company, expects: ['T03 missing_child', 'J04 unknown_account'], place: '' }
    },
  },
  {
    name: 'a voucher number was used twice',
    plant(company) {
      const postings = copied(company)
      const first = postings.find(({ month, number }) => month === 5 && number === 2)
      const word = first?.word
      for (const line of postings)
        if (line.month === 5 && line.word === word && line.number === 3 && line.day !== first?.day) line.number = 2
      return postings.some(({ month, word: own, number }) => month === 5 && own === word && number === 3)
        ? undefined
        : { balance: company, journal: withPostings(company, postings), expects: ['J02 duplicate_number', 'J02 gap'], place: '' } // prettier-ignore
    },
  },
  {
    name: 'a line stands on a parent account',
    plant(company, random) {
      const postings = copied(company)
      const line = pick(random, postings.filter(({ account }) => account.startsWith('1002'))) // prettier-ignore
      line.account = '1002'
      return { balance: company, journal: withPostings(company, postings), expects: ['J04 parent_posting', 'X01 parent_posting'], place: '' } // prettier-ignore
    },
  },
  {
    name: 'red letters stand on the other side',
    plant(company) {
      const postings = copied(company)
      const red = postings.find(({ debit, month }) => debit < 0n && month > 1)
      if (!red) return undefined
      for (const line of postings) {
        if (keyOf(line) !== keyOf(red)) continue
        const { debit, credit } = line
        line.debit = -credit
        line.credit = -debit
      }
      return { balance: company, journal: withPostings(company, postings), expects: ['X01 sign'], place: '' }
    },
  },
  {
    name: 'the journal was exported twice for a month',
    plant(company, random) {
      const month = 2 + random(9)
      const again = company.postings.filter((one) => one.month === month)
      const postings = [...company.postings, ...again]
      return { balance: company, journal: withPostings(company, postings), expects: ['J07 duplicate_row', 'J07 overlap'], place: '' } // prettier-ignore
    },
  },
  {
    name: 'the opening of an account was changed with its closing',
    plant(company, random) {
      const { code } = pick(random, moving(company))
      const balance = withTotals(company, code, (figures) => {
        figures.opening += 12_300n
        figures.closing += 12_300n
      })
      return { balance, journal: company, expects: ['T01 unbalanced_table', 'T03 edited_total', 'T03 missing_child'], place: '' } // prettier-ignore
    },
  },
  {
    name: 'a line stands on an account nobody knows',
    plant(company, random) {
      const postings = copied(company)
      const line = pick(random, postings.filter(({ account, summary }) => account === '1122' && !/结转/.test(summary))) // prettier-ignore
      line.account = '1299'
      const chart = [...company.chart, { code: '1299', name: '某科目', path: ['某科目'], parent: null, leaf: true }]
      return { balance: company, journal: { ...withPostings(company, postings), chart }, expects: ['J04 unknown_account'], place: '' } // prettier-ignore
    },
  },
]
