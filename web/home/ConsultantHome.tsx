import { Link } from 'react-router'
import { useTexts } from '#web/kernel/language.ts'
import { BoardBlock } from './BoardBlock.tsx'
import { Block, usePeriodText } from './Block.tsx'
import { DeadlineBlock } from './DeadlineBlock.tsx'
import { DueList } from './DueList.tsx'
import { OPEN, useLists } from './home-lists.ts'
import { chinaToday, dayAfter } from './home-period.ts'
import { KpiRow } from './KpiRow.tsx'
import { NoticeBlock } from './NoticeBlock.tsx'
import { type BlockProps, useStatistics } from './statistics.ts'
import { texts } from './texts.ts'

const WEEK = 7
const FEW = 6

/** A consultant's day: what is due, where his projects stand, what is missing. */
export function ConsultantHome() {
  const lists = useLists()
  const blocks = { of: useStatistics(), lists }
  return (
    <>
      <KpiRow
        {...blocks}
        names={['activeProjects', 'overdue', 'dueIn7', 'waitingClient', 'papersReady', 'enterprises']}
      />
      <TodayBlock {...blocks} />
      <BoardBlock {...blocks} />
      <div className="home-grid" data-even>
        <MissingBlock {...blocks} />
        <div>
          <DeadlineBlock {...blocks} />
          <NoticeBlock />
        </div>
      </div>
    </>
  )
}

/** What is late or due within the week. */
export function TodayBlock({ of, lists }: BlockProps) {
  const t = useTexts(texts)
  const filters = { ...OPEN, dueDate_le: dayAfter(chinaToday(), WEEK) }
  return (
    <Block
      title={t('today')}
      period={usePeriodText(of.data).asOf}
      link={<Link to={lists.projects(filters, 'dueDate')}>{t('seeAll')}</Link>}
    >
      <DueList filters={filters} size={FEW} empty={{ says: t('todayNothing') }} />
    </Block>
  )
}

/** Projects whose ledger has not come yet. */
export function MissingBlock({ of, lists }: BlockProps) {
  const t = useTexts(texts)
  const filters = { stage_equal: 'empty' }
  return (
    <Block
      title={t('missing')}
      period={usePeriodText(of.data).asOf}
      link={<Link to={lists.projects(filters, 'dueDate')}>{t('seeAll')}</Link>}
    >
      <DueList filters={filters} size={FEW} empty={{ says: t('noMissing') }} />
    </Block>
  )
}
