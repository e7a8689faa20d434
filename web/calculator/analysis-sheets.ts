import type { Text } from '#contract/texts.ts'
import type { Analysis } from '#engine/calculator/ratios.ts'
import { safeText } from '#engine/safe-text.ts'
import { figureText, ratioCell } from './analysis-text.ts'
import type { texts } from './texts.ts'
import type { OutSheet } from './write-table.ts'

type Speech = { say: (text: Text) => string; t: (key: keyof typeof texts) => string }

/** The analysis of statements as the sheets of a file. */
export const analysisSheets = ({ ratios, changes, findings }: Analysis, { say, t }: Speech): OutSheet[] => [
  { name: t('findings'), widths: [80], rows: [[t('findings')], ...findings.map((one) => [safeText(say(one))])] },
  {
    name: t('ratiosTitle'),
    widths: [24, 36, 14, 14],
    rows: [
      [t('ratio'), t('formula'), t('now'), t('before')],
      ...ratios.map(({ label, formula, unit, now, before }) => [
        say(label),
        say(formula),
        ratioCell(now, unit),
        ratioCell(before, unit),
      ]),
    ],
  },
  {
    name: t('movements'),
    widths: [36, 18, 18, 18, 12],
    rows: [
      [t('line'), t('now'), t('before'), t('change'), t('changeShare')],
      ...changes.map(({ name, now, before, change, share }) => [
        safeText(name),
        ...[now, before, change].map((value) => (value ? Number(figureText(value)) : '')),
        ratioCell(share, 'percent'),
      ]),
    ],
  },
]
