import { Button } from 'antd'
import { Link } from 'react-router'
import { rolesOf } from '#contract/grants.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { AtOnce } from '#web/kit/AtOnce.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { BoardBlock } from './BoardBlock.tsx'
import { TodayBlock } from './ConsultantHome.tsx'
import { DeadlineBlock } from './DeadlineBlock.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { useLists } from './home-lists.ts'
import { KpiRow } from './KpiRow.tsx'
import { NoticeBlock } from './NoticeBlock.tsx'
import { useStatistics } from './statistics.ts'
import { texts } from './texts.ts'
import { UsageBlock } from './UsageBlock.tsx'

const tools = [
  ['/firm/firmTools', 'toolbox'],
  ['/aiTools/excelToXlsx', 'excelToXlsx'],
  ['/aiTools/batchMergePdf', 'mergePdf'],
  ['/chat', 'chat'],
] as const

/** /personal/index: one person's clients, projects, deadlines, tools and package. */
export function PersonalHomePage() {
  const t = useTexts(texts)
  const lists = useLists()
  const blocks = { of: useStatistics(), lists }
  const roles = rolesOf(useSession((state) => state.roleName))
  const begins = blocks.of.data !== undefined && blocks.of.data.kpi.enterprises + blocks.of.data.kpi.projects === 0
  return (
    <Page title={t('personalHome')}>
      <AtOnce>
        {roles.includes('normal') && (
          <p className="home-call">
            <span>{t('upgradeSays')}</span>
            <Button href="/portal/buy">{t('upgrade')}</Button>
          </p>
        )}
        {begins ? (
          <FirstSteps lists={lists} />
        ) : (
          <>
            <KpiRow
              {...blocks}
              names={['enterprises', 'activeProjects', 'overdue', 'dueIn30', 'waitingClient', 'papersReady']}
            />
            <TodayBlock {...blocks} />
            <BoardBlock {...blocks} />
          </>
        )}
        <div className="home-grid" data-even>
          <div>
            <DeadlineBlock {...blocks} />
          </div>
          <div>
            <section className="home-block" aria-labelledby="personal-tools">
              <header>
                <h2 id="personal-tools">{t('quickTools')}</h2>
              </header>
              <ul className="quick-links">
                {tools.map(([path, name]) => (
                  <li key={path}>
                    <Link to={path}>{t(name)}</Link>
                  </li>
                ))}
              </ul>
            </section>
            <UsageBlock {...blocks} />
            <NoticeBlock />
          </div>
        </div>
      </AtOnce>
    </Page>
  )
}
