import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { type Project, project } from '#contract/project.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useTab } from '#web/kernel/tab.ts'
import { AtOnce } from '#web/kit/AtOnce.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useShownName } from '../firm/own-firm.ts'
import { homeTexts } from './home-texts.ts'
import { PaperMatrix } from './PaperMatrix.tsx'
import { LedgerFigures, PaperFigures } from './ProjectFigures.tsx'
import { ProjectActivity, ProjectTeam } from './ProjectPeople.tsx'
import { ProjectWaiting } from './ProjectWaiting.tsx'
import { StageBar } from './StageBar.tsx'
import { nextStep, projectHref, stageTone } from './stage.ts'
import { texts } from './texts.ts'
import './home.css'
import './project.css'

/** /projectApp/index: how far the project is, what waits, how full its papers are, who works on it and what was done. */
export function ProjectHomePage() {
  const t = useTexts(texts)
  const h = useTexts(homeTexts)
  const navigate = useNavigate()
  const id = useTab().query.get('projectId') ?? ''
  const of = useQuery(query(project.detail, { id }))
  return (
    <Page
      title={
        of.data?.projectName ??
        (of.isError ? h('projectHome') : <span className="bone" style={{ width: 220, height: 20 }} />)
      }
      state={of.data && <ProjectState of={of.data} />}
      action={
        of.data && (
          <Button type="primary" onClick={() => void navigate(projectHref(nextStep(of.data.stage).path, of.data))}>
            {t('continue', { step: t(nextStep(of.data.stage).id) })}
          </Button>
        )
      }
    >
      <AtOnce>
        <StateView of={of} shape={<Bones lines={8} />}>
          {(row) => <Home of={row} />}
        </StateView>
      </AtOnce>
    </Page>
  )
}

function ProjectState({ of }: { of: Project }) {
  const t = useTexts(texts)
  const h = useTexts(homeTexts)
  const shownName = useShownName()
  const place = new URLSearchParams({ projectId: of.id })
  return (
    <>
      <StatusTag tone={stageTone[of.stage]}>{t(of.stage)}</StatusTag>
      <Link to={`/projectfirmEnterprise/index?${place.toString()}`} title={h('enterpriseOf')}>
        {shownName(of.enterpriseName)}
      </Link>
      {of.dueDate !== '' &&
        (of.overdue ? (
          <StatusTag tone="bad">{h('overdueSince', { date: of.dueDate })}</StatusTag>
        ) : (
          <span className="number">{h('due', { date: of.dueDate })}</span>
        ))}
    </>
  )
}

function Home({ of }: { of: Project }) {
  // what other pages and people did meanwhile counts as soon as the page is shown again
  const home = useQuery({ ...query(project.home, { id: of.id }), staleTime: 0 })
  return (
    <>
      <StageBar of={of} />
      <div className="home-columns">
        <div>
          <StateView of={home} shape={<Bones lines={6} />}>
            {(seen) => (
              <>
                <ProjectWaiting of={of} home={seen} />
                <PaperMatrix of={of} sections={seen.sections} />
              </>
            )}
          </StateView>
          {of.stage === 'generated' && <PaperFigures of={of} />}
          <LedgerFigures of={of} />
        </div>
        <aside>
          <StateView of={home} shape={<Bones lines={6} />}>
            {({ team, activity }) => (
              <>
                <ProjectTeam team={team} />
                <ProjectActivity activity={activity} />
              </>
            )}
          </StateView>
        </aside>
      </div>
    </>
  )
}
