import type { CalculatorLaw, Parameter, Standing, Words } from '#engine/calculator/law.ts'
import source from './calculator-law.json' with { type: 'json' }
import codes from './credit-code.json' with { type: 'json' }
import holidays from './holidays.json' with { type: 'json' }
import regions from './regions.json' with { type: 'json' }
import { rulePack } from './rule-pack.ts'

/** Rules whose figures were read against a public source; what else is certain only by knowledge is to be verified. */
const checked = new Set(rulePack.rules.filter(({ note }) => note.en.startsWith('verified')).map(({ id }) => id))
const standing = (rule: string): Standing => (checked.has(rule) ? 'verified' : 'verify')

/** The figures of corporate income tax, as papers and returns read them. */
const ofRules: Parameter[] = rulePack.rates.map(({ rule, field, case: kind, value, unit, from, to, basis }) => ({
  id: `${rule}.${field}`,
  case: kind,
  value,
  unit,
  from,
  to,
  basis,
  certainty: standing(rule),
}))

type Authority = Words & { categories: Record<string, Words> }
const authorities: Record<string, Authority> = codes.departments
const categories = Object.entries(authorities).flatMap(([first, authority]) =>
  Object.entries(authority.categories).map(([second, words]): [string, Words] => [`${first}${second}`, words]),
)

/** The dated law of calculators: rates, brackets, limits and terms with their documents, rest days, registers. */
export const calculatorLaw: CalculatorLaw = {
  version: source.version,
  parameters: [...(source.parameters as Parameter[]), ...ofRules],
  holidays: {
    years: holidays.years.map(({ year }) => year),
    off: new Set(holidays.years.flatMap(({ off }) => off)),
    worked: new Set(holidays.years.flatMap(({ worked }) => worked)),
    basis: holidays.years.map(({ year, documents }) => ({
      year,
      doc: `国务院办公厅关于${year}年部分节假日安排的通知`,
      article: documents.join(' '),
    })),
  },
  registers: {
    provinces: new Map(regions.regions.map(({ code, name, en }) => [code.slice(0, 2), { zh: name, en }])),
    authorities: new Map(
      [...Object.entries(authorities), ...categories].map(([code, { zh, en }]) => [code, { zh, en }]),
    ),
  },
}

/** What the marks of certainty mean, in words. */
export const calculatorLawSource: Words = source.source
