import { describe, expect, test } from 'vitest'
import { checkWords, groupWords } from '#contract/voucher-check-words.ts'
import { voucherCheckFacts } from '#facts/voucher-check-facts.ts'
import facts from '#facts/voucher-checks.json' with { type: 'json' }
import { dayNumber, weekday } from './calendar.ts'
import { isPerson, personIn } from './person-name.ts'
import { checks } from './run-checks.ts'
import { cleanBooks, found, plants } from './testing-plants.ts'
import { namedPeriod } from './timing.ts'

test('the checks are those of the facts, by number, name and group, with their defaults', () => {
  expect(checks.map(({ id }) => id)).toEqual(facts.checks.map(({ id }) => id))
  for (const { id, name, category, params } of facts.checks) {
    const check = checks.find((one) => one.id === id)
    expect(checkWords[id]?.name.zh).toBe(name)
    expect(check?.group).toBe(category)
    expect(groupWords[category]?.zh).toBeTruthy()
    const own = new Map((check?.params ?? []).map((param) => [param.key, param.value]))
    const given = Object.entries(params).filter(([key, value]) => own.has(key) && typeof value === 'number')
    expect(given.map(([key]) => `${id} ${key} ${own.get(key)}`)).toEqual(
      given.map(([key, value]) => `${id} ${key} ${value}`),
    )
  }
})

test('clean books raise no hit in any check, and say which they cannot look at', () => {
  const { hits, outcomes } = found(cleanBooks(), voucherCheckFacts)
  expect(hits.map(({ check, subject, why }) => `${check} ${subject} ${why.zh}`)).toEqual([])
  expect(outcomes).toHaveLength(36)
  const skipped = outcomes.filter(({ state }) => state === 'not_applicable')
  expect(skipped.map(({ check }) => check)).toEqual(['V09', 'V30', 'V33', 'V34', 'V35'])
  for (const { note } of skipped) expect(note?.zh).toBeTruthy()
})

describe('what is planted in clean books is found by its check, at its place', () => {
  for (const { check, name, plant } of plants)
    test(`${check} ${name}`, () => {
      const books = cleanBooks()
      const subject = plant(books)
      const hits = found(books, voucherCheckFacts).hits.filter((hit) => hit.check === check)
      expect(hits.map((hit) => hit.subject)).toContain(subject)
      const hit = hits.find((one) => one.subject === subject)
      expect(hit?.why.zh).toBeTruthy()
      expect(hit?.why.en).toBeTruthy()
      expect(hit?.pattern.startsWith(`${check}|`)).toBe(true)
    })

  test('every check that a ledger can feed has a plant', () => {
    const planted = new Set(plants.map(({ check }) => check))
    expect(checks.filter(({ id }) => !planted.has(id)).map(({ id }) => id)).toEqual(['V09'])
  })
})

test('without makers, summaries, parties or a relation bill a check says so and does not pass', () => {
  const books = cleanBooks()
  for (const line of books.lines) Object.assign(line, { maker: '', checker: '', summary: '', dimension: '' })
  books.mapped.clear()
  const { outcomes } = found(books, voucherCheckFacts)
  const skipped = outcomes.filter(({ state }) => state === 'not_applicable').map(({ check }) => check)
  for (const id of ['V06', 'V07', 'V17', 'V18', 'V24', 'V28', 'V31']) expect(skipped).toContain(id)
})

test('an invoice that is paid after it was booked, or taken back by red letters, was not used twice', () => {
  const books = cleanBooks()
  const booked = plants.find(({ check }) => check === 'V33')
  booked?.plant(books)
  const last = books.lines.slice(-2)
  for (const line of last) if (line.account === '660201') line.account = '220201'
  expect(found(books, voucherCheckFacts).hits.filter(({ check }) => check === 'V33')).toEqual([])
  for (const line of last) {
    if (line.account === '220201') line.account = '660201'
    Object.assign(line, { debit: -line.debit, credit: -line.credit })
  }
  expect(found(books, voucherCheckFacts).hits.filter(({ check }) => check === 'V33')).toEqual([])
})

test('the same books give the same hits in the same order', () => {
  const books = cleanBooks()
  for (const { plant } of plants) plant(books)
  const [one, other] = [found(books, voucherCheckFacts), found(books, voucherCheckFacts)]
  expect(one.hits.length).toBeGreaterThan(30)
  expect(other).toEqual(one)
})

test('the calendar knows weekends, holidays and worked weekends', () => {
  expect(weekday('2025-01-01')).toBe(2)
  expect(weekday('2024-02-29')).toBe(3)
  expect(dayNumber('2025-03-01') - dayNumber('2025-02-28')).toBe(1)
  expect(dayNumber('2024-03-01') - dayNumber('2024-02-28')).toBe(2)
  expect(voucherCheckFacts.days.get('2025-10-01')).toBe(true)
  expect(voucherCheckFacts.days.get('2025-01-26')).toBe(false)
})

test('a person is told from a company, and a month from other words', () => {
  expect(['张伟', '欧科公司', '王府井百货', '李晓明'].map(isPerson)).toEqual([true, false, false, true])
  expect(personIn('', '付李明劳务费')).toBe('李明')
  expect(personIn('', '付房租')).toBeUndefined()
  expect(namedPeriod('支付2024年11月房租')).toMatchObject({ year: 2024, months: [11] })
  expect(namedPeriod('计提1-3月租金')?.months).toEqual([1, 2, 3])
  expect(namedPeriod('付租金')).toBeUndefined()
})
