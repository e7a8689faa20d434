import { createHash } from 'node:crypto'
import type { Ledger } from '#engine/ledger/model.ts'
import type { Relation } from '#engine/mapping/relation.ts'
import { isDecided } from '#engine/mapping/relation.ts'
import type { Param } from '#engine/binding/param.ts'

/** sha-256 in hex: the engine's proofs of rows and of results. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Names everything a generation reads: ledger, relation, law, papers, parameters. It looks at content only, never at ids or file
 * names, so that the same books give the same hash on any machine.
 */
export function inputHash(input: {
  ledger: Ledger
  relation: Relation
  rulePack: string
  params: Readonly<Record<string, Param>>
}): string {
  const hash = createHash('sha256')
  const say = (...parts: readonly unknown[]) => hash.update(`${parts.map(String).join('\u001f')}\n`)
  const { ledger, relation, rulePack, params } = input
  say('pack', rulePack, ledger.year)
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
  say('standard', relation.standard)
  for (const a of relation.accounts) say(a.code, a.standard, a.nature, a.tags.join())
  for (const l of relation.lines) if (isDecided(l)) say(l.voucherKey, l.line, l.tag)
  for (const name of Object.keys(params).toSorted()) say('param', name, JSON.stringify(params[name]?.value))
  return hash.digest('hex')
}
