import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { type SavedView, view as contract } from '#contract/list.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { useConfirm } from './ConfirmDanger.ts'
import { type ListView, showsView, sortText } from './list-view.ts'
import { listTexts as texts } from './list-texts.ts'
import type { ListSetting } from './use-list-setting.ts'

const ViewDialog = lazy(async () => ({ default: (await import('./ViewDialog.tsx')).ViewDialog }))

/** Chooses among saved views, saves what is shown now as one, and keeps them in order. */
export function ViewPicker({ view, setting }: { view: ListView; setting: ListSetting }) {
  const t = useTexts(texts)
  const may = useMay()
  const confirm = useConfirm()
  const [dialog, setDialog] = useState<'' | 'new' | 'edit'>('')
  const submit = useCommand(contract.submit)
  const remove = useCommand(contract.remove)
  const choose = useCommand(contract.choose)
  const current = setting.views.find(({ id }) => id === view.viewId)
  const changed = current !== undefined && !showsView(view, current)
  const mayChange = current !== undefined && (current.mine || may('role.edit'))
  const { pageKey } = setting

  const update = async (of: SavedView) => {
    const kept = { filters: view.filters, sort: sortText(view.sort), pageSize: view.size }
    await submit.mutateAsync({ id: of.id, version: of.version, ...kept }).then(
      () => say(t('viewSaved')),
      () => undefined,
    )
  }
  const destroy = async (of: SavedView) => {
    const says = t(of.shared ? 'viewRemoveShared' : 'viewRemoveSure', { name: of.name })
    if (!(await confirm({ says, danger: true }))) return
    const gone = await remove.mutateAsync({ ids: of.id }).catch(() => undefined) // said in a toast
    if (!gone) return
    view.name('')
    say(t('viewDeleted'))
  }
  const entry = (of: SavedView) => ({
    key: of.id,
    label: of.isDefault ? `${of.name}（${t('isDefault')}）` : of.name,
    onClick: () => view.show(of),
  })
  const group = (key: string, label: string, views: SavedView[]) =>
    views.length > 0 ? [{ key, type: 'group' as const, label, children: views.map(entry) }] : []
  const items: NonNullable<MenuProps['items']> = [
    { key: 'all', label: t('allRows'), onClick: () => view.show() },
    ...group(
      'mine',
      t('myViews'),
      setting.views.filter(({ mine }) => mine),
    ),
    ...group(
      'shared',
      t('sharedViews'),
      setting.views.filter(({ mine }) => !mine),
    ),
    { type: 'divider' },
    { key: 'save', label: t('viewSave'), onClick: () => setDialog('new') },
  ]
  if (current && mayChange) {
    if (changed)
      items.push({ key: 'update', label: t('viewUpdate', { name: current.name }), onClick: () => void update(current) })
    items.push({ key: 'edit', label: t('viewEdit'), onClick: () => setDialog('edit') })
  }
  if (current) {
    items.push({
      key: 'default',
      label: current.isDefault ? t('viewNotDefault') : t('viewDefault'),
      onClick: () => choose.mutate({ pageKey, id: current.isDefault ? '' : current.id }),
    })
  }
  if (current && mayChange) {
    items.push({
      key: 'remove',
      danger: true,
      label: t('viewRemove', { name: current.name }),
      onClick: () => void destroy(current),
    })
  }
  const name = current?.name ?? t('views')
  return (
    <>
      <Dropdown menu={{ items, selectedKeys: [current?.id ?? 'all'] }} trigger={['click']}>
        <Button type="text" size="small" aria-label={`${t('views')}：${name}`}>
          <span className="view-name">{changed ? t('viewChanged', { name }) : name}</span>
          <DownOutlined className="third" />
        </Button>
      </Dropdown>
      {dialog && (
        <Suspense fallback={null}>
          <ViewDialog
            pageKey={pageKey}
            view={view}
            {...(dialog === 'edit' && current && { of: current })}
            onClose={() => setDialog('')}
          />
        </Suspense>
      )}
    </>
  )
}
