import { CommentOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { PieceBoundary } from '#web/kit/PieceBoundary.tsx'
import { texts } from './texts.ts'

const ProjectChat = lazy(async () => ({ default: (await import('./ProjectChat.tsx')).ProjectChat }))

/** Opens the conversation about a project beside its pages. */
export function ProjectChatButton({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const may = useMay()
  const [open, setOpen] = useState(false)
  // it stays when it is closed: what was asked goes on, and the draft with it
  const [opened, setOpened] = useState(false)
  if (!may('chat.use')) return null
  const show = () => {
    setOpened(true)
    setOpen(!open)
  }
  return (
    <>
      <Tooltip title={t('ask')}>
        <Button type="text" icon={<CommentOutlined />} aria-label={t('ask')} aria-expanded={open} onClick={show} />
      </Tooltip>
      {opened && (
        <PieceBoundary onFail={() => setOpened(false)}>
          <Suspense fallback={null}>
            <ProjectChat projectId={projectId} open={open} onClose={() => setOpen(false)} />
          </Suspense>
        </PieceBoundary>
      )}
    </>
  )
}
