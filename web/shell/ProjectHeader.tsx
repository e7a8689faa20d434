import { ArrowLeftOutlined, MenuOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { useNavigate } from 'react-router'
import { project } from '#contract/project.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { ProjectChatButton } from '../chat/ProjectChatButton.tsx'
import { useShownName } from '../firm/own-firm.ts'
import { homeTexts } from '../project/home-texts.ts'
import { stageTone } from '../project/stage.ts'
import { texts as projectTexts } from '../project/texts.ts'
import { FrameTools } from './FrameTools.tsx'
import { texts } from './texts.ts'
import { Collapse } from './TopBar.tsx'

/** The head of the project layout: the way back to the enterprise, whose project, which year, how far. */
export function ProjectHeader({ projectId, onMenu }: { projectId: string; onMenu: () => void }) {
  const t = useTexts(texts)
  const p = useTexts(projectTexts)
  const h = useTexts(homeTexts)
  const may = useMay()
  const navigate = useNavigate()
  const shownName = useShownName()
  const { data } = useQuery(query(project.detail, { id: projectId }))
  const back = () =>
    void navigate(`/aiApp/index?${new URLSearchParams({ enterpriseId: data?.enterpriseId ?? '' }).toString()}`)
  return (
    <header className="top-bar no-print">
      <Button className="narrow-only" type="text" icon={<MenuOutlined />} aria-label={t('openMenu')} onClick={onMenu} />
      <Collapse />
      {data && may('enterprise.enter') && (
        <Tooltip title={h('backToEnterprise')}>
          <Button type="text" icon={<ArrowLeftOutlined />} aria-label={h('backToEnterprise')} onClick={back} />
        </Tooltip>
      )}
      <div className="top-where">
        {data ? (
          <>
            <strong className="top-name" title={shownName(data.enterpriseName)}>
              {shownName(data.enterpriseName)}
            </strong>
            <span className="second number wide-only">{t('year', { year: data.year })}</span>
            <span className="second number narrow-only">{data.year}</span>
            <span className="wide-only">
              <StatusTag tone={stageTone[data.stage]}>{p(data.stage)}</StatusTag>
            </span>
          </>
        ) : (
          <span className="bone" style={{ width: 200 }} />
        )}
      </div>
      <ProjectChatButton key={projectId} projectId={projectId} />
      <FrameTools />
    </header>
  )
}
