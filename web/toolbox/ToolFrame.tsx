import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { toolRun } from '#contract/tool-run.ts'
import { query } from '#web/kernel/api.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { opensFor, pageAt } from '../shell/place.ts'
import { catalog } from './catalog.ts'
import { texts } from './texts.ts'
import { Favour } from './ToolboxPage.tsx'
import './toolbox.css'

/** The page of one tool: its name, star and line, where it works, and the way back to all tools. */
export function ToolFrame({ code, action, children }: { code: string; action?: ReactNode; children: ReactNode }) {
  const t = useTexts(texts)
  const say = useSay()
  const person = useSession()
  const settings = useQuery(query(toolRun.settings, {}))
  const tool = catalog.find((one) => one.code === code)
  if (!tool) return null
  const box = pageAt('/firm/firmTools')
  return (
    <Page
      title={say(tool.title)}
      state={
        <>
          <Favour tool={tool} on={settings.data?.favorites.includes(code) ?? false} />
          <span className="third">{t(tool.runs === 'browser' ? 'inBrowser' : 'onServer')}</span>
        </>
      }
      action={
        <>
          {box && opensFor(box, person) && <Link to="/firm/firmTools">{t('backToAll')}</Link>}
          {action}
        </>
      }
    >
      <p className="second tool-says">{say(tool.says)}</p>
      {children}
    </Page>
  )
}
