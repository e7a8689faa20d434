import type { z } from 'zod'
import type { PictureLine } from '#contract/indicator.ts'
import type { Language } from '#contract/texts.ts'
import { paperPack } from '#facts/facts.ts'
import { inLanguage } from '#server/paper/stored-cell.ts'
import type { ProjectYear } from './project-years.ts'
import { yearFigures } from './year-figure.ts'

type Line = { key: string; unit: 'money' | 'rate' | 'count'; now: string; before: string | null }

const figure = (key: string): Line => ({ key, unit: 'money', now: `F04.now@${key}`, before: `F04.last@${key}` })
const ratio = (key: string): Line => ({ key, unit: 'rate', now: `F04.value@${key}`, before: `F04.before@${key}` })

/** 三年概况: what a partner asks first, in the order of the statements. */
const lines: readonly Line[] = [
  ...['rev', 'cogs'].map(figure),
  ratio('K03'),
  ...['expense', 'profit', 'net', 'adjust', 'taxable', 'tax'].map(figure),
  ratio('K15'),
  ...['assets', 'liab', 'ar', 'inventory'].map(figure),
  ratio('K14'),
  { key: 'staff', unit: 'count', now: 'Z02.avg_staff', before: null },
]

/** What the papers call the line; the number of an indicator is left out. */
const labels = new Map<string, { zh: string; en: string }>(
  paperPack.papers.flatMap(({ id, blocks }) =>
    blocks.flatMap((block) =>
      block.kind === 'items'
        ? block.items.map(({ key, label }) => [`${id}.${key}`, label] as const)
        : block.rows.from === 'list' && id === 'F04'
          ? block.rows.rows.map(({ key, label }) => [`${id}.${key}`, label] as const)
          : [],
    ),
  ),
)

/** The lines of the three-year picture from whatever years there are. */
export function pictureLines(years: readonly ProjectYear[], language: Language): z.input<typeof PictureLine>[] {
  return lines.map(({ key, unit, now, before }) => {
    const label = labels.get(key === 'staff' ? now : `F04.${key}`)
    return {
      key,
      label: label ? inLanguage(label, language).replace(/^K\d\d\s*/, '') : key,
      unit,
      figures: yearFigures(years, { now, before }, language),
    }
  })
}
