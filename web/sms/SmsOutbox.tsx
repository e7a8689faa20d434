import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { sms, type SmsFault, smsFaults, type SmsLog, smsScenes, type SmsState, smsStates } from '#contract/sms.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { type Column } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { texts } from './texts.ts'

const tones: Record<SmsState, Tone> = {
  queued: 'waiting',
  sending: 'active',
  sent: 'good',
  delivered: 'good',
  failed: 'bad',
  skipped: 'plain',
}
const isFault = (fault: string): fault is SmsFault => smsFaults.some((one) => one === fault)
const isScene = (scene: string) => smsScenes.find((one) => one === scene)

/** What was sent: phones masked, words only where the local channel wrote them. */
export function SmsOutbox() {
  const t = useTexts(texts)
  const view = useListView({ sort: { field: 'createTime', down: true } })
  const rows = useQuery({ ...pageQuery(sms.log, view.input), refetchInterval: 15_000 })
  const why = ({ state, fault, detail }: SmsLog) => {
    if (state === 'skipped') return t('skippedWhy')
    const said = isFault(fault) ? t(`fault.${fault}`) : ''
    return [said, detail].filter(Boolean).join(' · ')
  }
  const scene = (row: SmsLog) => {
    const known = isScene(row.scene)
    return known ? t(known) : row.scene
  }
  const columns: Column<SmsLog>[] = [
    { key: 'createTime', title: t('createTime'), width: 172, sortable: true },
    { key: 'phone', title: t('phone'), width: 124, render: (row) => <span className="number">{row.phone}</span> },
    { key: 'scene', title: t('scene'), width: 110, render: scene },
    {
      key: 'state',
      title: t('status'),
      width: 110,
      render: (row) => <StatusTag tone={tones[row.state]}>{t(row.state)}</StatusTag>,
    },
    {
      key: 'text',
      title: t('text'),
      label: t('text'),
      render: (row) => <span className="sms-words">{row.text || why(row)}</span>,
    },
    { key: 'channelName', title: t('channel'), width: 140, cut: true, render: (row) => row.channelName || t('local') },
    { key: 'providerId', title: t('result'), width: 160, cut: true, hidden: true },
  ]
  return (
    <List
      name={t('outbox')}
      view={view}
      rows={rows}
      columns={columns}
      rowKey={(row) => row.id}
      pageKey="smsLog"
      search={[
        {
          filter: 'state_equal',
          label: t('status'),
          options: smsStates.map((value) => ({ value, label: t(value) })),
        },
        {
          filter: 'scene_equal',
          label: t('scene'),
          options: smsScenes.map((value) => ({ value, label: t(value) })),
        },
        { filter: 'phone', label: t('phone') },
      ]}
      empty={{ says: t('noMessages'), action: <Button onClick={() => void rows.refetch()}>{t('refresh')}</Button> }}
    />
  )
}
