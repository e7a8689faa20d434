import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { type Notice, notice, noticeCategories, noticeStates } from '#contract/notice.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirm, useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { chinaNow } from './china-now.ts'
import { NoticeForm } from './NoticeForm.tsx'
import { NoticeReaders } from './NoticeReaders.tsx'
import { texts } from './notice-texts.ts'

/** What a notice is just now: its state, read against the clock. */
function standing({ state, releaseTime, expireTime }: Notice): [keyof typeof texts, Tone] {
  const now = chinaNow()
  if (state === 'draft') return ['draft', 'plain']
  if (state === 'withdrawn') return ['withdrawn', 'plain']
  if (releaseTime !== null && releaseTime > now) return ['waiting', 'waiting']
  return expireTime !== null && expireTime <= now ? ['expired', 'plain'] : ['released', 'good']
}

/** /system/notice: notices for whoever writes them. */
export function NoticePage() {
  const t = useTexts(texts)
  const view = useListView()
  const rows = useQuery(pageQuery(notice.list, view.input))
  const [form, setForm] = useState<{ of?: Notice } | undefined>()
  const [readers, setReaders] = useState<Notice | undefined>()
  const columns: Column<Notice>[] = [
    { key: 'title', title: t('title'), cut: true },
    { key: 'category', title: t('category'), width: 124, render: (row) => t(row.category) },
    { key: 'scope', title: t('scope'), width: 110, render: (row) => t(row.scope) },
    {
      key: 'state',
      title: t('state'),
      width: 104,
      render: (row) => {
        const [word, tone] = standing(row)
        return <StatusTag tone={tone}>{t(word)}</StatusTag>
      },
    },
    {
      key: 'readCount',
      title: t('read'),
      width: 96,
      align: 'right',
      render: (row) =>
        row.state === 'released' ? (
          <Button type="link" size="small" style={{ padding: 0 }} onClick={() => setReaders(row)}>
            {t('readOf', { read: row.readCount, all: row.audience })}
          </Button>
        ) : (
          ''
        ),
    },
    { key: 'releaseTime', title: t('releaseTime'), width: 172, sortable: true },
    { key: 'createUserName', title: t('maker'), width: 92, cut: true },
    { key: 'updateTime', title: t('updateTime'), width: 172, sortable: true, hidden: true },
    {
      key: 'actions',
      title: t('actions'),
      width: 170,
      fixed: 'end',
      render: (row) => <RowActions row={row} onEdit={(of) => setForm({ of })} />,
    },
  ]
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
      {t('newNotice')}
    </Button>
  )
  const choices = <const T extends keyof typeof texts>(values: readonly T[]) =>
    values.map((value) => ({ value, label: t(value) }))
  return (
    <>
      <ListPage
        title={t('notices')}
        pageKey="notice"
        action={add}
        onNew={() => setForm({})}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={[
          { filter: 'title', label: t('title'), width: 220 },
          { filter: 'category_equal', label: t('category'), options: choices(noticeCategories), width: 130 },
          { filter: 'state_equal', label: t('state'), options: choices(noticeStates), width: 130 },
        ]}
        empty={{ says: t('noNotices'), action: add }}
      />
      <NoticeForm open={form !== undefined} of={form?.of} onClose={() => setForm(undefined)} />
      {readers && <NoticeReaders of={readers} onClose={() => setReaders(undefined)} />}
    </>
  )
}

/** Says that it is done; a refusal was said in a toast. */
const did = (work: Promise<unknown>, says: string) =>
  work.then(
    () => say(says),
    () => undefined,
  )

function RowActions({ row, onEdit }: { row: Notice; onEdit: (row: Notice) => void }) {
  const t = useTexts(texts)
  const confirm = useConfirm()
  const destroy = useConfirmDanger()
  const release = useCommand(notice.release)
  const withdraw = useCommand(notice.withdraw)
  const remove = useCommand(notice.remove)
  const send = async () => {
    const says = t('releaseSure', { title: row.title, count: row.audience })
    if (await confirm({ says, ok: t('release') })) await did(release.mutateAsync({ id: row.id }), t('releasedSay'))
  }
  const takeBack = async () => {
    const says = t('withdrawSure', { title: row.title })
    if (await destroy({ says, ok: t('withdraw') })) await did(withdraw.mutateAsync({ id: row.id }), t('withdrawnSay'))
  }
  const away = async () => {
    const says = t('deleteSure', { title: row.title })
    if (await destroy({ says, ok: t('delete') })) await did(remove.mutateAsync({ ids: row.id }), t('deleted'))
  }
  if (row.state === 'released')
    return (
      <span className="row-actions">
        <Button type="link" size="small" onClick={() => void takeBack()}>
          {t('withdraw')}
        </Button>
      </span>
    )
  return (
    <span className="row-actions">
      <Button type="link" size="small" onClick={() => void send()}>
        {t('release')}
      </Button>
      <Button type="link" size="small" onClick={() => onEdit(row)}>
        {t('edit')}
      </Button>
      <Button type="link" size="small" onClick={() => void away()}>
        {t('delete')}
      </Button>
    </span>
  )
}
