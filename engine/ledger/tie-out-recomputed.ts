import { indexLedger } from '../binding/ledger-index.ts'
import type { MappingFacts } from '../mapping/chart.ts'
import { proposeRelation } from '../mapping/propose-relation.ts'
import { Statement, type StatementLine, type StatementSets } from '../taxlaw/statement.ts'
import type { Fen } from '../money.ts'
import type { Account, Journal, Ledger, Standard, Voucher } from './model.ts'
import type { Earnings } from './tie-out-earnings.ts'
import type { Recomputed, RecomputedLine } from './tie-out-statements.ts'

/** What statement lines are made of, and how accounts are recognised. */
export type StatementFacts = { mapping: MappingFacts; sets: StatementSets }

/**
 * The statement lines of a ledger as proposals map it: balances from the trial balance, profit and loss from `earned`
 * (left out where the books cannot tell it from closing entries).
 */
export function recomputedLines(
  ledger: Ledger,
  standard: Standard,
  earned: Earnings,
  { mapping, sets }: StatementFacts,
): Recomputed {
  const aggregated = { ...ledger, journal: journalOf(earned) }
  const relation = proposeRelation(aggregated, mapping)
  const statement = new Statement(indexLedger(aggregated, relation, mapping), sets)
  const uncertain = new Set(
    relation.accounts
      .filter((one) => one.leaf && (one.standard === null || one.status === 'pending'))
      .map(({ code }) => code),
  )
  const unmapped = ledger.accounts.filter(
    ({ code, opening, debit, credit, closing }) =>
      uncertain.has(code) && (opening !== 0n || debit !== 0n || credit !== 0n || closing !== 0n),
  )
  const { balanceSheet, incomeStatement } = sets[standard]
  const byId = new Map([...balanceSheet, ...incomeStatement].map((line) => [line.id, line]))
  const before = (id: string, at: 'open' | 'close'): Fen => {
    const line = byId.get(id)
    if (!line) return statement.amount(id, at)
    const own = line.terms.reduce((sum, term) => sum + BigInt(term.sign) * unsplit(statement, term, at), 0n)
    return line.sum.reduce((sum, part) => sum + BigInt(part.sign) * before(part.line, at), own)
  }
  const made = (line: StatementLine, kind: RecomputedLine['kind']): RecomputedLine => ({
    id: line.id,
    name: line.name,
    kind,
    current: { after: statement.amount(line.id, 'close'), before: before(line.id, 'close') },
    prior:
      kind === 'balance_sheet' ? { after: statement.amount(line.id, 'open'), before: before(line.id, 'open') } : null,
    sum: line.sum,
  })
  return {
    lines: [
      ...balanceSheet.filter(({ memo }) => !memo).map((line) => made(line, 'balance_sheet')),
      ...(earned.table === null
        ? []
        : incomeStatement.filter(({ memo }) => !memo).map((line) => made(line, 'income_statement'))),
    ],
    unmapped: unmapped.length,
    doubtful: {
      closing: unmapped.flatMap((account) => detailsOf(account, ledger, 'closing')),
      opening: unmapped.flatMap((account) => detailsOf(account, ledger, 'opening')),
      earned: unmapped.map(({ code }) => {
        const sum = earned.accounts.get(code)
        return sum ? sum.debit - sum.credit : 0n
      }),
    },
  }
}

/** An account's balance; where it has customers or suppliers, what they owe and what they are owed, which may go to two lines. */
function detailsOf(account: Account, { dimensions }: Ledger, at: 'opening' | 'closing'): Fen[] {
  const own = dimensions.filter((one) => one.account === account.code).map((one) => one[at])
  if (own.length === 0) return [account[at]]
  return [
    own.reduce((sum, amount) => (amount > 0n ? sum + amount : sum), 0n),
    own.reduce((sum, amount) => (amount < 0n ? sum + amount : sum), 0n),
  ]
}

/** A term before reclassification: the whole account on the side it belongs to, nothing on the other. */
function unsplit(statement: Statement, term: StatementLine['terms'][number], at: 'open' | 'close'): Fen {
  if (term.measure !== 'dr_detail' && term.measure !== 'cr_detail') return statement.term(term, at).amount
  const asset = term.account.startsWith('1')
  if (asset !== (term.measure === 'dr_detail')) return 0n
  return statement.term({ ...term, measure: asset ? 'net_dr' : 'net_cr' }, at).amount
}

/** Profit and loss as a journal of one line an account: statements ask for sums only. */
function journalOf({ accounts }: Earnings): Journal {
  const codes = [...accounts.keys()]
  const amounts = [...accounts.values()]
  const vouchers = codes.map((code): Voucher => ({
    key: code,
    date: '',
    period: '12',
    word: '',
    number: 0,
    closing: false,
  }))
  return {
    size: codes.length,
    account: Uint32Array.from(codes, (_, at) => at),
    accountCodes: codes,
    voucher: Uint32Array.from(codes, (_, at) => at),
    vouchers,
    debit: BigInt64Array.from(amounts, ({ debit }) => debit),
    credit: BigInt64Array.from(amounts, ({ credit }) => credit),
    summary: codes.map(() => ''),
  }
}
