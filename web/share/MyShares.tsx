import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Pagination, Segmented } from 'antd'
import { useState } from 'react'
import { share, type ShareRow, type ShareState } from '#contract/share.ts'
import { copyText } from '#web/chat/copy-text.ts'
import { call, query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { ACTIONS } from '#web/kit/list-columns.ts'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { ShareLog } from './ShareLog.tsx'
import { ShareSettings } from './ShareSettings.tsx'
import { texts } from './texts.ts'
import './share.css'

const SIZE = 20
const tones: Record<ShareState, Tone> = {
  active: 'good',
  expired: 'plain',
  exhausted: 'waiting',
  revoked: 'plain',
  lost: 'bad',
}
type Asked = { what: 'log' | 'edit'; of: ShareRow }

/** The links one has made (我的分享), for whoever administers them everybody's. */
export function MyShares() {
  const t = useTexts(texts)
  const may = useMay()
  const confirm = useConfirmDanger()
  const revoke = useCommand(share.revoke)
  const [all, setAll] = useState<'0' | '1'>('0')
  const [current, setCurrent] = useState(1)
  const [asked, setAsked] = useState<Asked>()
  const rows = useQuery({
    ...query(share.list, { all, current, size: SIZE, descs: 'createTime' }),
    placeholderData: keepPreviousData,
  })
  const copy = async ({ id }: ShareRow) => {
    try {
      const { path } = await call(share.link, { id })
      if (await copyText(location.origin + path)) say(t('copied'))
      else say(t('notCopied'))
    } catch (fault) {
      complain(fault)
    }
  }
  const end = async ({ id, title }: ShareRow) => {
    if (!(await confirm({ says: t('revokeSure', { title }), ok: t('revoke') }))) return
    revoke.mutate({ ids: id }, { onSuccess: () => say(t('revoked')) })
  }
  const columns: Column<ShareRow>[] = [
    {
      key: 'title',
      title: t('linkTitle'),
      render: ({ title, mode, hasPassword }) => (
        <span className="share-row-title">
          <span>{title}</span>
          <span className="third">{[t(`mode_${mode}`), hasPassword && t('locked')].filter(Boolean).join(' · ')}</span>
        </span>
      ),
    },
    {
      key: 'state',
      title: t('state'),
      width: 120,
      render: ({ state, lockedUntil }) =>
        state === 'active' && lockedUntil ? (
          <StatusTag tone="bad">{t('lockedUntil', { time: lockedUntil.slice(5, 16) })}</StatusTag>
        ) : (
          <StatusTag tone={tones[state]}>{t(`state_${state}`)}</StatusTag>
        ),
    },
    {
      key: 'used',
      title: t('used'),
      width: 110,
      amount: true,
      render: ({ usedCount, maxCount }) => (
        <span className="number">{maxCount === null ? usedCount : `${usedCount} / ${maxCount}`}</span>
      ),
    },
    { key: 'views', title: t('views'), width: 84, amount: true },
    { key: 'expireDay', title: t('expireDay'), width: 120, render: ({ expireDay }) => expireDay ?? '–' },
    { key: 'lastTime', title: t('lastTime'), width: 140, render: ({ lastTime }) => lastTime?.slice(0, 16) ?? '–' },
    ...(all === '1' ? [{ key: 'createUserName', title: t('createUserName'), width: 90, cut: true }] : []),
    {
      key: ACTIONS,
      title: '',
      width: 290,
      fixed: 'end',
      render: (row) => (
        <span className="row-actions">
          {row.state !== 'revoked' && (
            <>
              <Button type="link" size="small" onClick={() => void copy(row)}>
                {t('copyLink')}
              </Button>
              <Button type="link" size="small" onClick={() => setAsked({ what: 'edit', of: row })}>
                {t('edit')}
              </Button>
            </>
          )}
          <Button type="link" size="small" onClick={() => setAsked({ what: 'log', of: row })}>
            {t('log')}
          </Button>
          {row.state !== 'revoked' && (
            <Button type="link" size="small" danger onClick={() => void end(row)}>
              {t('revoke')}
            </Button>
          )}
        </span>
      ),
    },
  ]
  const close = () => setAsked(undefined)
  const total = rows.data?.total ?? 0
  return (
    <div className="list">
      {may('share.manage') && (
        <Segmented
          value={all}
          aria-label={t('myShares')}
          onChange={(value) => {
            setAll(value)
            setCurrent(1)
          }}
          options={[
            { value: '0' as const, label: t('myShares') },
            { value: '1' as const, label: t('allShares') },
          ]}
        />
      )}
      <DataTable<ShareRow>
        name={t('myShares')}
        rows={rows.data?.records}
        columns={columns}
        rowKey={({ id }) => id}
        fault={rows.error}
        retry={rows.refetch}
        empty={{ says: t('noShares') }}
      />
      {total > SIZE && (
        <Pagination current={current} pageSize={SIZE} total={total} showSizeChanger={false} onChange={setCurrent} />
      )}
      {asked?.what === 'log' && <ShareLog of={asked.of} onClose={close} />}
      {asked?.what === 'edit' && <ShareSettings of={asked.of} onClose={close} />}
    </div>
  )
}
