import type { MappingFacts } from '#engine/mapping/chart.ts'
import type { StatementSets } from '#engine/taxlaw/statement.ts'
import type { TaxFacts } from '#engine/workpaper/generate.ts'
import type { PaperPack, PaperRegister } from '#engine/workpaper/paper.ts'
import accountWords from './account-words.json' with { type: 'json' }
import oldChart from './chart-2000.json' with { type: 'json' }
import charts from './charts.json' with { type: 'json' }
import calibration from './mapping-calibration.json' with { type: 'json' }
import natures from './natures.json' with { type: 'json' }
import otherCharts from './other-charts.json' with { type: 'json' }
import papers from './papers.json' with { type: 'json' }
import { rulePack } from './rule-pack.ts'
import statements from './statements.json' with { type: 'json' }

/** Charts, tax natures and detail tags: what mapping knows. The shapes of all facts are held by facts.test.ts. */
export const mappingFacts = {
  charts: { cas: charts.cas, small: charts.small },
  oldChart: oldChart.accounts,
  otherCharts: otherCharts.charts,
  words: accountWords.names,
  calibration: calibration.patterns,
  natures: natures.natures,
  detailTags: natures.detailTags,
  natureOfStandard: natures.natureOfStandard,
} as MappingFacts

/** Balance sheet and income statement of both standards. */
export const statementSets = statements.sets as StatementSets

/** Rules with their basis and dated figures. */
export { rulePack }

/** Working papers and the parameters they ask for. */
export const paperPack = papers as unknown as PaperPack

/** The registers of those papers, with what may be entered in them and what proposes rows. */
export const paperRegisters = papers.registers as unknown as readonly PaperRegister[]

/** Everything that mapping and generation read besides the ledger. */
export const taxFacts: TaxFacts = {
  mapping: mappingFacts,
  statements: statementSets,
  rules: rulePack,
  papers: paperPack,
}
