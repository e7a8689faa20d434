import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import forms from './cit-forms.json' with { type: 'json' }
import rules from './cit-rules.json' with { type: 'json' }
import { mappingFacts, paperPack, rulePack, statementSets, taxFacts } from './facts.ts'
import statementSource from './statement-lines.json' with { type: 'json' }
import tagSource from './tax-tags.json' with { type: 'json' }
import { formWord } from './form-words.ts'
import { returnFacts } from './return-facts.ts'
import { rateCaseWord, rateWord } from './rule-pack.ts'
import { rateIn } from '#engine/taxlaw/rule-pack.ts'
import { decimal } from '#engine/binding/rational.ts'

const csv = (name: string) => {
  const [head = '', ...rows] = readFileSync(new URL(name, import.meta.url), 'utf8')
    .trim()
    .split(/\r?\n/)
  const names = head.split(',')
  return rows.map((row) => Object.fromEntries(row.split(',').map((value, place) => [names[place] ?? '', value])))
}

const keys = new Set(mappingFacts.charts.cas.map(({ key }) => key))

describe('charts', () => {
  test('hold every account of the official lists', () => {
    expect(mappingFacts.charts.cas.map(({ key, code, name, side }) => [key, code, name, side])).toEqual(
      csv('coa-cas.csv').map((row) => [row.key, row.official_code, row.name, row.normal_side]),
    )
    expect(mappingFacts.charts.small.map(({ key, code, name, side }) => [key, code, name, side])).toEqual(
      csv('coa-small.csv').map((row) => [row.cas_key, row.code, row.name, row.normal_side]),
    )
  })

  test('give every small account a CAS key that exists', () => {
    expect(mappingFacts.charts.small.filter(({ key }) => !keys.has(key))).toEqual([])
  })
})

describe('natures', () => {
  test('keep every tag of the dictionary', () => {
    const ids = new Set(mappingFacts.natures.map(({ id }) => id))
    expect(tagSource.tags.filter(({ id }) => !ids.has(id))).toEqual([])
    expect(ids.size).toBe(mappingFacts.natures.length)
  })

  test('stand only on accounts and rules that exist', () => {
    const known = new Set(rulePack.rules.map(({ id }) => id))
    expect(
      mappingFacts.natures.filter(
        ({ standards, rule }) => standards.some((key) => !keys.has(key)) || (rule !== null && !known.has(rule)),
      ),
    ).toEqual([])
    expect(mappingFacts.detailTags.filter(({ standard }) => !keys.has(standard))).toEqual([])
  })
})

describe('statements', () => {
  test('hold every line, with measures that exist and accounts of the chart', () => {
    const measures = new Set(['net_dr', 'net_cr', 'dr_detail', 'cr_detail', 'pl_cr', 'pl_dr', 'unclosed'])
    for (const [id, set] of Object.entries(statementSource.sets)) {
      const ours = statementSets[id.startsWith('small') ? 'small' : 'cas']
      expect(ours.balanceSheet.map((line) => [line.id, line.name])).toEqual(
        set.balance_sheet.map((line) => [line.id, line.name]),
      )
      expect(ours.incomeStatement.map((line) => [line.id, line.name])).toEqual(
        set.income_statement.map((line) => [line.id, line.name]),
      )
      const terms = [...ours.balanceSheet, ...ours.incomeStatement].flatMap((line) => line.terms)
      expect(
        terms.filter(({ account, measure }) => !measures.has(measure) || (account !== '*' && !keys.has(account))),
      ).toEqual([])
    }
  })
})

describe('law', () => {
  test('keeps every rule with its basis', () => {
    expect(rulePack.rules.map(({ id, basis }) => [id, basis.length]).slice(0, rules.rules.length)).toEqual(
      rules.rules.map(({ id, legal_basis: basis }) => [id, basis.length]),
    )
    expect(
      rulePack.rules.every(({ basis, certainty }) => basis.length > 0 && ['high', 'medium', 'low'].includes(certainty)),
    ).toBe(true)
  })

  test('figures are decimals with document and day, and never two for the same day', () => {
    const unsound = rulePack.rates.filter(
      ({ value, basis }) => decimal(value) === undefined || basis.some(({ doc }) => doc === ''),
    )
    expect(unsound).toEqual([])
    const doubled = rulePack.rates.filter((rate) => {
      const others = rulePack.rates.filter(
        (other) => other !== rate && other.rule === rate.rule && other.field === rate.field && other.case === rate.case,
      )
      return others.some(({ from, to }) => from <= (rate.to ?? '9999') && (to ?? '9999') >= rate.from)
    })
    expect(doubled).toEqual([])
  })

  test.each([
    ['ADVERT.rate', 2025, 'thirty', '财政部 税务总局公告2020年第43号'],
    ['ADVERT.rate', 2026, 'thirty', '财政部 税务总局公告2025年第16号'],
  ])('%s in %i follows the document in force', (name, year, chosen, doc) => {
    expect(rateIn(rulePack, name, year, chosen)).toMatchObject({
      found: 'rate',
      rate: { value: '0.30', basis: [{ doc }] },
    })
  })

  test.each([
    ['ADVERT.rate', 2028, 'thirty', 'no_rate_in_year'],
    ['SMALL_LOW_PROFIT.effective_rate', 2028, null, 'no_rate_in_year'],
    ['EDU.rate', 2017, null, 'no_rate_in_year'],
    ['ADVERT.rate', 2025, 'nonsense', 'no_rate_case'],
    ['NONSENSE.rate', 2025, null, 'unknown_rate'],
  ])('%s in %i (%s) says %s instead of a figure that is not in force', (name, year, chosen, found) => {
    expect(rateIn(rulePack, name, year, chosen)).toEqual({ found })
  })
})

