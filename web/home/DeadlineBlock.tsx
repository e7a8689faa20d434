import { Link } from 'react-router'
import { useDictionary } from '#web/kernel/dictionary.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { Block } from './Block.tsx'
import { STAYING } from './home-lists.ts'
import { daysBetween } from './home-period.ts'
import type { BlockProps, Statistics } from './statistics.ts'
import { texts } from './texts.ts'

type Deadline = Statistics['deadlines'][number]

/** When returns are due, and how many clients declare each tax. */
export function DeadlineBlock({ of, lists }: BlockProps) {
  const t = useTexts(texts)
  const say = useSay()
  const taxes = useDictionary('tax_type')
  const nameOf = ({ annual, titleZh, titleEn, taxType, cycle }: Deadline) =>
    annual
      ? say({ zh: titleZh, en: titleEn })
      : `${taxes.label(taxType) || taxType} · ${t(cycle === 'quarter' ? 'quarter' : 'month')}`
  const listOf = ({ annual, taxType, cycle }: Deadline) =>
    lists.clients({
      ...STAYING,
      ...(taxType && { taxType }),
      ...(!annual && { taxCycle: cycle }),
    })
  return (
    <Block title={t('deadlines')} period={t('ahead')}>
      <StateView
        of={of}
        empty={{
          when: ({ deadlines }) => deadlines.length === 0,
          says: t('noDeadlines'),
          action: <Link to={lists.clients()}>{t('clients')}</Link>,
        }}
      >
        {({ deadlines, asOf }) => (
          <ol className="deadlines">
            {[...new Set(deadlines.map(({ date }) => date))].map((date) => {
              const due = deadlines.filter((one) => one.date === date)
              const left = daysBetween(asOf, date)
              return (
                <li key={date}>
                  <div className="deadline-day">
                    <strong className="number">{date}</strong>
                    <span className="third">{left === 0 ? t('dueToday') : t('daysLeft', { days: left })}</span>
                  </div>
                  <ul>
                    {due.map((one) => (
                      <li key={`${one.annual}${one.taxType}${one.cycle}`}>
                        <span>{nameOf(one)}</span>
                        <Link to={listOf(one)}>
                          {t(one.clients === 1 ? 'clientOf' : 'clientsOf', { count: one.clients })}
                        </Link>
                      </li>
                    ))}
                  </ul>
                  <div className="deadline-note">
                    {due.some(({ predicted }) => predicted) ? (
                      <StatusTag tone="waiting">{t('predicted')}</StatusTag>
                    ) : (
                      [...new Set(due.map(({ source }) => source))].map((source) => (
                        <p key={source}>{t('source', { source })}</p>
                      ))
                    )}
                  </div>
                </li>
              )
            })}
          </ol>
        )}
      </StateView>
    </Block>
  )
}
