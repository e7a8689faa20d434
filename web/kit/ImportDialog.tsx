import { InboxOutlined } from '@ant-design/icons'
import { Alert, Button, Modal, Upload } from 'antd'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { file } from '#contract/file.ts'
import { ImportResult, list as contract } from '#contract/list.ts'
import { job, type Job } from '#contract/system.ts'
import { download, useCommand } from '#web/kernel/api.ts'
import { ask } from '#web/kernel/gateway.ts'
import { isRunning, useJob } from '#web/kernel/jobs.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { CallError } from '#web/kernel/transport.ts'
import { type Column, DataTable } from './DataTable.tsx'
import { JobProgress } from './JobProgress.tsx'
import { Bones } from './StateView.tsx'
import { StatusTag, type Tone } from './StatusTag.tsx'
import { listTexts as texts } from './list-texts.ts'
import './list-kit.css'

type ImportDialogProps = {
  /** The name the list's import is registered under. */
  list: string
  /** What the list is called. */
  name: string
  /** A file that was checked before, to go on with. */
  checkJobId?: string
  onDone?: () => void
  onClose: () => void
}

/** Sends the file; it is checked in a job, and nothing is changed. */
async function send(list: string, chosen: File): Promise<string> {
  const form = new FormData()
  form.set('list', list)
  form.set('file', chosen)
  const started = contract.import.output.parse(await ask({ method: 'POST', path: contract.import.path, body: form }))
  return started.jobId
}

/**
 * Template, upload, dry run with counts and reasons, confirmation, import. Closing the dialog stops nothing: the task drawer leads
 * back to what was checked.
 */
export function ImportDialog({ list, name, checkJobId, onDone, onClose }: ImportDialogProps) {
  const t = useTexts(texts)
  const cache = useQueryClient()
  const [checkId, setCheckId] = useState(checkJobId)
  const [takeId, setTakeId] = useState<string>()
  const [refusal, setRefusal] = useState('')
  const [sending, setSending] = useState(false)
  const check = useJob(checkId)
  const confirm = useCommand(contract.confirm, { quiet: true, also: [job.list] })
  const done = (ended: Job) => {
    if (ended.state !== 'succeeded') return
    const { newRows = 0, updates = 0 } = ended.result
    say(t('importDone', { newRows: Number(newRows), updates: Number(updates) }))
    onDone?.()
    onClose()
  }
  const take = useJob(takeId, done)
  const again = () => {
    setCheckId(undefined)
    setTakeId(undefined)
    setRefusal('')
  }
  const upload = async (chosen: File) => {
    setSending(true)
    setRefusal('')
    try {
      setCheckId(await send(list, chosen))
      void cache.invalidateQueries({ queryKey: ['job'] })
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault
      setRefusal(fault.message)
    } finally {
      setSending(false)
    }
  }
  const start = async (rightRows: boolean) => {
    if (!checkId) return
    setRefusal('')
    await confirm.mutateAsync({ jobId: checkId, rightRows }).then(
      ({ jobId }) => setTakeId(jobId),
      (fault: unknown) => setRefusal(fault instanceof CallError ? fault.message : ''),
    )
  }
  const found = check?.state === 'succeeded' ? ImportResult.safeParse(check.result).data : undefined
  const taking = takeId !== undefined && (take === undefined || isRunning(take))
  const right = found ? found.newRows + found.updates : 0
  const buttons = found && !taking && (
    <div className="dialog-buttons">
      <Button onClick={again}>{t('importOther')}</Button>
      {found.errors === 0 && (
        <Button type="primary" loading={confirm.isPending} onClick={() => void start(false)}>
          {t('importTake', { count: right })}
        </Button>
      )}
      {found.errors > 0 && found.partly && right > 0 && (
        <Button type="primary" loading={confirm.isPending} onClick={() => void start(true)}>
          {t('importTakeRight', { count: right })}
        </Button>
      )}
    </div>
  )
  return (
    <Modal
      open
      title={t('importOf', { name })}
      width={880}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={buttons || null}
    >
      <div className="import-steps">
        {refusal && <Alert type="error" title={refusal} showIcon />}
        {!checkId && <Choose list={list} busy={sending} onChoose={(chosen) => void upload(chosen)} />}
        {checkId && !check && <Bones lines={4} />}
        {check && !found && !takeId && <JobProgress of={check} />}
        {check && !found && !isRunning(check) && <Button onClick={again}>{t('importOther')}</Button>}
        {take && (isRunning(take) || take.state !== 'succeeded') && <JobProgress of={take} />}
        {found && !taking && <Found of={found} />}
      </div>
    </Modal>
  )
}

