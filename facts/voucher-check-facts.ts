import { mappingFacts } from './facts.ts'
import holidays from './holidays.json' with { type: 'json' }

/** What voucher checks know beside the books: the State Council's calendar, the sides of accounts, the words of tax natures. */
export const voucherCheckFacts = {
  days: new Map(
    holidays.years.flatMap(({ off, worked }) => [
      ...off.map((day): [string, boolean] => [day, true]),
      ...worked.map((day): [string, boolean] => [day, false]),
    ]),
  ),
  years: holidays.years.map(({ year }) => year),
  sideOf: new Map([...mappingFacts.charts.small, ...mappingFacts.charts.cas].map(({ key, side }) => [key, side])),
  words: mappingFacts.natures.map(({ id: nature, name, keywords, not }) => ({ nature, name, keywords, not })),
}
