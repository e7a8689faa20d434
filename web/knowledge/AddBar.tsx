import { UploadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { type DragEvent, lazy, Suspense, useRef, useState } from 'react'
import { diskFile } from '#contract/disk-file.ts'
import { knowledgeDoc } from '#contract/knowledge-doc.ts'
import { knowledge, type KnowledgeBase } from '#contract/knowledge.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { watchJob } from '#web/kit/watch-job.ts'
import { AddTextsForm } from './AddTextsForm.tsx'
import { ImportForm } from './ImportForm.tsx'
import { LawForm } from './LawForm.tsx'
import { texts } from './texts.ts'
import { useAddFiles } from './use-add-files.ts'

const DiskFilePicker = lazy(async () => ({ default: (await import('../toolbox/DiskFilePicker.tsx')).DiskFilePicker }))

type Form = 'disk' | 'project' | 'law' | 'texts'
/** Any kind of file may be tried: what cannot be read is said of it. */
const anyKind: readonly string[] = []

/** Ways for documents into a base: upload and drag, the disk, a project, articles, another program; and its vectors. */
export function AddBar({ base }: { base: KnowledgeBase }) {
  const t = useTexts(texts)
  const may = useMay()
  const uploads = may('docFile.add')
  const { add, busy } = useAddFiles(base.id)
  const vectors = useCommand(knowledgeDoc.vectors)
  const fromDisk = useCommand(diskFile.toKnowledge, { also: [knowledge.bases, knowledgeDoc.list] })
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [form, setForm] = useState<Form>()
  const drop = (event: DragEvent) => {
    if (!uploads) return
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length) void add(files)
  }
  const build = () =>
    vectors.mutate(
      { baseId: base.id },
      {
        onSuccess: ({ jobId }) => {
          say(t('vectorsBegun'))
          watchJob(jobId)
        },
      },
    )
  const take = async (ids: string[]) => {
    setForm(undefined)
    const { added, duplicates, jobId } = await fromDisk.mutateAsync({ ids, baseId: base.id })
    if (jobId) watchJob(jobId)
    say(t(duplicates > 0 ? 'fromDiskSome' : 'added', { count: added, duplicates }))
  }
  const more = [
    ...(uploads && may('disk.use') ? [{ key: 'disk', label: t('addFromDisk'), onClick: () => setForm('disk') }] : []),
    ...(may('docFile.import')
      ? [{ key: 'project', label: t('importProject'), onClick: () => setForm('project') }]
      : []),
    ...(may('docFile.batch')
      ? [
          ...(base.kind === 'law' ? [{ key: 'law', label: t('importLaw'), onClick: () => setForm('law') }] : []),
          { key: 'texts', label: t('addTexts'), onClick: () => setForm('texts') },
          { key: 'vectors', label: t('vectors'), onClick: build },
        ]
      : []),
  ]
  return (
    <div
      className="kb-drop"
      data-over={over || undefined}
      data-still={!uploads || undefined}
      onDragOver={(event) => {
        if (!uploads) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('upload')}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length) void add(files)
        }}
      />
      {uploads && (
        <>
          <Button type="primary" icon={<UploadOutlined />} loading={!!busy} onClick={() => input.current?.click()}>
            {t('upload')}
          </Button>
          <span className="second" aria-live="polite">
            {busy ? t('uploading', busy) : `${t('drop')} · ${t('dropKinds')}`}
          </span>
        </>
      )}
      {more.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items: more }}>
          <Button>{t('more')}</Button>
        </Dropdown>
      )}
      {form === 'disk' && (
        <Suspense>
          <DiskFilePicker
            accept={anyKind}
            onCancel={() => setForm(undefined)}
            onPick={(files) => void take(files.map(({ id }) => id)).catch(() => undefined)}
          />
        </Suspense>
      )}
      <ImportForm open={form === 'project'} base={base} onClose={() => setForm(undefined)} />
      <LawForm open={form === 'law'} base={base} onClose={() => setForm(undefined)} />
      <AddTextsForm open={form === 'texts'} base={base} onClose={() => setForm(undefined)} />
    </div>
  )
}
