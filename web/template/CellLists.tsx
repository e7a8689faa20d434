import type { FoundFormula, TemplateDetail } from '#contract/paper-template.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Empty } from '#web/kit/StateView.tsx'
import { texts } from './texts.ts'

type ListProps = { of: TemplateDetail; onOpen: (cell: string) => void }

/** Every bound cell: name, label, formula. */
export function BoundList({ of, onOpen }: ListProps) {
  const t = useTexts(texts)
  if (of.bound.length === 0) return <Empty says={t('nothingBound')} />
  return (
    <ul className="template-list">
      {of.bound.map(({ paperId, key, label, expression }) => (
        <li key={`${paperId}.${key}`}>
          <button type="button" onClick={() => onOpen(`${paperId}.${key}`)}>
            <b>
              {paperId}.{key}
            </b>
            <span>{label.zh}</span>
            <code>{expression}</code>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** What is wrong, each with its way to the cell. */
export function ProblemList({ of, onOpen }: ListProps) {
  const t = useTexts(texts)
  if (of.problems.length === 0) return <Empty says={t('noProblems')} />
  return (
    <ul className="template-list">
      {of.problems.map(({ cell, text, from, to }) => (
        <li key={`${cell} ${from} ${to} ${text}`}>
          <button type="button" disabled={cell === ''} onClick={() => onOpen(cell)}>
            <b className="seal-ink">{cell || t('whole')}</b>
            <span>{text}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** What became of the formulas in the file, and what of the file was left out. */
export function ReportList({ of }: Pick<ListProps, 'of'>) {
  const t = useTexts(texts)
  const { found, left } = of.report
  if (found.length + left.length === 0) return <Empty says={t('noReport')} />
  const lost = found.filter(({ expression }) => expression === '')
  const taken = found.filter(({ expression }) => expression !== '')
  return (
    <div className="template-report">
      {lost.length > 0 && (
        <section>
          <h3 className="seal-ink">{t('notUnderstood', { count: lost.length })}</h3>
          <Formulas of={lost} />
        </section>
      )}
      {taken.length > 0 && (
        <section>
          <h3>{t('understood', { count: taken.length })}</h3>
          <Formulas of={taken} />
        </section>
      )}
      {left.length > 0 && (
        <section>
          <h3>{t('leftOut', { count: left.length })}</h3>
          <ul className="template-list">
            {left.map(({ kind, sheet, cell, text }) => (
              <li key={`${kind} ${sheet} ${cell} ${text}`}>
                <b>{[sheet, cell].filter((part) => part !== '').join(' ')}</b>
                <span>{t(kind)}</span>
                <code>{text}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Formulas({ of }: { of: readonly FoundFormula[] }) {
  const t = useTexts(texts)
  return (
    <ul className="template-list">
      {of.map(({ sheet, cell, formula, dialect, expression, words }) => (
        <li key={`${sheet} ${cell}`}>
          <b>
            {sheet} {cell} · {t(dialect)}
          </b>
          <code>{formula}</code>
          {expression !== '' && expression !== formula && <code>→ {expression}</code>}
          {words.map((word) => (
            <span key={word} className={expression === '' ? 'seal-ink' : 'second'}>
              {word}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
