import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { type Region, region } from '#contract/region.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { ListPage } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { useView } from '#web/kernel/tab.ts'
import { RowActions } from './RowActions.tsx'
import { texts } from './texts.ts'
import { useRemoval } from './use-removal.ts'
import './system.css'

const TOP = '0'
const levels = [1, 2, 3, 4] as const
const levelOf = (level: number) => levels.find((known) => known === level) ?? 4

/** /platform/region: administrative divisions, a level at a time; a search goes through all levels. */
export function RegionPage() {
  const t = useTexts(texts)
  const english = useLanguage((state) => state.language) === 'en'
  const view = useListView({ size: 50 })
  // the codes from the province down to the one whose regions are shown
  const [path, setPath] = useView('at')
  const above = path.split(',').filter(Boolean)
  const parentCode = above.at(-1) ?? TOP
  const searched = Object.keys(view.filters).length > 0
  const rows = useQuery(pageQuery(region.list, { ...view.input, ...(!searched && { parentCode_equal: parentCode }) }))
  const remove = useRemoval(region.remove)
  const [form, setForm] = useState<{ of?: Region }>()
  const nameOf = (row: { name: string; nameEn: string }) => (english && row.nameEn ? row.nameEn : row.name)

  const columns: Column<Region>[] = [
    { key: 'code', title: t('regionCode'), width: 130, sortable: true },
    { key: 'name', title: t('regionName'), width: 220, sortable: true, render: (row) => nameOf(row) },
    { key: 'nameEn', title: t('nameEn'), width: 180, render: (row) => row.nameEn || '—' },
    { key: 'level', title: t('regionLevel'), width: 110, render: (row) => t(`level${levelOf(row.level)}`) },
    {
      key: 'parentCode',
      title: t('regionAbove'),
      width: 130,
      render: (row) => (row.parentCode === TOP ? '—' : row.parentCode),
    },
    { key: 'remark', title: t('remark'), cut: true },
    {
      key: 'actions',
      title: t('actions'),
      width: 190,
      fixed: 'end',
      render: (row) => (
        <RowActions
          shown={3}
          actions={[
            ...(row.level < 4 && !searched
              ? [{ key: 'below', label: t('below'), run: () => setPath([...above, row.code].join(',')) }]
              : []),
            { key: 'edit', label: t('edit'), run: () => setForm({ of: row }) },
            { key: 'remove', label: t('remove'), run: () => remove(row, nameOf(row)), danger: true },
          ]}
        />
      ),
    },
  ]
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
      {t('newRegion')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('regions')}
        pageKey="region"
        exportOf="region"
        importOf="region"
        state={!searched && <RegionPath codes={above} onGo={(codes) => setPath(codes.join(','))} />}
        action={add}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={[
          { filter: 'name', label: t('regionName') },
          { filter: 'code', label: t('regionCode'), width: 160 },
        ]}
        empty={{ says: t('noRegions'), action: add }}
        {...(!searched && { onOpen: (row: Region) => row.level < 4 && setPath([...above, row.code].join(',')) })}
        onNew={() => setForm({})}
      />
      <RegionForm form={form} under={parentCode === TOP ? '' : parentCode} onClose={() => setForm(undefined)} />
    </>
  )
}

/** The way from the country down, each step pressed to go back to it. */
function RegionPath({ codes, onGo }: { codes: readonly string[]; onGo: (codes: readonly string[]) => void }) {
  const t = useTexts(texts)
  return (
    <nav className="region-path" aria-label={t('regionPath')}>
      {codes.length === 0 ? (
        <span>{t('country')}</span>
      ) : (
        <button type="button" className="plain-button" onClick={() => onGo([])}>
          {t('country')}
        </button>
      )}
      {codes.map((code, at) => (
        <RegionStep
          key={code}
          code={code}
          above={codes[at - 1] ?? TOP}
          {...(at < codes.length - 1 && { onGo: () => onGo(codes.slice(0, at + 1)) })}
        />
      ))}
    </nav>
  )
}

function RegionStep({ code, above, onGo }: { code: string; above: string; onGo?: () => void }) {
  const level = useQuery(pageQuery(region.select, { parentCode: above }))
  const name = level.data?.find((row) => row.code === code)?.name ?? code
  return (
    <>
      <span aria-hidden>/</span>
      {onGo ? (
        <button type="button" className="plain-button" onClick={onGo}>
          {name}
        </button>
      ) : (
        <span>{name}</span>
      )}
    </>
  )
}

type Values = Pick<Region, 'parentCode' | 'code' | 'name' | 'nameEn' | 'sort' | 'remark'>
type RegionFormProps = { form: { of?: Region } | undefined; under: string; onClose: () => void }

function RegionForm({ form, under, onClose }: RegionFormProps) {
  const t = useTexts(texts)
  const submit = useCommand(region.submit, { quiet: true })
  const of = form?.of
  const save = async (values: Values) => {
    await submit.mutateAsync({ ...values, ...(of && { id: of.id, version: of.version }) })
    say(t('saved'))
  }
  const rule = { pattern: /^\d{6}(\d{3}|\d{6})?$/, message: t('regionRule') }
  return (
    <FormDialog<Values>
      open={form !== undefined}
      place="drawer"
      title={of ? t('editNamed', { name: of.name }) : t('newRegion')}
      initial={of ? { ...of, parentCode: of.parentCode === TOP ? '' : of.parentCode } : { parentCode: under, sort: 0 }}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item<Values> name="parentCode" label={t('regionAbove')} extra={t('regionAboveHint')} rules={[rule]}>
        <Input maxLength={12} className="number" inputMode="numeric" />
      </Form.Item>
      <Form.Item<Values>
        name="code"
        label={t('regionCode')}
        rules={[{ required: true, message: t('codePlease') }, rule]}
      >
        <Input maxLength={12} className="number" inputMode="numeric" />
      </Form.Item>
      <Form.Item<Values>
        name="name"
        label={t('regionName')}
        rules={[{ required: true, whitespace: true, message: t('namePlease') }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item<Values> name="nameEn" label={t('nameEn')}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item<Values> name="sort" label={t('sort')}>
        <InputNumber min={0} max={100_000} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item<Values> name="remark" label={t('remark')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  )
}
