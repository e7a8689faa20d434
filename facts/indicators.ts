import type { Indicator } from '#engine/indicator/indicator.ts'
import { paperPack } from './facts.ts'
import words from './indicators.json' with { type: 'json' }

/** The 36 indicators in words: what each asks, and on what it rests. No warning values: 国税发〔2005〕43号 leaves those to practice. */
export const indicators = words as readonly Indicator[]

/** The paper that computes them. */
export const INDICATOR_PAPER = 'F04'

type Row = { key: string; indicator: string; label: { zh: string; en: string } }

/** The ratios of the paper in its order: `K10` and `K10b` are both of indicator K10. */
export const indicatorRows: readonly Row[] = (
  paperPack.papers.find(({ id }) => id === INDICATOR_PAPER)?.blocks ?? []
).flatMap((block) => {
  const rows = block.kind === 'items' ? block.items : block.rows.from === 'list' ? block.rows.rows : []
  return rows.flatMap(({ key, label }) => {
    const [indicator] = /^K\d\d/.exec(key) ?? []
    return indicator === undefined ? [] : [{ key, indicator, label }]
  })
})
