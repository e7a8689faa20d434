import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mappingFacts } from '#facts/facts.ts'
import { standardProposer } from './account-proposal.ts'
import { atLeastRight } from './calibration.ts'
import { acceptAccountAbove } from './relation.ts'
import { detectStandard } from './standard-detection.ts'
import { companyBooks } from './testing-corpus.ts'

type Case = {
  pattern: string
  confidence: number
  right: boolean
  code: string
  name: string
  found: string
  true: string
}

/** What is proposed for each first-level account, and each detail printed without its first level, beside the truth. */
function casesOf(seed: number, trained: boolean): Case[] {
  const { ledger, truth } = companyBooks(seed, trained)
  const { charts, oldChart } = mappingFacts
  const propose = standardProposer(mappingFacts, detectStandard(ledger.accounts, charts, oldChart), ledger)
  return ledger.accounts
    .filter(({ parent }) => parent === null)
    .map((account) => {
      const { standard, pattern, confidence } = propose(account)
      const key = truth.get(account.code) ?? null
      const found = standard?.key ?? ''
      const { code, fullName: name } = account
      return { pattern, confidence, right: standard !== null && found === key, code, name, found, true: key ?? '' }
    })
}

const casesIn = (first: number, companies: number, trained: boolean) =>
  Array.from({ length: companies }, (_, at) => casesOf(first + at, trained)).flat()

function measured(cases: readonly Case[]): Record<string, { seen: number; right: number }> {
  const byPattern = Map.groupBy(cases, ({ pattern }) => pattern)
  return Object.fromEntries(
    [...byPattern]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([pattern, own]) => [pattern, { seen: own.length, right: own.filter(({ right }) => right).length }]),
  )
}

const LEARNT = { first: 1, companies: 450 }
const TRIED = { first: 900_001, companies: 200 }

test('the calibration in the facts is what the corpus to learn from measures, no more and no less', () => {
  const patterns = measured(casesIn(LEARNT.first, LEARNT.companies, true))
  if (process.env['DIGAO_WRITE_CALIBRATION'] === '1') {
    const source = `generated client books, seeds ${LEARNT.first} to ${LEARNT.first + LEARNT.companies - 1} (engine/mapping/testing-corpus.ts)`
    const text = JSON.stringify({ source, patterns }, null, 1)
    writeFileSync(new URL('../../facts/mapping-calibration.json', import.meta.url), `${text}\n`)
    return
  }
  expect(mappingFacts.calibration).toEqual(patterns)
})

test('of accounts accepted without a person at least 99 in 100 are right, in books never learnt from', () => {
  const cases = casesIn(TRIED.first, TRIED.companies, false)
  const accepted = cases.filter(({ confidence }) => confidence >= acceptAccountAbove)
  const right = accepted.filter((one) => one.right).length
  const wrong = accepted.filter((one) => !one.right)
  // each mistake by name where the share falls
  expect(wrong.length <= accepted.length / 100 ? [] : wrong).toEqual([])
  expect(right / accepted.length).toBeGreaterThanOrEqual(0.99)
  // the measurement itself must hold: enough cases that chance alone could not have given it
  expect(atLeastRight({ seen: accepted.length, right })).toBeGreaterThanOrEqual(0.99)
  expect(accepted.length / cases.length).toBeGreaterThanOrEqual(0.7)
  // what waits is worth a person's time: it is wrong far more often than what was accepted
  const waiting = cases.filter(({ confidence }) => confidence < acceptAccountAbove)
  expect(waiting.filter((one) => !one.right).length / waiting.length).toBeGreaterThan(0.05)
})
