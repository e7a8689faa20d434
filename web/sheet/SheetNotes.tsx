import { Alert } from 'antd'
import type { BookNote } from '#contract/sheet-book.ts'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

const words = {
  externalFormula: 'noteExternalFormula',
  externalLink: 'noteExternalLink',
  macro: 'noteMacro',
  chart: 'noteChart',
  chartKept: 'noteChartKept',
  pivot: 'notePivot',
  stylesLost: 'noteStylesLost',
  image: 'noteImage',
  conditional: 'noteConditional',
  validation: 'noteValidation',
} as const satisfies Record<BookNote['kind'], keyof typeof texts>

/** What was disarmed or left out when the file was read. */
export function SheetNotes({ notes }: { notes: readonly BookNote[] }) {
  const t = useTexts(texts)
  if (notes.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      closable
      message={t('notes', { count: notes.length })}
      description={
        <ul className="sheet-notes">
          {notes.slice(0, 100).map(({ kind, sheet, cell, text }) => (
            <li key={`${kind} ${sheet} ${cell} ${text}`}>{t(words[kind], { sheet, cell, text })}</li>
          ))}
        </ul>
      }
    />
  )
}
