import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { usage } from '#contract/entitlement.ts'
import { query } from '#web/kernel/api.ts'
import { useView } from '#web/kernel/tab.ts'
import { TemplateDesk } from './TemplateDesk.tsx'
import { TemplateList } from './TemplateList.tsx'
import './template.css'

const NOTICE = '/firm/knowledge/llmKnowledgeSwsDocTemplateTrailMessage'

/** /firm/knowledge/llmKnowledgeSwsDocTemplate: the templates, or the one that is open. A trial is told what it lacks. */
export function TemplatePage() {
  const [open, setOpen] = useView('template')
  const own = useQuery(query(usage.own, {}))
  if (own.data?.state === 'trial') return <Navigate to={NOTICE} replace />
  return open === '' ? (
    <TemplateList onOpen={setOpen} />
  ) : (
    <TemplateDesk key={open} id={open} onClose={() => setOpen('')} />
  )
}
