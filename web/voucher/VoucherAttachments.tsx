import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { type DragEvent, useRef, useState } from 'react'
import { file as stored } from '#contract/file.ts'
import {
  attachmentKinds,
  VOUCHER_FILE,
  type VoucherAttachment,
  voucherAttachment,
} from '#contract/voucher-attachment.ts'
import { download, query, useCommand } from '#web/kernel/api.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { dropUpload, startUpload } from '#web/kernel/uploads.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { sizeText } from '#web/ledger/size-text.ts'
import { viewerPath } from '../viewer/viewer-path.ts'
import { AttachmentPreview } from './AttachmentPreview.tsx'
import { previewType } from './preview-kind.ts'
import { texts } from './texts.ts'
import './voucher-files.css'

/** What a file dialog offers. */
export const acceptedFiles = attachmentKinds.map((kind) => `.${kind}`).join(',')
type PartProps = { projectId: string; voucherKey: string }

/** The documents behind a voucher: look at them, add, take off with a reason. */
export function VoucherAttachments({ projectId, voucherKey }: PartProps) {
  const t = useTexts(texts)
  const may = useMay()
  const found = useQuery(query(voucherAttachment.list, { projectId, voucherKey }))
  const [shown, show] = useState<VoucherAttachment | null>(null)
  const [taking, take] = useState<VoucherAttachment | null>(null)
  const mayEdit = may('ledger.import')
  return (
    <section className="voucher-files" aria-label={t('attachments')}>
      <StateView of={found} shape={<Bones lines={2} />}>
        {(all) => {
          const standing = all.filter(({ removedTime }) => removedTime === '')
          const removed = all.filter(({ removedTime }) => removedTime !== '')
          return (
            <>
              <h3>{t('attachmentsOf', { count: standing.length })}</h3>
              {standing.length === 0 && <p className="third">{t('none')}</p>}
              <ul>
                {standing.map((one) => (
                  <FileRow key={one.id} of={one} onShow={show} {...(mayEdit && { onTake: take })} />
                ))}
              </ul>
              {removed.length > 0 && (
                <details>
                  <summary className="third">{t('removedOnes', { count: removed.length })}</summary>
                  <ul>
                    {removed.map((one) => (
                      <FileRow key={one.id} of={one} onShow={show} />
                    ))}
                  </ul>
                </details>
              )}
            </>
          )
        }}
      </StateView>
      {mayEdit && <AddFiles projectId={projectId} voucherKey={voucherKey} />}
      <AttachmentPreview of={shown} onClose={() => show(null)} />
      {taking && <TakeOff key={taking.id} projectId={projectId} of={taking} onClose={() => take(null)} />}
    </section>
  )
}

type RowProps = {
  of: VoucherAttachment
  onShow: (one: VoucherAttachment) => void
  onTake?: (one: VoucherAttachment) => void
}

function FileRow({ of: one, onShow, onTake }: RowProps) {
  const t = useTexts(texts)
  const { fileId, name, size, createUserName, createTime, removedUserName, removedTime, removedReason } = one
  return (
    <li>
      <span className="voucher-file-name" data-removed={removedTime !== '' || undefined}>
        {name}
      </span>
      <span className="voucher-file-acts no-print">
        {previewType(name) && (
          <Button size="small" type="link" aria-label={t('previewOf', { name })} onClick={() => onShow(one)}>
            {t('preview')}
          </Button>
        )}
        <Button
          size="small"
          type="link"
          aria-label={t('viewOf', { name })}
          href={viewerPath({ fileId, name })}
          target="_blank"
          rel="noopener"
        >
          {t('view')}
        </Button>
        <Button
          size="small"
          type="link"
          aria-label={t('downloadOf', { name })}
          onClick={() => void download(stored.download, { id: fileId }, name).catch(() => undefined)}
        >
          {t('download')}
        </Button>
        {onTake && (
          <Button size="small" type="text" aria-label={t('removeOf', { name })} onClick={() => onTake(one)}>
            {t('remove')}
          </Button>
        )}
      </span>
      <span className="third">
        {removedTime === ''
          ? `${sizeText(size)} · ${createUserName} · ${createTime}`
          : t('removedBy', { who: removedUserName, time: removedTime, reason: removedReason })}
      </span>
    </li>
  )
}

/** Uploads what is dropped or chosen and hangs each on the voucher as it arrives. */
function AddFiles({ projectId, voucherKey }: PartProps) {
  const t = useTexts(texts)
  const attach = useCommand(voucherAttachment.attach)
  const [sending, setSending] = useState(0)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const sendOne = async (chosen: File) => {
    setSending((count) => count + 1)
    try {
      const sent = await startUpload(chosen, { purpose: VOUCHER_FILE, ownerId: projectId })
      // the tray says why it failed
      if (sent.state !== 'done') return
      dropUpload(sent.id)
      const { attached, alreadyThere } = await attach.mutateAsync({
        projectId,
        items: [{ fileId: sent.fileId, voucherKey }],
      })
      say(
        attached > 0 ? t('attached', { count: attached }) : t('alreadyThere', { names: alreadyThere.join(listMark()) }),
      )
    } catch {
      // said in a toast by the command
    } finally {
      setSending((count) => count - 1)
    }
  }
  const send = (files: Iterable<File>) => {
    for (const chosen of files) void sendOne(chosen)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    send(event.dataTransfer.files)
  }
  return (
    <div
      className="voucher-files-add no-print"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Button size="small" loading={sending > 0} onClick={() => input.current?.click()}>
        {t(sending > 0 ? 'sending' : 'add')}
      </Button>
      <span className="third">
        {t('dropHere')} · {t('kinds')}
      </span>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptedFiles}
        aria-label={t('add')}
        onChange={({ target }) => {
          send([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </div>
  )
}

function TakeOff({ projectId, of, onClose }: { projectId: string; of: VoucherAttachment; onClose: () => void }) {
  const t = useTexts(texts)
  const remove = useCommand(voucherAttachment.remove, { quiet: true })
  return (
    <FormDialog<{ reason: string }>
      open
      title={t('removeTitle')}
      initial={{ reason: '' }}
      submit={t('remove')}
      onSubmit={({ reason }) => remove.mutateAsync({ projectId, id: of.id, reason })}
      onClose={onClose}
    >
      <p>{t('removeHint', { name: of.name })}</p>
      <Form.Item
        name="reason"
        label={t('removeReason')}
        rules={[{ required: true, whitespace: true, message: t('reasonMissing') }]}
      >
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
    </FormDialog>
  )
}
