import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { type MaskActions, maskKinds, masking, maskPresets, type MaskTemplate } from '#contract/masking.ts'
import { pageQuery, query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { TemplateForm, type TemplateStart } from './TemplateForm.tsx'
import { texts } from './texts.ts'

const hiddenKinds = (actions: MaskActions) => maskKinds.filter((kind) => actions[kind] !== 'keep').length

/** The template in force, the product's templates, and those people keep. */
export function TemplateList() {
  const t = useTexts(texts)
  const view = useListView()
  const rows = useQuery(pageQuery(masking.list, view.input))
  const [form, setForm] = useState<TemplateStart>()
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
      {t('newTemplate')}
    </Button>
  )
  const columns: Column<MaskTemplate>[] = [
    { key: 'name', title: t('name'), sortable: true, cut: true },
    { key: 'scope', title: t('scope'), width: 100, sortable: true, render: ({ scope }) => t(scope) },
    {
      key: 'isDefault',
      title: t('isDefault'),
      width: 90,
      render: ({ isDefault }) => isDefault && <StatusTag tone="good">{t('isDefault')}</StatusTag>,
    },
    {
      key: 'hidden',
      title: t('hidden'),
      width: 110,
      render: ({ actions }) => t('hiddenOf', { count: hiddenKinds(actions), all: maskKinds.length }),
    },
    { key: 'updateUserName', title: t('updatedBy'), width: 120, cut: true },
    { key: 'updateTime', title: t('updated'), width: 172, sortable: true },
    {
      key: 'actions',
      title: t('actions'),
      width: 220,
      fixed: 'end',
      render: (row) => <RowActions row={row} onOpen={() => setForm({ of: row })} />,
    },
  ]
  return (
    <div className="masking">
      <InForce />
      <Presets onCopy={(actions) => setForm({ actions })} />
      <section aria-label={t('ownTitle')}>
        <div className="masking-head">
          <h2>{t('ownTitle')}</h2>
          {add}
        </div>
        <List<MaskTemplate>
          name={t('ownTitle')}
          view={view}
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          search={[
            { filter: 'name', label: t('name'), width: 220 },
            {
              filter: 'scope_equal',
              label: t('scope'),
              width: 130,
              options: (['firm', 'personal'] as const).map((value) => ({ value, label: t(value) })),
            },
          ]}
          empty={{ says: t('noTemplates') }}
          onNew={() => setForm({})}
          onOpen={(of) => setForm({ of })}
        />
      </section>
      <TemplateForm start={form} onClose={() => setForm(undefined)} />
    </div>
  )
}

function InForce() {
  const t = useTexts(texts)
  const effective = useQuery(query(masking.effective, {}))
  return (
    <StateView of={effective}>
      {({ source, id, name }) => {
        const preset = maskPresets.find((key) => key === id)
        const called =
          source === 'preset' && preset
            ? t(`preset_${preset}`)
            : `${name} · ${t(source === 'firm' ? 'firm' : 'personal')}`
        return (
          <div className="masking-force">
            <strong>{t('inForce', { name: called })}</strong>
            <p className="second">{t('inForceHint')}</p>
          </div>
        )
      }}
    </StateView>
  )
}

function Presets({ onCopy }: { onCopy: (actions: MaskActions) => void }) {
  const t = useTexts(texts)
  const presets = useQuery(query(masking.presets, {}))
  return (
    <section aria-label={t('presetsTitle')}>
      <h2>{t('presetsTitle')}</h2>
      <StateView of={presets}>
        {(rows) => (
          <ul className="masking-presets">
            {rows.map(({ key, actions }) => (
              <li key={key}>
                <strong>{t(`preset_${key}`)}</strong>
                <p className="second">{t(`presetSays_${key}`)}</p>
                <Button
                  size="small"
                  aria-label={`${t('copyPreset')} ${t(`preset_${key}`)}`}
                  onClick={() => onCopy(actions)}
                >
                  {t('copyPreset')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </StateView>
    </section>
  )
}

function RowActions({ row, onOpen }: { row: MaskTemplate; onOpen: () => void }) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const remove = useCommand(masking.remove)
  const setDefault = useCommand(masking.setDefault)
  const destroy = async () => {
    if (!(await confirm({ says: t('removeSure', { name: row.name }), ok: t('remove') }))) return
    // a refusal was said in a toast; the row stays
    await remove.mutateAsync({ ids: row.id }).then(
      () => say(t('removed')),
      () => undefined,
    )
  }
  const turn = () =>
    setDefault.mutate(
      { id: row.id, isDefault: !row.isDefault },
      { onSuccess: () => say(t(row.isDefault ? 'droppedDefault' : 'madeDefault')) },
    )
  return (
    <span
      className="row-actions"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      role="presentation"
    >
      <Button type="link" size="small" onClick={onOpen}>
        {t(row.mine ? 'edit' : 'look')}
      </Button>
      {row.mine && (
        <>
          <Button type="link" size="small" loading={setDefault.isPending} onClick={turn}>
            {t(row.isDefault ? 'dropDefault' : 'makeDefault')}
          </Button>
          <Button type="link" size="small" onClick={() => void destroy()}>
            {t('remove')}
          </Button>
        </>
      )}
    </span>
  )
}