/** Return cells that the listed rows of a paper fill, of one form version. */
function feeds(id: string, from: number): string[] {
  const blocks = paperPack.papers.find((paper) => paper.id === id)?.blocks ?? []
  const rows = blocks.flatMap((block) => (block.kind === 'table' && block.rows.from === 'list' ? block.rows.rows : []))
  return rows.filter((row) => row.from === null || row.from === from).flatMap((row) => Object.values(row.feeds).flat())
}

/** 22.1 and 31.1 are options under their line, not lines. */
const whole = ({ line }: { line: string }) => !line.includes('.')

describe('papers', () => {
  test('fill every line of A105000 and of both main forms', () => {
    expect(feeds('C01', 0)).toEqual(
      expect.arrayContaining(forms.forms.A105000.rows.map(({ line }) => `A105000.${line}.3`)),
    )
    expect(feeds('E60', 2024)).toEqual(
      forms.forms['A100000@2024'].rows.filter(whole).map(({ line }) => `A100000.${line}.1`),
    )
    expect(feeds('E60', 2017).toSorted()).toEqual(
      forms.forms['A100000@2017'].rows
        .filter(whole)
        .map(({ line }) => `A100000.${line}.1`)
        .toSorted(),
    )
  })

  test('name only rules that exist, and say what to do', () => {
    const known = new Set(taxFacts.rules.rules.map(({ id }) => id))
    const lacking = paperPack.papers.filter(
      (paper) => paper.procedures.length === 0 || paper.rules.some((rule) => !known.has(rule)),
    )
    expect(lacking.map(({ id }) => id)).toEqual([])
  })
})

test('every dated figure, and whom it is for, has words in both languages', () => {
  const bare = rulePack.rates.filter(({ rule, field }) => !/[\u3400-\u9fff]/.test(rateWord(rule, field).zh))
  expect(bare.map(({ rule, field }) => `${rule}.${field}`)).toEqual([])
  const cases = rulePack.rates.flatMap((rate) => (rate.case === null || rate.case === undefined ? [] : [rate.case]))
  expect(cases.filter((name) => rateCaseWord(name).en === name && rateCaseWord(name).zh === name)).toEqual([])
})

describe('English texts', () => {
  const chinese = /\p{Script=Han}/u

  test('name every form, line and column of the return without Chinese words', () => {
    const { forms: held, catalog } = returnFacts
    const names = [...catalog, ...held].map(({ name }) => name)
    const lines = held.flatMap((form) => form.lines.map(({ name }) => name))
    const columns = held.flatMap((form) => form.columns)
    const left = [...names, ...lines, ...columns].filter((name) => chinese.test(formWord(name).en))
    expect(left).toEqual([])
    expect(formWord('加:投资收益(损失以“-”号填列)').en).toBe('Plus: Investment income (a loss as a negative)')
    expect(formWord('二十五、其他').en).toBe('XXV. Other')
    expect(formWord('9纳税调整金额(2-5)').en).toBe('9Tax adjustment (2-5)')
  })

  test('of rules and of papers hold no Chinese words', () => {
    const says = rulePack.rules.flatMap(({ nameEn, formula, difference, carry, certaintyWords, note, pitfalls }) =>
      [{ en: nameEn }, formula, difference, carry, certaintyWords, note].concat(pitfalls).map(({ en }) => en),
    )
    expect(says.filter((text) => chinese.test(text))).toEqual([])
    const printed = [...JSON.stringify(paperPack).matchAll(/"en":"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text)
    expect(printed.length).toBeGreaterThan(1000)
    expect(printed.filter((text) => chinese.test(text))).toEqual([])
  })
})
