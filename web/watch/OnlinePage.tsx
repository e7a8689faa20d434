import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { signInMethods } from '#contract/log.ts'
import { online, type OnlineSession } from '#contract/online.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay, useSession } from '#web/kernel/session.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { deviceName } from '#web/kit/device-name.ts'
import { texts } from './texts.ts'
import './watch.css'

/** /system/online: the sessions that stand; one or several can be ended. */
export function OnlinePage() {
  const t = useTexts(texts)
  const may = useMay()
  const me = useSession((state) => state.userId)
  const confirm = useConfirmDanger()
  const view = useListView()
  const rows = useQuery({ ...pageQuery(online.list, view.input), refetchInterval: 30_000 })
  const kick = useCommand(online.kick)
  const kickUsers = useCommand(online.kickUsers)
  const device = (row: OnlineSession) => deviceName(row.userAgent) || t('unknownDevice')
  const way = (name: string) => {
    const known = signInMethods.find((method) => method === name)
    return known ? t(known) : name
  }
  /** Asks, ends, says so; a refusal was said in a toast. */
  const end = async (says: string, work: () => Promise<unknown>) => {
    if (!(await confirm({ says, ok: t('kick') }))) return false
    return work().then(
      () => (say(t('kicked')), true),
      () => false,
    )
  }
  const actions = (row: OnlineSession) => (
    <span className="row-actions">
      {row.own ? (
        <span className="third">{t('ownSession')}</span>
      ) : (
        <>
          <Button
            type="link"
            size="small"
            onClick={() =>
              void end(t('kickSure', { name: row.realName, device: device(row) }), () =>
                kick.mutateAsync({ ids: row.id }),
              )
            }
          >
            {t('kick')}
          </Button>
          {row.userId !== me && (
            <Button
              type="link"
              size="small"
              onClick={() =>
                void end(t('kickAllSure', { name: row.realName }), () => kickUsers.mutateAsync({ ids: row.userId }))
              }
            >
              {t('kickAll')}
            </Button>
          )}
        </>
      )}
    </span>
  )
  const columns: Column<OnlineSession>[] = [
    { key: 'realName', title: t('person'), width: 110, cut: true, sortable: true },
    { key: 'account', title: t('account'), width: 130, cut: true, sortable: true },
    { key: 'deptName', title: t('dept'), width: 150, cut: true, hidden: true },
    { key: 'address', title: t('address'), width: 130, cut: true },
    { key: 'userAgent', title: t('agent'), cut: true, render: device },
    { key: 'method', title: t('way'), width: 120, cut: true, hidden: true, render: (row) => way(row.method) },
    {
      key: 'active',
      title: t('state'),
      width: 90,
      render: (row) => <StatusTag tone={row.active ? 'good' : 'plain'}>{t(row.active ? 'active' : 'idle')}</StatusTag>,
    },
    { key: 'createTime', title: t('since'), width: 172, sortable: true },
    { key: 'seenTime', title: t('seen'), width: 172, sortable: true },
    ...(may('online.kick')
      ? [{ key: 'actions', title: t('actions'), width: 190, fixed: 'end' as const, render: actions }]
      : []),
  ]
  const bulk = (checked: OnlineSession[], clear: () => void) => (
    <Button
      size="small"
      danger
      onClick={() =>
        void end(t('kickManySure', { count: checked.length }), () =>
          kick.mutateAsync({ ids: checked.map(({ id }) => id).join(',') }),
        ).then((done) => done && clear())
      }
    >
      {t('kick')}
    </Button>
  )
  return (
    <ListPage
      title={t('online')}
      pageKey="online"
      exportOf="online"
      view={view}
      rows={rows}
      columns={columns}
      rowKey={(row) => row.id}
      search={[
        { filter: 'realName', label: t('person'), width: 160 },
        { filter: 'account', label: t('account'), width: 160 },
        { filter: 'address', label: t('address'), width: 160 },
      ]}
      empty={{ says: t('noOnline') }}
      {...(may('online.kick') && { withChecked: bulk })}
    />
  )
}
