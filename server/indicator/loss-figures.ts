import { say } from '#contract/errors.ts'
import type { Language } from '#contract/texts.ts'
import { lossRun } from '#engine/indicator/loss-run.ts'
import { fenOf } from '#engine/money.ts'
import type { ProjectYear } from './project-years.ts'
import { type Figure, yearFigures } from './year-figure.ts'

/** K29 seen from each of the years: years of loss in a row while revenue or assets grow; zero where they do not. */
export function lossFigures(years: readonly ProjectYear[], language: Language): Figure[] {
  const read = (key: string) =>
    yearFigures(years, { now: `F04.now@${key}`, before: `F04.last@${key}` }, language).map(({ value }) =>
      value === null ? null : (fenOf(value) ?? null),
    )
  const [profit, revenue, assets] = [read('profit'), read('rev'), read('assets')]
  const seen = years.map((_, at) => ({
    profit: profit[at] ?? null,
    revenue: revenue[at] ?? null,
    assets: assets[at] ?? null,
  }))
  return years.map(({ year, project }, at) => {
    const run = lossRun(seen.slice(at))
    const known = run !== null && (run.losses === 0 || run.growing !== null)
    return {
      year,
      value: known ? String(run.growing === false ? 0 : run.losses) : null,
      source: known ? 'computed' : 'none',
      projectId: project?.id ?? '',
      cell: project?.generation_id ? 'F04.now@profit' : '',
      why: known ? '' : say('indicatorNoLosses', language),
    }
  })
}
