import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Select } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { knowledgeDoc } from '#contract/knowledge-doc.ts'
import { baseLevel, knowledge } from '#contract/knowledge.ts'
import { type ToolRun, toolRun } from '#contract/tool-run.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import { watchJob } from '#web/kit/watch-job.ts'
import { ProjectSelect } from '../knowledge/ProjectSelect.tsx'
import { texts } from './texts.ts'

const DiskFolderPicker = lazy(async () => ({
  default: (await import('../disk/DiskFolderPicker.tsx')).DiskFolderPicker,
}))

/** Keeps what a run made: on the disk, as material of a project, or in a knowledge base. */
export function KeepResults({ run }: { run: ToolRun }) {
  const t = useTexts(texts)
  const may = useMay()
  const toDisk = useCommand(toolRun.toDisk)
  const [open, setOpen] = useState<'disk' | 'project' | 'knowledge'>()
  const close = () => setOpen(undefined)
  return (
    <>
      {may('disk.use') && (
        <Button loading={toDisk.isPending} onClick={() => setOpen('disk')}>
          {t('toDisk')}
        </Button>
      )}
      {may('ledger.import') && <Button onClick={() => setOpen('project')}>{t('toProject')}</Button>}
      {may('docFile.import') && <Button onClick={() => setOpen('knowledge')}>{t('toKnowledge')}</Button>}
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
      {open === 'knowledge' && <ToKnowledge run={run} onClose={close} />}
    </>
  )
}

function ToKnowledge({ run, onClose }: { run: ToolRun; onClose: () => void }) {
  const t = useTexts(texts)
  useFocusBack(true)
  const found = useQuery(query(knowledge.bases, {}))
  const take = useCommand(knowledgeDoc.importFiles, { also: [knowledge.bases] })
  const [baseId, choose] = useState<string>()
  const bases = (found.data ?? []).filter(({ level }) => level >= baseLevel.add)
  const keep = () => {
    if (baseId === undefined) return
    take.mutate(
      { baseId, fileIds: run.outputs.map(({ id }) => id), evenSo: false },
      {
        onSuccess: ({ added, duplicates, jobId }) => {
          say(added.length > 0 ? t('addedToKnowledge', { count: added.length }) : t('alreadyInKnowledge'))
          if (duplicates.length > 0 && added.length > 0) say(t('someInKnowledge', { count: duplicates.length }))
          if (jobId) watchJob(jobId)
          onClose()
        },
      },
    )
  }
  return (
    <Modal
      open
      title={t('toKnowledge')}
      okText={t('toKnowledge')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: baseId === undefined, loading: take.isPending }}
      onOk={keep}
      onCancel={onClose}
    >
      <div className="tool-to-project">
        <p className="second">{t(found.data && bases.length === 0 ? 'noBases' : 'toKnowledgeHint')}</p>
        <Select
          aria-label={t('base')}
          placeholder={t('base')}
          loading={found.isFetching}
          disabled={bases.length === 0}
          showSearch={{ optionFilterProp: 'label' }}
          {...(baseId !== undefined && { value: baseId })}
          options={bases.map(({ id, name, projectName }) => ({
            value: id,
            label: projectName === '' ? name : `${name} · ${projectName}`,
          }))}
          onChange={choose}
        />
      </div>
    </Modal>
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
