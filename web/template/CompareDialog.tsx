import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import type { z } from 'zod'
import { paperTemplate, type TemplateDiff } from '#contract/paper-template.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { texts } from './texts.ts'

type Diff = z.output<typeof TemplateDiff>
const tones = { added: 'good', removed: 'bad', changed: 'waiting' } as const
const words = { added: 'added', removed: 'removedKind', changed: 'changed' } as const

/** What differs between two versions. */
export function CompareDialog({
  id,
  from,
  to,
  onClose,
}: {
  id: string
  from: number
  to: number
  onClose: () => void
}) {
  const t = useTexts(texts)
  const diff = useQuery(query(paperTemplate.compare, { id, from: String(from), to: String(to) }))
  return (
    <Modal open title={t('compareTitle', { from, to })} width={760} footer={null} onCancel={onClose}>
      <StateView of={diff} shape={<Bones lines={6} />}>
        {(of) => <DiffView of={of} />}
      </StateView>
    </Modal>
  )
}

/** Papers, bound cells and printed texts that differ. */
export function DiffView({ of }: { of: Diff }) {
  const t = useTexts(texts)
  if (of.papers.length + of.cells.length + of.printed === 0) return <Empty says={t('same')} />
  return (
    <div className="template-report template-diff">
      {of.papers.length > 0 && (
        <section>
          <h3>{t('changedPapers')}</h3>
          <ul className="template-list">
            {of.papers.map(({ kind, paperId, before, after }) => (
              <li key={paperId}>
                <b>
                  {paperId} <StatusTag tone={tones[kind]}>{t(words[kind])}</StatusTag>
                </b>
                <span>{[before, after].filter((name) => name !== '').join(' → ')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {of.cells.length > 0 && (
        <section>
          <h3>{t('changedCells')}</h3>
          <ul className="template-list">
            {of.cells.map((one) => (
              <ChangedCell key={one.cell} of={one} />
            ))}
          </ul>
        </section>
      )}
      {of.printed > 0 && (
        <section>
          <h3>{t('changedTexts', { count: of.printed })}</h3>
          <ul className="template-list">
            {of.texts.map(({ paperId, cell, before, after }) => (
              <li key={`${paperId} ${cell}`}>
                <b>
                  {paperId} {cell}
                </b>
                <Change before={before} after={after} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const fieldWords = {
  expression: 'expression',
  unit: 'unit',
  place: 'place',
  labelZh: 'labelZh',
  labelEn: 'labelEn',
  feeds: 'feeds',
  rule: 'rule',
  note: 'note',
} as const
const isField = (field: string): field is keyof typeof fieldWords => field in fieldWords

function ChangedCell({ of: { kind, cell, label, fields } }: { of: Diff['cells'][number] }) {
  const t = useTexts(texts)
  const shown = kind === 'changed' ? fields : fields.filter(({ field }) => field === 'expression')
  return (
    <li>
      <b>
        {cell} <StatusTag tone={tones[kind]}>{t(words[kind])}</StatusTag>
      </b>
      <span>{label.zh}</span>
      {shown.map(({ field, before, after }) => (
        <span key={field}>
          {isField(field) && <span className="third">{t(fieldWords[field])} </span>}
          <Change before={before} after={after} />
        </span>
      ))}
    </li>
  )
}

const Change = ({ before, after }: { before: string; after: string }) => (
  <span className="template-change">
    {before !== '' && <del>{before}</del>}
    {after !== '' && <ins>{after}</ins>}
  </span>
)
