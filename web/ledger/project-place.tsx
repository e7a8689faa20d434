import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '#web/kernel/language.ts'
import { useTab } from '#web/kernel/tab.ts'
import { Empty } from '#web/kit/StateView.tsx'
import { texts } from './texts.ts'
import './ledger.css'
import './voucher.css'

const PLACE = ['enterpriseId', 'projectId', 'projectName'] as const

/** The project a working page stands in, from the query of its tab. */
export const useProjectId = () => useTab().query.get('projectId') ?? ''

/** Addresses of the project's other pages; `view` is their state, e.g. `{ paperId: 'C15' }`. */
export function useProjectHref() {
  const { query } = useTab()
  return (path: string, view: Record<string, string> = {}) => {
    const next = new URLSearchParams()
    for (const name of PLACE) {
      const value = query.get(name)
      if (value) next.set(name, value)
    }
    for (const [name, value] of Object.entries(view)) next.set(`v.${name}`, value)
    return `${path}?${next.toString()}`
  }
}

/** What stands inside gets a project's id; without one the page says where to begin. */
export function InProject({ children }: { children: (projectId: string) => ReactNode }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const projectId = useProjectId()
  if (projectId) return children(projectId)
  const open = () => void navigate('/enterpriseProject/projectList')
  return <Empty says={t('noProject')} action={<Button onClick={open}>{t('toProjects')}</Button>} />
}
