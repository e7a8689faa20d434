import { createHash } from 'node:crypto'
import { isDecided } from '#engine/mapping/relation.ts'
import type { Relation } from '#engine/mapping/relation.ts'
import type { Books, ProjectInputs } from './project-inputs.ts'

const books = new WeakMap<Relation, string>()

/** Names a ledger under its relation bill, once for as long as they are in memory. Content only, so that the same books have the same. */
function booksHash({ ledger, relation }: Books): string {
  const known = books.get(relation)
  if (known !== undefined) return known
  const hash = createHash('sha256')
  const say = (...parts: readonly unknown[]) => hash.update(`${parts.map(String).join('\u001f')}\n`)
  for (const [period, accounts] of [
    ['current', ledger.accounts],
    ['prior', ledger.prior],
  ] as const) {
    for (const a of accounts) say(period, a.code, a.fullName, a.parent, a.leaf, a.opening, a.debit, a.credit, a.closing)
  }
  for (const d of ledger.dimensions)
    say('dimension', d.account, d.kind, d.code, d.name, d.opening, d.debit, d.credit, d.closing)
  for (const s of ledger.statements) say('statement', s.kind, s.name, s.current, s.prior)
  const { journal } = ledger
  for (const v of journal.vouchers) say('voucher', v.key, v.date, v.closing)
  for (let row = 0; row < journal.size; row += 1) {
    const account = journal.accountCodes[journal.account[row] ?? 0]
    say(journal.voucher[row], account, journal.debit[row], journal.credit[row], journal.summary[row])
  }
  for (const a of ledger.assets)
    say('asset', a.code, a.name, a.category, a.kind, a.start, a.cost, a.months, a.residualRate, a.method, a.yearCharge, a.accumulated, a.impairment, a.net) // prettier-ignore
  for (const r of ledger.priorReturn) say('return', r.cell, r.amount, r.text)
  for (const m of ledger.months) say('month', m.period, m.account, m.opening, m.debit, m.credit, m.closing)
  say('standard', relation.standard)
  for (const a of relation.accounts) say(a.code, a.standard, a.nature, a.tags.join())
  for (const l of relation.lines) if (isDecided(l)) say(l.voucherKey, l.line, l.tag)
  const digest = hash.digest('hex')
  books.set(relation, digest)
  return digest
}

/**
 * Names everything a generation reads: ledger, relation, law, papers, parameters, what people entered. It looks at content only,
 * never at ids or file names, so that the same books give the same hash on any machine.
 */
export function inputHash(input: ProjectInputs, rulePack: string): string {
  const hash = createHash('sha256')
  const say = (...parts: readonly unknown[]) => hash.update(`${parts.map(String).join('\u001f')}\n`)
  const { ledger, params } = input
  say('pack', rulePack, ledger.year)
  say('books', booksHash(input))
  for (const name of Object.keys(params).toSorted()) say('param', name, JSON.stringify(params[name]?.value))
  for (const a of input.adjustments) say('adjustment', a.kind, a.account, a.debit, a.credit)
  for (const name of Object.keys(input.entries).toSorted()) {
    // a register that somebody left empty says that there is none; one nobody touched says nothing
    say('register', name)
    for (const { key, values, who, when, evidence } of input.entries[name] ?? [])
      say(
        'entry',
        name,
        key,
        JSON.stringify(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))),
        who,
        when,
        evidence,
      )
  }
  for (const cell of Object.keys(input.overrides).toSorted())
    say('override', cell, JSON.stringify(input.overrides[cell]))
  for (const one of input.papers) say('paper', JSON.stringify(one))
  return hash.digest('hex')
}
