import { SnippetsOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { PieceBoundary } from '#web/kit/PieceBoundary.tsx'
import type { UsedPrompt } from '../prompt-template/TemplatePicker.tsx'
import { texts } from './texts.ts'

const TemplatePicker = lazy(async () => ({
  default: (await import('../prompt-template/TemplatePicker.tsx')).TemplatePicker,
}))

type TemplateButtonProps = { projectId: string; onUse: (used: UsedPrompt) => void }

/** Fills a prompt template in; its text goes into the question, where it can still be changed. */
export function TemplateButton({ projectId, onUse }: TemplateButtonProps) {
  const t = useTexts(texts)
  const may = useMay()
  const [open, setOpen] = useState(false)
  const [opened, setOpened] = useState(false)
  if (!may('prompt.use')) return null
  const show = () => {
    setOpened(true)
    setOpen(true)
  }
  return (
    <>
      <Tooltip title={t('template')}>
        <Button type="text" icon={<SnippetsOutlined />} aria-label={t('template')} onClick={show} />
      </Tooltip>
      {opened && (
        <PieceBoundary onFail={() => setOpened(false)}>
          <Suspense fallback={null}>
            <TemplatePicker
              open={open}
              projectId={projectId || undefined}
              onClose={() => setOpen(false)}
              onUse={(used) => {
                setOpen(false)
                onUse(used)
              }}
            />
          </Suspense>
        </PieceBoundary>
      )}
    </>
  )
}
