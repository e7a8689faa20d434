import type { MappingFacts } from '#engine/mapping/chart.ts'
import type { RulePack } from '#engine/taxlaw/rule-pack.ts'
import type { StatementSets } from '#engine/taxlaw/statement.ts'
import type { TaxFacts } from '#engine/workpaper/generate.ts'
import type { PaperPack } from '#engine/workpaper/paper.ts'
import charts from './charts.json' with { type: 'json' }
import natures from './natures.json' with { type: 'json' }
import papers from './papers.json' with { type: 'json' }
import rules from './rules.json' with { type: 'json' }
import statements from './statements.json' with { type: 'json' }

/** Charts, tax natures and detail tags: what mapping knows. The shapes of all facts are held by facts.test.ts. */
export const mappingFacts = {
  charts: { cas: charts.cas, small: charts.small },
  natures: natures.natures,
  detailTags: natures.detailTags,
  natureOfStandard: natures.natureOfStandard,
} as MappingFacts

/** Balance sheet and income statement of both standards. */
export const statementSets = statements.sets as StatementSets

/** Rules with their basis and dated figures. */
export const rulePack = rules as RulePack

/** Working papers and the parameters they ask for. */
export const paperPack = papers as unknown as PaperPack

/** Everything that mapping and generation read besides the ledger. */
export const taxFacts: TaxFacts = {
  mapping: mappingFacts,
  statements: statementSets,
  rules: rulePack,
  papers: paperPack,
}
