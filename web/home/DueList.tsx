import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Project, project } from '#contract/project.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { type EmptySays, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useShownName } from '../firm/own-firm.ts'
import { openProject } from '../project/open-project.ts'
import { stageTone } from '../project/stage.ts'
import { texts as projectTexts } from '../project/texts.ts'
import type { Filters } from './home-lists.ts'
import { chinaToday, daysBetween } from './home-period.ts'
import { texts } from './texts.ts'

type DueListProps = {
  filters: Filters
  size: number
  /** Sorted by when it is due, unless by something else. */
  sort?: { ascs: string } | { descs: string }
  empty: EmptySays
  /** Whose each is; where all are one person's, nobody needs it. */
  owners?: boolean
}

const dueFirst = { ascs: 'dueDate' }

/** A few projects of a list: what, whose, how far, by when. Each opens in its window. */
export function DueList({ filters, size, sort = dueFirst, empty, owners = false }: DueListProps) {
  const found = useQuery(pageQuery(project.list, { ...filters, ...sort, current: 1, size }))
  return (
    <StateView of={found} empty={{ ...empty, when: ({ total }) => total === 0 }}>
      {({ records }) => (
        <ul className="due-list">
          {records.map((row) => (
            <li key={row.id}>
              <DueRow row={row} owners={owners} />
            </li>
          ))}
        </ul>
      )}
    </StateView>
  )
}

function DueRow({ row, owners }: { row: Project; owners: boolean }) {
  const say = useTexts(projectTexts)
  const shownName = useShownName()
  const about = [shownName(row.enterpriseName), row.year, ...(owners && row.ownerName ? [row.ownerName] : [])]
  return (
    <button type="button" className="plain-button due-row" title={say('openInWindow')} onClick={() => openProject(row)}>
      <strong>{row.projectName}</strong>
      <span className="due-when number">
        <DueText row={row} />
      </span>
      <span className="second">{about.join(' · ')}</span>
      <StatusTag tone={stageTone[row.stage]}>{say(row.stage)}</StatusTag>
    </button>
  )
}

/** By when a project is due, seen from today; overdue stands in seal red. */
export function DueText({ row: { dueDate, overdue, stage } }: { row: Project }): ReactNode {
  const t = useTexts(texts)
  if (!dueDate) return <span className="third">{t('noDue')}</span>
  if (stage === 'generated') return dueDate
  const left = daysBetween(chinaToday(), dueDate)
  if (overdue) return <span className="bad-text">{t('daysLate', { days: -left })}</span>
  return (
    <>
      {dueDate} <span className="third">{left === 0 ? t('dueToday') : t('daysLeft', { days: left })}</span>
    </>
  )
}
