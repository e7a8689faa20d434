import { Button, Modal } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { type ToolRun, toolRun } from '#contract/tool-run.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import { ProjectSelect } from '../knowledge/ProjectSelect.tsx'
import { texts } from './texts.ts'

const DiskFolderPicker = lazy(async () => ({
  default: (await import('../disk/DiskFolderPicker.tsx')).DiskFolderPicker,
}))

/** Keeps what a run made: on the disk, or as material of a project. */
export function KeepResults({ run }: { run: ToolRun }) {
  const t = useTexts(texts)
  const may = useMay()
  const toDisk = useCommand(toolRun.toDisk)
  const [open, setOpen] = useState<'disk' | 'project'>()
  const close = () => setOpen(undefined)
  return (
    <>
      {may('disk.use') && (
        <Button loading={toDisk.isPending} onClick={() => setOpen('disk')}>
          {t('toDisk')}
        </Button>
      )}
      {may('ledger.import') && <Button onClick={() => setOpen('project')}>{t('toProject')}</Button>}
      {open === 'disk' && (
        <Suspense>
          <DiskFolderPicker
            title={t('toDisk')}
            onCancel={close}
            onPick={({ id, name }) => {
              close()
              toDisk.mutate(
                { id: run.id, parentId: id },
                { onSuccess: ({ saved }) => say(t('savedToDisk', { count: saved, folder: name })) },
              )
            }}
          />
        </Suspense>
      )}
      {open === 'project' && <ToProject runId={run.id} onClose={close} />}
    </>
  )
}

function ToProject({ runId, onClose }: { runId: string; onClose: () => void }) {
  const t = useTexts(texts)
  useFocusBack(true)
  const toProject = useCommand(toolRun.toProject)
  const [projectId, choose] = useState('')
  const keep = () =>
    toProject.mutate(
      { id: runId, projectId },
      {
        onSuccess: ({ added }) => {
          say(added > 0 ? t('addedToProject', { count: added }) : t('alreadyInProject'))
          onClose()
        },
      },
    )
  return (
    <Modal
      open
      title={t('toProject')}
      okText={t('toProject')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: projectId === '', loading: toProject.isPending }}
      onOk={keep}
      onCancel={onClose}
    >
      <div className="tool-to-project">
        <p className="second">{t('toProjectHint')}</p>
        <ProjectSelect label={t('project')} onChange={choose} />
      </div>
    </Modal>
  )
}
