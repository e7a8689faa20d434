import { expect, test } from 'vitest'
import { mappingFacts, statementSets } from '#facts/facts.ts'
import { faults } from './testing-faults.ts'
import type { SeededBooks } from './testing-chart.ts'
import { builtFrom, dice, seededBooks } from './testing-seeded.ts'
import { tieOut } from './tie-out.ts'

/** Statement lines are computed where a fault is in them: it costs more than all other checks. */
const report = (books: SeededBooks, lines = true) =>
  tieOut(
    builtFrom(books),
    { subtotals: books.subtotals, period: null },
    {
      ...(lines && { statements: { mapping: mappingFacts, sets: statementSets } }),
      reading: { files: [], plans: [], dropped: [], remarks: [], inherited: 0, scheme: 'prefix', inferred: [] },
    },
  ).checks

const alarms = (books: SeededBooks) =>
  report(books).flatMap(({ id, differences }) =>
    differences.map(({ where, class: kind, difference }) => `${id} ${kind} ${JSON.stringify(where)} ${difference}`),
  )

test('clean books of many companies raise no alarm', () => {
  for (let seed = 0; seed < 21; seed += 1)
    expect({ seed, alarms: alarms(seededBooks(seed)) }).toEqual({ seed, alarms: [] })
})

test('of seeded faults of every class at least 95 in 100 are found, named by their check and taken to their place', () => {
  const missed: string[] = []
  let planted = 0
  for (const [at, fault] of faults.entries()) {
    for (const seed of fault.seeds ?? [[2, 5, 4, 7][at % 4] ?? 2]) {
      const books = seededBooks(seed)
      const place = fault.plant(books, dice(seed * 31 + 7))
      if (place === undefined) continue
      planted += 1
      const found = report(books, /^X0[25]$/.test(fault.check)).flatMap((check) =>
        check.differences.filter(({ where, class: kind, follows }) => {
          const places = [where.account, where.voucher, where.period, where.label]
          return (
            check.id === fault.check && kind === fault.class && !follows && (place === '' || places.includes(place))
          )
        }),
      )
      if (found.length > 0) continue
      missed.push(
        `${fault.check} ${fault.class} ${fault.name} seed ${seed} at ${place}: ${alarms(books).slice(0, 6).join(' ; ')}`,
      )
    }
  }
  if (missed.length > 0) console.info(missed.join('\n'))
  expect(planted).toBeGreaterThan(110)
  expect((planted - missed.length) / planted).toBeGreaterThanOrEqual(0.95)
})
