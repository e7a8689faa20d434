import { useTexts } from '#web/kernel/language.ts'
import { useMay, useSession } from '#web/kernel/session.ts'
import { AtOnce } from '#web/kit/AtOnce.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { Empty } from '#web/kit/StateView.tsx'
import { RiskBlock } from './RiskBlock.tsx'
import { filtersOf, useLists } from './home-lists.ts'
import { KpiRow } from './KpiRow.tsx'
import { NoticeBlock } from './NoticeBlock.tsx'
import { PipelineBlock } from './PipelineBlock.tsx'
import { PlatformDashboard } from './PlatformDashboard.tsx'
import { useStatistics } from './statistics.ts'
import { texts } from './texts.ts'
import { TrendBlock } from './TrendBlock.tsx'

/** /wel/dashboard: the platform for who runs it; for anybody else his own work in numbers. */
export function DashboardPage() {
  const t = useTexts(texts)
  const may = useMay()
  return (
    <Page title={t('dashboard')}>
      <AtOnce>
        {may('tenant.manage') ? <PlatformDashboard /> : may('project.view') ? <OwnDashboard /> : <Nothing />}
      </AtOnce>
    </Page>
  )
}

/** What one owns: by stage, by month, what is late. */
function OwnDashboard() {
  const whose = { userId: useSession((state) => state.userId) }
  const lists = useLists(whose)
  const blocks = { of: useStatistics(whose, 'twelveMonths'), lists }
  return (
    <>
      <KpiRow
        {...blocks}
        period="twelveMonths"
        names={['enterprises', 'activeProjects', 'overdue', 'dueIn30', 'opened', 'finished']}
      />
      <div className="home-grid">
        <div>
          <PipelineBlock {...blocks} />
          <TrendBlock {...blocks} />
        </div>
        <div>
          <RiskBlock {...blocks} whose={filtersOf(whose)} />
          <NoticeBlock />
        </div>
      </div>
    </>
  )
}

function Nothing() {
  const t = useTexts(texts)
  return (
    <>
      <Empty says={t('noWork')} />
      <NoticeBlock />
    </>
  )
}
