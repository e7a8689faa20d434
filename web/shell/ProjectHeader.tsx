import { MenuOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { project } from '#contract/project.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useShownName } from '../firm/own-firm.ts'
import { stageTone } from '../project/stage.ts'
import { texts as projectTexts } from '../project/texts.ts'
import { FrameTools } from './FrameTools.tsx'
import { texts } from './texts.ts'

/** The head of the project layout: whose project, which year, how far. */
export function ProjectHeader({ projectId, onMenu }: { projectId: string; onMenu: () => void }) {
  const t = useTexts(texts)
  const say = useTexts(projectTexts)
  const shownName = useShownName()
  const { data } = useQuery(query(project.detail, { id: projectId }))
  return (
    <header className="top-bar no-print">
      <Button className="narrow-only" type="text" icon={<MenuOutlined />} aria-label={t('openMenu')} onClick={onMenu} />
      <div className="top-where">
        {data ? (
          <>
            <strong className="top-name">{shownName(data.enterpriseName)}</strong>
            <span className="second wide-only number">{t('year', { year: data.year })}</span>
            <span className="wide-only">
              <StatusTag tone={stageTone[data.stage]}>{say(data.stage)}</StatusTag>
            </span>
          </>
        ) : (
          <span className="bone" style={{ width: 200 }} />
        )}
      </div>
      <FrameTools />
    </header>
  )
}
