import { UploadOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Input, Modal, Select } from 'antd'
import { useRef, useState } from 'react'
import { LONGEST_RESTORE, MASK_FILE, maskFile, type MaskedFile } from '#contract/mask-file.ts'
import { masking } from '#contract/masking.ts'
import { call, pageQuery, query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useSession } from '#web/kernel/session.ts'
import { dropUpload, startUpload } from '#web/kernel/uploads.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { Failing } from '#web/kit/StateView.tsx'
import { watchJob } from '#web/kit/watch-job.ts'
import { texts } from './texts.ts'

/** Files as masked copies to download, and what was made of a copy turned back. */
export function MaskFile() {
  const t = useTexts(texts)
  const view = useListView()
  const rows = useQuery(pageQuery(maskFile.list, view.input))
  const [restoring, restore] = useState<MaskedFile>()
  const columns: Column<MaskedFile>[] = [
    { key: 'name', title: t('fileName'), sortable: true, cut: true },
    { key: 'tokens', title: t('fileTokens'), width: 130 },
    { key: 'createTime', title: t('fileTime'), width: 188, sortable: true },
    {
      key: 'actions',
      title: t('actions'),
      width: 230,
      fixed: 'end',
      render: (row) => <FileActions row={row} onRestore={() => restore(row)} />,
    },
  ]
  return (
    <div className="masking">
      <div className="masking-force">
        <p className="second">{t('fileHint')}</p>
      </div>
      <NewFile />
      <List<MaskedFile>
        name={t('tabFile')}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        search={[{ filter: 'name', label: t('fileName'), width: 220 }]}
        empty={{ says: t('noFiles') }}
        onOpen={restore}
      />
      {restoring && <Restoring of={restoring} onClose={() => restore(undefined)} />}
    </div>
  )
}

/** One file of the disk, with the template it is masked by. */
function NewFile() {
  const t = useTexts(texts)
  const { userId } = useSession()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [templateId, choose] = useState('')
  const templates = useQuery(query(masking.list, { current: '1', size: '200' }))
  const start = useCommand(maskFile.start)
  const send = async (file: File) => {
    setBusy(true)
    const { id, state, error, fileId } = await startUpload(file, { purpose: MASK_FILE, ownerId: userId })
    if (state === 'done' && fileId !== undefined) {
      dropUpload(id)
      const answer = await start
        .mutateAsync({ fileId, ...(templateId && { templateId }) })
        // a refusal was said in a toast
        .catch(() => undefined)
      if (answer) watchJob(answer.jobId)
    } else say(t('fileFailed', { name: file.name, why: error }))
    setBusy(false)
  }
  return (
    <div className="masking-bar">
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('filePick')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void send(file)
        }}
      />
      <label htmlFor="mask-file-with">{t('tryWith')}</label>
      <Select
        id="mask-file-with"
        className="masking-choice"
        value={templateId}
        loading={templates.isPending}
        options={[
          { value: '', label: t('fileDefault') },
          ...(templates.data?.records ?? []).map(({ id, name, scope }) => ({
            value: id,
            label: `${name} · ${t(scope)}`,
          })),
        ]}
        onChange={choose}
      />
      <Button type="primary" icon={<UploadOutlined />} loading={busy} onClick={() => input.current?.click()}>
        {t('filePick')}
      </Button>
    </div>
  )
}

function FileActions({ row, onRestore }: { row: MaskedFile; onRestore: () => void }) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const start = useCommand(maskFile.start)
  const remove = useCommand(maskFile.remove)
  const destroy = async () => {
    if (!(await confirm({ says: t('fileRemoveSure', { name: row.name }), ok: t('remove') }))) return
    remove.mutate({ ids: row.id }, { onSuccess: () => say(t('removed')) })
  }
  return (
    <span
      className="row-actions"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      role="presentation"
    >
      <Button
        type="link"
        size="small"
        loading={start.isPending}
        onClick={() => start.mutate({ fileId: row.id }, { onSuccess: ({ jobId }) => watchJob(jobId) })}
      >
        {t('fileAgain')}
      </Button>
      <Button type="link" size="small" onClick={onRestore}>
        {t('fileRestore')}
      </Button>
      <Button type="link" size="small" onClick={() => void destroy()}>
        {t('remove')}
      </Button>
    </span>
  )
}

/** A text with the tokens of a file turned back. */
function Restoring({ of, onClose }: { of: MaskedFile; onClose: () => void }) {
  const t = useTexts(texts)
  const [text, setText] = useState('')
  const run = useMutation({ mutationFn: () => call(maskFile.restore, { fileId: of.id, text }) })
  return (
    <Modal
      open
      width={720}
      title={t('fileRestoreOf', { name: of.name })}
      okText={t('fileRestore')}
      cancelText={t('close')}
      okButtonProps={{ disabled: text.trim() === '', loading: run.isPending }}
      onOk={() => run.mutate()}
      onCancel={onClose}
    >
      <div className="masking-try">
        <label htmlFor="mask-restore">{t('fileRestoreHint')}</label>
        <Input.TextArea
          id="mask-restore"
          value={text}
          maxLength={LONGEST_RESTORE}
          autoSize={{ minRows: 5, maxRows: 12 }}
          onChange={({ target }) => setText(target.value)}
        />
        {run.isError && <Failing fault={run.error} />}
        {run.data && (
          <>
            <label htmlFor="mask-restored">{t('fileRestored')}</label>
            <Input.TextArea id="mask-restored" readOnly value={run.data.text} autoSize={{ minRows: 3, maxRows: 12 }} />
          </>
        )}
      </div>
    </Modal>
  )
}
