import { BoardBlock } from './BoardBlock.tsx'
import { DeadlineBlock } from './DeadlineBlock.tsx'
import { useHomeFilters } from './HomeFilters.tsx'
import { filtersOf, useLists } from './home-lists.ts'
import { KpiRow } from './KpiRow.tsx'
import { NoticeBlock } from './NoticeBlock.tsx'
import { PipelineBlock } from './PipelineBlock.tsx'
import { PortfolioBlock } from './PortfolioBlock.tsx'
import { RiskBlock } from './RiskBlock.tsx'
import { useStatistics } from './statistics.ts'
import { TrendBlock } from './TrendBlock.tsx'
import { UsageBlock } from './UsageBlock.tsx'
import { WorkloadBlock } from './WorkloadBlock.tsx'

/** The firm as its partner looks at it: what is late, where work stands, who has it, whom it is for, what it costs. */
export function PartnerHome() {
  const { whose, period } = useHomeFilters()
  const lists = useLists(whose)
  const blocks = { of: useStatistics(whose, period), lists }
  return (
    <>
      <KpiRow
        {...blocks}
        period={period}
        names={['enterprises', 'activeProjects', 'overdue', 'dueIn30', 'waitingClient', 'opened', 'finished']}
      />
      <div className="home-grid">
        <div>
          <RiskBlock {...blocks} whose={filtersOf(whose)} />
          <PipelineBlock {...blocks} />
          <WorkloadBlock {...blocks} />
          <TrendBlock {...blocks} />
        </div>
        <div>
          <DeadlineBlock {...blocks} />
          <PortfolioBlock {...blocks} />
          <UsageBlock {...blocks} />
          <NoticeBlock />
        </div>
      </div>
    </>
  )
}

/** The firm as its manager looks at it: the board first, then the team and what comes. */
export function ManagerHome() {
  const { whose, period } = useHomeFilters()
  const lists = useLists(whose)
  const blocks = { of: useStatistics(whose, period), lists }
  return (
    <>
      <KpiRow
        {...blocks}
        period={period}
        names={['activeProjects', 'overdue', 'dueIn7', 'waitingClient', 'opened', 'finished']}
      />
      <BoardBlock {...blocks} whose={filtersOf(whose)} />
      <div className="home-grid">
        <div>
          <WorkloadBlock {...blocks} />
          <RiskBlock {...blocks} whose={filtersOf(whose)} />
          <TrendBlock {...blocks} />
        </div>
        <div>
          <DeadlineBlock {...blocks} />
          <UsageBlock {...blocks} />
          <NoticeBlock />
        </div>
      </div>
    </>
  )
}
