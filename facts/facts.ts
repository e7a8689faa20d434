import type { MappingFacts } from '#engine/mapping/chart.ts'
import charts from './charts.json' with { type: 'json' }
import natures from './natures.json' with { type: 'json' }

/** Charts, tax natures and detail tags: what mapping knows. Their shapes are held by facts.test.ts. */
export const mappingFacts = {
  charts: { cas: charts.cas, small: charts.small },
  natures: natures.natures,
  detailTags: natures.detailTags,
  natureOfStandard: natures.natureOfStandard,
} as MappingFacts