function Choose({ list, busy, onChoose }: { list: string; busy: boolean; onChoose: (chosen: File) => void }) {
  const t = useTexts(texts)
  const template = () =>
    void download(contract.template, { list }, 'template.xlsx').catch((fault: unknown) => complain(fault))
  return (
    <>
      <Upload.Dragger
        accept=".xlsx,.xls,.csv,.et"
        showUploadList={false}
        disabled={busy}
        maxCount={1}
        beforeUpload={(chosen) => {
          onChoose(chosen)
          return false
        }}
      >
        <p>
          <InboxOutlined style={{ fontSize: 28, color: 'var(--jade)' }} />
        </p>
        <p>{t('importDrop')}</p>
        <p className="third">{t('importKinds')}</p>
      </Upload.Dragger>
      <div>
        <Button type="link" style={{ paddingInline: 0 }} onClick={template}>
          {t('importTemplate')}
        </Button>
      </div>
    </>
  )
}

type Checked = ImportResult['shown'][number]
const tones: Record<Checked['state'], Tone> = { new: 'good', update: 'active', error: 'bad' }
const says = { new: 'importNew', update: 'importUpdate', error: 'importError' } as const

/** What the dry run has found. */
function Found({ of }: { of: ImportResult }) {
  const t = useTexts(texts)
  const { errorFileId } = of
  const columns: Column<Checked>[] = [
    { key: 'row', title: t('importRow'), width: 64, align: 'right' },
    {
      key: 'state',
      title: t('importState'),
      width: 104,
      render: ({ state }) => <StatusTag tone={tones[state]}>{t(says[state])}</StatusTag>,
    },
    ...(of.errors > 0
      ? [
          {
            key: 'reasons',
            title: t('importReason'),
            width: 260,
            render: ({ reasons }: Checked) => <span className="import-reasons">{reasons.join(t('listJoin'))}</span>,
          },
        ]
      : []),
    ...of.heads.flatMap((head, at) =>
      head === ''
        ? []
        : [{ key: `cell${at}`, title: head, width: 160, cut: true, render: ({ cells }: Checked) => cells[at] ?? '' }],
    ),
  ]
  return (
    <>
      <dl className="import-counts">
        <div data-file>
          <dt>{of.fileName}</dt>
          <dd>{t('importFound', { count: of.rows })}</dd>
        </div>
        {(['newRows', 'updates', 'errors'] as const).map((key) => (
          <div key={key} data-bad={(key === 'errors' && of.errors > 0) || undefined}>
            <dt>{t(says[key === 'newRows' ? 'new' : key === 'updates' ? 'update' : 'error'])}</dt>
            <dd>{of[key]}</dd>
          </div>
        ))}
      </dl>
      {of.unknown.length > 0 && (
        <p className="second">{t('importUnknown', { heads: of.unknown.join(t('wordJoin')) })}</p>
      )}
      {of.errors > 0 && !of.partly && <p>{t('importWhole')}</p>}
      {errorFileId && (
        <div>
          <Button
            onClick={() =>
              void download(file.download, { id: errorFileId }, 'errors.xlsx').catch((fault: unknown) =>
                complain(fault),
              )
            }
          >
            {t('downloadErrors')}
          </Button>
        </div>
      )}
      <DataTable<Checked>
        name={of.fileName}
        rows={of.shown}
        columns={columns}
        rowKey={({ row }) => String(row)}
        height={320}
        dense
      />
      {of.rows > of.shown.length && <p className="third">{t('importShown', { count: of.shown.length })}</p>}
    </>
  )
}
