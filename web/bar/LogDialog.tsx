import { Button, Modal } from 'antd'
import { useState } from 'react'
import { auth } from '#contract/auth.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { dropEntries, type LogEntry, useLocalLog } from '#web/kernel/local-log.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirm, useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { texts } from './texts.ts'
import './bar.css'

const kinds: Partial<Record<string, keyof typeof texts>> = {
  error: 'logError',
  promise: 'logPromise',
  call: 'logCall',
  page: 'logPage',
}

/** What went wrong in this browser: to look at, to send to the server, to clear. */
export function LogDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts)
  const entries = useLocalLog((state) => state.entries)
  const confirm = useConfirm()
  const confirmDanger = useConfirmDanger()
  const upload = useCommand(auth.uploadLogs)
  const [open, setOpen] = useState('')
  const rows = entries.map((entry, at) => ({ ...entry, key: `${entry.time} ${at}` })).toReversed()
  const none = rows.length === 0

  const send = async () => {
    if (!(await confirm({ says: t('logsSendSure') }))) return
    const sent = [...entries]
    upload.mutate(
      { list: sent },
      {
        onSuccess: () => {
          dropEntries(sent)
          say(t('logsSent'))
        },
      },
    )
  }
  const clear = async () => {
    if (!(await confirmDanger({ says: t('logsClearSure'), ok: t('logsClear') }))) return
    dropEntries(entries)
    say(t('logsCleared'))
  }

  const kindOf = (type: string) => {
    const kind = kinds[type]
    return kind ? t(kind) : type
  }
  const columns: Column<LogEntry & { key: string }>[] = [
    { key: 'type', title: t('logType'), width: 80, render: ({ type }) => kindOf(type) },
    { key: 'url', title: t('logUrl'), width: 200, cut: true },
    { key: 'message', title: t('logContent'), render: ({ message, info }) => <Content {...{ message, info }} /> },
    {
      key: 'stack',
      title: t('logStack'),
      render: ({ key, stack }) => (
        <Stack stack={stack} open={open === key} onToggle={() => setOpen(open === key ? '' : key)} />
      ),
    },
    { key: 'time', title: t('logTime'), width: 172, render: ({ time }) => <span className="number">{time}</span> },
  ]

  return (
    <Modal
      title={t('localLogs')}
      open
      onCancel={onClose}
      width="min(1100px, 94vw)"
      footer={
        <div className="dialog-buttons">
          <Button danger disabled={none} onClick={() => void clear()}>
            {t('logsClear')}
          </Button>
          <Button type="primary" disabled={none} loading={upload.isPending} onClick={() => void send()}>
            {t('logsSend')}
          </Button>
        </div>
      }
    >
      <p className="second log-says">{t('logsSay')}</p>
      <div className="log-table">
        <DataTable
          name={t('localLogs')}
          rows={rows}
          columns={columns}
          rowKey={({ key }) => key}
          empty={{ says: t('logsEmpty') }}
          dense
        />
      </div>
    </Modal>
  )
}

function Content({ message, info }: Pick<LogEntry, 'message' | 'info'>) {
  return (
    <div className="log-text">
      {message}
      {info && <div className="third">{info}</div>}
    </div>
  )
}

/** The first line; the rest on a click. */
function Stack({ stack, open, onToggle }: { stack: string; open: boolean; onToggle: () => void }) {
  if (!stack) return '—'
  const [first = '', ...rest] = stack.split('\n')
  if (rest.length === 0) return <div className="log-text">{first}</div>
  return (
    <button type="button" className="plain-button log-text" aria-expanded={open} onClick={onToggle}>
      {open ? stack : first}
    </button>
  )
}
