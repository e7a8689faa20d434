import { Select } from 'antd'
import { Form } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { diskFile } from '#contract/disk-file.ts'
import { baseLevel, knowledge } from '#contract/knowledge.ts'
import { knowledgeDoc } from '#contract/knowledge-doc.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { watchJob } from '#web/kit/watch-job.ts'
import { ProjectSelect } from '../knowledge/ProjectSelect.tsx'
import type { Dialog } from './deeds.tsx'
import { DiskFolderPicker } from './DiskFolderPicker.tsx'
import type { DiskRow } from './disk-rows.ts'
import { EvidenceDialog } from './EvidenceDialog.tsx'
import type { NodeCommands } from './node-commands.ts'
import { TagDialog } from './TagDialog.tsx'
import { texts } from './texts.ts'

const ShareDialog = lazy(async () => ({ default: (await import('../share/ShareDialog.tsx')).ShareDialog }))

type DialogProps = {
  asked: { dialog: Dialog; rows: readonly DiskRow[] } | undefined
  commands: NodeCommands
  /** The folders on the way to where one is, and that one. */
  from: readonly string[]
  onClose: () => void
  /** What was picked is no longer where it was. */
  onMoved: () => void
}
type OneProps = { rows: readonly DiskRow[]; onClose: () => void }
const idsOf = (rows: readonly DiskRow[]) => rows.map(({ id }) => id)

/** The dialog that a deed asks for. */
export function NodeDialogs({ asked, commands, from, onClose, onMoved }: DialogProps) {
  const t = useTexts(texts)
  if (!asked) return null
  const { dialog, rows } = asked
  const names = rows.length === 1 ? (rows[0]?.name ?? '') : t('things', { count: rows.length })
  switch (dialog) {
    case 'share':
      return (
        <Suspense fallback={null}>
          <ShareDialog nodes={rows} onClose={onClose} />
        </Suspense>
      )
    case 'move':
    case 'copy':
      return (
        <DiskFolderPicker
          title={t(dialog === 'move' ? 'moveOf' : 'copyOf', { name: names })}
          ok={t(dialog === 'move' ? 'moveHere' : 'copyHere')}
          not={idsOf(rows)}
          from={from}
          onCancel={onClose}
          onPick={({ id }) => {
            onClose()
            void commands[dialog](idsOf(rows), id).then((done) => done && dialog === 'move' && onMoved())
          }}
        />
      )
    case 'unzip':
      return (
        <DiskFolderPicker
          title={t('unzipOf', { name: names })}
          ok={t('unzipHere')}
          from={from}
          onCancel={onClose}
          onPick={({ id }) => {
            onClose()
            const [row] = rows
            if (row) void commands.unzip(row.id, id)
          }}
        />
      )
    case 'tags':
      return <TagDialog rows={rows} commands={commands} onClose={onClose} />
    case 'project':
      return <ToProject rows={rows} onClose={onClose} />
    case 'knowledge':
      return <ToKnowledge rows={rows} onClose={onClose} />
    case 'paper':
      return <ToPaper rows={rows} onClose={onClose} />
    case 'evidence':
      return <EvidenceDialog rows={rows} onClose={onClose} />
  }
}

function ToProject({ rows, onClose }: OneProps) {
  const t = useTexts(texts)
  const take = useCommand(diskFile.toProject, { quiet: true })
  return (
    <FormDialog<{ projectId: string }>
      open
      title={t('do_project')}
      initial={{}}
      submit={t('saveThere')}
      onClose={onClose}
      onSubmit={async ({ projectId }) => {
        const { added } = await take.mutateAsync({ ids: idsOf(rows), projectId })
        say(t(added < rows.length ? 'toProjectSome' : 'toProjectDone', { count: added, rest: rows.length - added }))
      }}
    >
      <p className="second disk-form-hint">{t('toProjectHint', { count: rows.length })}</p>
      <Form.Item name="projectId" label={t('project')} rules={[{ required: true, message: t('projectPlease') }]}>
        <ProjectSelect label={t('project')} />
      </Form.Item>
    </FormDialog>
  )
}

function ToKnowledge({ rows, onClose }: OneProps) {
  const t = useTexts(texts)
  const bases = useQuery(query(knowledge.bases, {}))
  const take = useCommand(diskFile.toKnowledge, { also: [knowledge.bases, knowledgeDoc.list], quiet: true })
  const open = (bases.data ?? []).filter(({ level }) => level >= baseLevel.add)
  return (
    <FormDialog<{ baseId: string }>
      open
      title={t('do_knowledge')}
      initial={{}}
      submit={t('addThere')}
      onClose={onClose}
      onSubmit={async ({ baseId }) => {
        const { added, duplicates, jobId } = await take.mutateAsync({ ids: idsOf(rows), baseId })
        if (jobId) watchJob(jobId)
        say(t(duplicates > 0 ? 'toKnowledgeSome' : 'toKnowledgeDone', { count: added, duplicates }))
      }}
    >
      <p className="second disk-form-hint">{t('toKnowledgeHint', { count: rows.length })}</p>
      <Form.Item name="baseId" label={t('base')} rules={[{ required: true, message: t('basePlease') }]}>
        <Select
          aria-label={t('base')}
          loading={bases.isFetching}
          notFoundContent={t('noBase')}
          options={open.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
    </FormDialog>
  )
}

function ToPaper({ rows, onClose }: OneProps) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const take = useCommand(diskFile.toPaper, { quiet: true })
  const [row] = rows
  return (
    <FormDialog<{ projectId: string }>
      open
      title={t('do_paper')}
      initial={{}}
      submit={t('openThere')}
      onClose={onClose}
      onSubmit={async ({ projectId }) => {
        if (!row) return
        const { fileId, name } = await take.mutateAsync({ id: row.id, projectId })
        say(t('toPaperDone', { name }))
        void navigate(`/luckysheet/index?${new URLSearchParams({ fileId, fileName: name }).toString()}`)
      }}
    >
      <p className="second disk-form-hint">{t('toPaperHint', { name: row?.name ?? '' })}</p>
      <Form.Item name="projectId" label={t('project')} rules={[{ required: true, message: t('projectPlease') }]}>
        <ProjectSelect label={t('project')} />
      </Form.Item>
    </FormDialog>
  )
}
