import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Button, Drawer } from 'antd'
import { type DragEvent, useRef, useState } from 'react'
import { VOUCHER_FILE, voucherAttachment, type WaitingFile } from '#contract/voucher-attachment.ts'
import { queries, query, useCommand } from '#web/kernel/api.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { dropUpload, startUpload } from '#web/kernel/uploads.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { moneyText } from '#web/kit/money-text.ts'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { texts } from './texts.ts'
import { acceptedFiles } from './VoucherAttachments.tsx'
import './voucher-files.css'

const tones: Record<WaitingFile['match'], Tone> = { sure: 'good', several: 'waiting', none: 'bad', unread: 'waiting' }

type BatchProps = { projectId: string; open: boolean; onClose: () => void }

/** Many documents at once: they go up, their names say what they match, a person confirms. */
export function BatchAttach({ projectId, open, onClose }: BatchProps) {
  const t = useTexts(texts)
  return (
    <Drawer title={t('batch')} open={open} onClose={onClose} size={Math.min(960, window.innerWidth)} destroyOnHidden>
      <Waiting projectId={projectId} />
    </Drawer>
  )
}

function Waiting({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const waiting = useQuery(query(voucherAttachment.waiting, { projectId }))
  const attach = useCommand(voucherAttachment.attach)
  const discard = useCommand(voucherAttachment.discard)
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const files = waiting.data?.files ?? []
  // what the name means beyond doubt is taken; anything else a person chooses
  const keyOf = ({ fileId, match, vouchers }: WaitingFile) =>
    chosen[fileId] ?? (match === 'sure' ? (vouchers[0]?.key ?? '') : '')
  const ready = files.filter((one) => keyOf(one) !== '')

  const attachAll = () =>
    attach.mutate(
      { projectId, items: ready.slice(0, 500).map((one) => ({ fileId: one.fileId, voucherKey: keyOf(one).trim() })) },
      {
        onSuccess: ({ attached, alreadyThere }) => {
          say(t('attached', { count: attached }))
          if (alreadyThere.length > 0) say(t('alreadyThere', { names: alreadyThere.join(listMark()) }))
        },
      },
    )
  const throwAway = async ({ fileId, name }: WaitingFile) => {
    if (await confirm({ says: t('discardAsk', { name }), ok: t('discard') })) discard.mutate({ projectId, fileId })
  }
  const columns: Column<WaitingFile>[] = [
    { key: 'name', title: t('file') },
    {
      key: 'match',
      title: t('match'),
      width: 150,
      render: ({ match }) => <StatusTag tone={tones[match]}>{t(match === 'none' ? 'noneFound' : match)}</StatusTag>,
    },
    {
      key: 'voucher',
      title: t('voucher'),
      width: 340,
      render: (one) => (
        <AutoComplete
          style={{ width: '100%' }}
          aria-label={t('pickOf', { name: one.name })}
          placeholder={one.match === 'several' ? t('pick') : t('typeKey')}
          value={keyOf(one)}
          onChange={(key: string) => setChosen((before) => ({ ...before, [one.fileId]: key }))}
          options={one.vouchers.map(({ key, date, summary, amount }) => ({
            value: key,
            label: `${key} · ${date} · ${summary} · ${moneyText(amount).text}`,
          }))}
          popupMatchSelectWidth={false}
        />
      ),
    },
    {
      key: 'discard',
      title: '',
      width: 80,
      render: (one) => (
        <Button
          size="small"
          type="text"
          aria-label={t('discardOf', { name: one.name })}
          onClick={() => void throwAway(one)}
        >
          {t('discard')}
        </Button>
      ),
    },
  ]
  return (
    <>
      <Drop projectId={projectId} />
      <DataTable<WaitingFile>
        name={t('batch')}
        rows={waiting.data?.files}
        rowKey={({ fileId }) => fileId}
        columns={columns}
        fault={waiting.error}
        retry={waiting.refetch}
        empty={{ says: t('nothingWaits') }}
        dense
      />
      {waiting.data && waiting.data.total > files.length && (
        <p className="third">{t('more', { count: waiting.data.total - files.length })}</p>
      )}
      <div className="dialog-buttons">
        <Button type="primary" disabled={ready.length === 0} loading={attach.isPending} onClick={attachAll}>
          {t('attach', { count: ready.length })}
        </Button>
      </div>
    </>
  )
}

function Drop({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const [over, setOver] = useState(false)
  const [sending, setSending] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const sendOne = async (chosen: File) => {
    setSending((count) => count + 1)
    const sent = await startUpload(chosen, { purpose: VOUCHER_FILE, ownerId: projectId })
    setSending((count) => count - 1)
    // what failed stays in the tray, with the reason
    if (sent.state === 'done') dropUpload(sent.id)
    await queries.invalidateQueries({ queryKey: ['voucherAttachment'] })
  }
  const send = (files: Iterable<File>) => {
    for (const chosen of files) void sendOne(chosen)
  }
  return (
    <div
      className="voucher-files-add"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        send(event.dataTransfer.files)
      }}
    >
      <Button loading={sending > 0} onClick={() => input.current?.click()}>
        {t(sending > 0 ? 'sending' : 'choose')}
      </Button>
      <span className="second">{t('batchHint')}</span>
      <span className="third">{t('kinds')}</span>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptedFiles}
        aria-label={t('choose')}
        onChange={({ target }) => {
          send([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </div>
  )
}
