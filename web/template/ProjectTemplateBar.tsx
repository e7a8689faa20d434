import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { paper } from '#contract/paper.ts'
import { paperTemplate } from '#contract/paper-template.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { DiffView } from './CompareDialog.tsx'
import { texts } from './texts.ts'
import './template.css'

/** Which version of the firm's template a project works on, and the way to a newer one; nothing for the system's template. */
export function ProjectTemplateBar({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const may = useMay()
  const [seeing, setSeeing] = useState(false)
  const { data } = useQuery(query(paperTemplate.ofProject, { projectId }))
  const moveUp = useCommand(paperTemplate.moveUp, { also: [paper.generation] })
  if (data?.templateType !== 'firm') return null
  const { name, version, newest, diff } = data
  const move = () =>
    moveUp.mutate(
      { projectId, version: newest },
      {
        onSuccess: () => {
          say(t('movedUp'))
          setSeeing(false)
        },
      },
    )
  return (
    <p className="template-buttons">
      <span>{t('projectTemplate', { name, version })}</span>
      {newest > version && <StatusTag tone="waiting">{t('newerVersion', { version: newest })}</StatusTag>}
      {newest > version && (
        <Button size="small" onClick={() => setSeeing(true)}>
          {t('seeChanges')}
        </Button>
      )}
      <Modal
        open={seeing}
        title={t('compareTitle', { from: version, to: newest })}
        width={760}
        okText={t('moveUp', { version: newest })}
        okButtonProps={{ disabled: !may('paper.generate'), loading: moveUp.isPending }}
        onOk={move}
        onCancel={() => setSeeing(false)}
      >
        <p className="second">{t('moveUpHint')}</p>
        {diff && <DiffView of={diff} />}
      </Modal>
    </p>
  )
}
