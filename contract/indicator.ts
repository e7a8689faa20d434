import { z } from 'zod'
import { get, id, ids, none, paged, paging, post, rowId, time } from './endpoint.ts'

export const dispositions = ['open', 'explained', 'adjusted', 'reported'] as const
export const verdicts = ['outside', 'inside', 'noThreshold', 'noValue'] as const
export const indicatorGroups = ['growth', 'match', 'turnover', 'cost', 'dealings', 'tax', 'invoice'] as const
export const measures = ['value', 'change'] as const

/** Where a figure of a year was taken: this year's papers, the comparison column of the next year's, worked out here, or nowhere. */
export const figureSources = ['papers', 'comparison', 'computed', 'none'] as const

/** A figure of one year, and the cell that proves it. */
export const YearFigure = z.object({
  year: z.number().int(),
  /** Yuan for money, an exact decimal otherwise; null: not known. */
  value: z.string().nullable(),
  source: z.enum(figureSources),
  /** The project and the cell to open; empty: there is none. */
  projectId: z.string(),
  cell: z.string(),
  /** Why it is not known, in words. */
  why: z.string(),
})
export type YearFigure = z.output<typeof YearFigure>

const ShownThreshold = z.object({
  id,
  measure: z.enum(measures),
  low: z.string(),
  high: z.string(),
  industry: z.string(),
  region: z.string(),
  year: z.number().int(),
  source: z.string(),
})

export const IndicatorRow = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.enum(['rate', 'count']),
  /** This year, last year, the year before. */
  figures: z.array(YearFigure),
  /** This year less last year; null where either is not known. */
  change: z.string().nullable(),
  formula: z.string(),
  words: z.string(),
  inputs: z.array(
    z.object({
      cell: z.string(),
      label: z.string(),
      unit: z.enum(['money', 'rate', 'count', 'boolean', 'text']),
      value: z.string().nullable(),
    }),
  ),
  thresholds: z.array(ShownThreshold),
  verdict: z.enum(verdicts),
})
export type IndicatorRow = z.output<typeof IndicatorRow>

export const Disposition = z.object({
  state: z.enum(dispositions),
  note: z.string(),
  proof: z.string(),
  userName: z.string(),
  time,
})

export const IndicatorResult = z.object({
  id: z.string(),
  group: z.enum(indicatorGroups),
  name: z.string(),
  asks: z.string(),
  source: z.string(),
  /** What a person has to enter for it and has not: a register with its paper, or a fact. */
  needs: z.array(z.object({ name: z.string(), label: z.string(), paperId: z.string() })),
  rows: z.array(IndicatorRow),
  verdict: z.enum(verdicts),
  /** K25: parties on both sides, the largest overlap first; yuan. */
  parties: z.array(z.object({ party: z.string(), owes: z.string(), owed: z.string(), accounts: z.array(z.string()) })),
  disposition: Disposition.nullable(),
})
export type IndicatorResult = z.output<typeof IndicatorResult>

const ReportYear = z.object({ year: z.number().int(), projectId: z.string(), projectName: z.string() })

export const Threshold = z.object({
  id,
  indicator: z.string(),
  indicatorName: z.string(),
  industry: z.string(),
  region: z.string(),
  /** 0: any year. */
  year: z.number().int(),
  measure: z.enum(measures),
  /** Exact decimals; empty: no bound. */
  low: z.string(),
  high: z.string(),
  source: z.string(),
  version: z.number().int(),
  updateUserName: z.string(),
  updateTime: time,
})
export type Threshold = z.output<typeof Threshold>

const bound = z
  .string()
  .trim()
  .regex(/^$|^-?\d{1,9}(\.\d{1,6})?$/, 'indicatorBound')

/** A line of the three-year picture. */
export const PictureLine = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.enum(['money', 'rate', 'count']),
  figures: z.array(YearFigure),
})
export type PictureLine = z.output<typeof PictureLine>

export const indicator = {
  report: get('/sc-llm/indicator/report', {
    may: 'paper.view',
    says: 'The 36 inspection indicators of a project: three years, inputs, thresholds of the firm, verdicts, dispositions',
    input: z.object({ projectId: id }),
    output: z.object({
      year: z.number().int(),
      enterpriseId: z.string(),
      enterpriseName: z.string(),
      industry: z.string(),
      region: z.string(),
      generated: z.boolean(),
      /** Something has changed since the papers were computed. */
      stale: z.boolean(),
      years: z.array(ReportYear),
      indicators: z.array(IndicatorResult),
      /** May change dispositions, and thresholds. */
      maySettle: z.boolean(),
    }),
  }),
  settle: post('/sc-llm/indicator/settle', {
    may: 'paper.generate',
    says: 'Explains an indicator, with evidence; it stands in paper F04',
    input: z.object({
      projectId: id,
      indicator: z.string().regex(/^K\d\d$/),
      state: z.enum(dispositions),
      note: z.string().trim().min(1, 'indicatorNote').max(1000),
      proof: z.string().trim().max(500).default(''),
    }),
    output: z.object({ jobId: z.string().nullable() }),
  }),
  picture: get('/sc-llm/indicator/picture', {
    may: 'paper.view',
    says: 'An enterprise over its last three years, line by line, each figure with its cell',
    input: z.object({ enterpriseId: id }),
    output: z.object({ years: z.array(ReportYear), lines: z.array(PictureLine) }),
  }),
  thresholds: get('/sc-llm/indicatorThreshold/list', {
    may: 'paper.view',
    says: 'The firm’s own warning values',
    input: paging(['indicator', 'industry', 'region', 'year', 'measure', 'source', 'updateTime']),
    output: paged(Threshold),
  }),
  keys: get('/sc-llm/indicatorThreshold/keys', {
    may: 'paper.view',
    says: 'The figures a warning value may be set for',
    input: none,
    output: z.array(z.object({ key: z.string(), label: z.string() })),
  }),
  saveThreshold: post('/sc-llm/indicatorThreshold/save', {
    may: 'indicator.edit',
    says: 'Adds a warning value, or with id changes it; its source must be named',
    input: z
      .object({
        id: rowId,
        version: z.coerce.number().int().optional(),
        indicator: z.string().regex(/^K\d\d[a-z]?$/, 'indicatorUnknown'),
        industry: z.string().trim().max(50).default(''),
        region: z
          .string()
          .trim()
          .regex(/^(\d{2}){0,3}$/, 'indicatorRegion')
          .default(''),
        year: z.coerce.number().int().refine((year) => year === 0 || (year >= 2008 && year <= 2100), 'indicatorYear').default(0), // prettier-ignore
        measure: z.enum(measures).default('value'),
        low: bound.default(''),
        high: bound.default(''),
        source: z.string().trim().min(1, 'indicatorSource').max(300),
      })
      .refine(({ low, high }) => low !== '' || high !== '', 'indicatorNoBound')
      .refine(({ low, high }) => low === '' || high === '' || Number(low) <= Number(high), 'indicatorBoundsCross'),
    output: Threshold,
  }),
  removeThresholds: post('/sc-llm/indicatorThreshold/remove', {
    may: 'indicator.edit',
    says: 'Removes warning values',
    input: z.object({ ids: ids.pipe(z.array(id).max(500)) }),
    output: none,
  }),
}
