import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { indicator, measures, type Threshold } from '#contract/indicator.ts'
import { pageQuery, query, useCommand } from '#web/kernel/api.ts'
import { useDictionary } from '#web/kernel/dictionary.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { boundText } from './figure-text.ts'
import { texts } from './texts.ts'

/** The firm's own warning values: who administers the firm keeps them, everybody reads them. */
export function ThresholdList() {
  const t = useTexts(texts)
  const mayEdit = useMay()('indicator.edit')
  const view = useListView()
  const rows = useQuery(pageQuery(indicator.thresholds, view.input))
  const keys = useQuery(query(indicator.keys, {}))
  const trades = useDictionary('industry_section')
  const [form, setForm] = useState<{ of?: Threshold } | undefined>()
  const add = mayEdit && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
      {t('newThreshold')}
    </Button>
  )
  const columns: Column<Threshold>[] = [
    { key: 'indicator', title: t('indicator'), sortable: true, render: (row) => row.indicatorName },
    {
      key: 'measure',
      title: t('measure'),
      width: 130,
      render: (row) => t(row.measure === 'change' ? 'changeMeasure' : 'value'),
    },
    { key: 'industry', title: t('industry'), width: 170, sortable: true, render: (row) => row.industry === '' ? t('anyIndustry') : trades.label(row.industry) }, // prettier-ignore
    { key: 'region', title: t('region'), width: 120, sortable: true, render: (row) => row.region || t('anyIndustry') },
    { key: 'year', title: t('year'), width: 80, sortable: true, render: (row) => (row.year === 0 ? t('anyIndustry') : row.year) }, // prettier-ignore
    { key: 'low', title: t('low'), width: 100, align: 'right', render: (row) => row.low && boundText(row.indicator, row.low) }, // prettier-ignore
    { key: 'high', title: t('high'), width: 100, align: 'right', render: (row) => row.high && boundText(row.indicator, row.high) }, // prettier-ignore
    { key: 'source', title: t('thresholdSource'), width: 220, cut: true },
    { key: 'updateTime', title: t('updated'), width: 172, sortable: true },
    ...(mayEdit
      ? [
          {
            key: 'actions',
            title: t('actions'),
            width: 120,
            fixed: 'end' as const,
            render: (row: Threshold) => <RowActions row={row} onEdit={(of) => setForm({ of })} />,
          },
        ]
      : []),
  ]
  return (
    <>
      <div className="indicator-add">{add}</div>
      <List<Threshold>
        name={t('tabThresholds')}
        pageKey="indicatorThreshold"
        view={view}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        exportOf="indicatorThreshold"
        {...(mayEdit && { importOf: 'indicatorThreshold', onNew: () => setForm({}) })}
        search={[
          {
            filter: 'indicator_equal',
            label: t('indicator'),
            width: 240,
            options: (keys.data ?? []).map(({ key, label }) => ({ value: key, label })),
          },
          { filter: 'industry_equal', label: t('industry'), width: 180, options: trades.options },
          { filter: 'region_likeright', label: t('region') },
        ]}
        empty={{ says: t('noneYet'), action: add }}
        {...(mayEdit && { onOpen: (of: Threshold) => setForm({ of }) })}
      />
      <ThresholdForm
        open={form !== undefined}
        of={form?.of}
        keys={keys.data ?? []}
        trades={trades.options}
        onClose={() => setForm(undefined)}
      />
    </>
  )
}

function RowActions({ row, onEdit }: { row: Threshold; onEdit: (row: Threshold) => void }) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const remove = useCommand(indicator.removeThresholds, { also: [indicator.report] })
  const destroy = async () => {
    if (!(await confirm({ says: t('removeSure', { name: row.indicatorName }), ok: t('remove') }))) return
    // a refusal was said in a toast; the row stays
    await remove.mutateAsync({ ids: row.id }).then(
      () => say(t('removed')),
      () => undefined,
    )
  }
  return (
    <span
      className="row-actions"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      role="presentation"
    >
      <Button type="link" size="small" onClick={() => onEdit(row)}>
        {t('edit')}
      </Button>
      <Button type="link" size="small" onClick={() => void destroy()}>
        {t('remove')}
      </Button>
    </span>
  )
}

type Values = Pick<Threshold, 'indicator' | 'industry' | 'region' | 'measure' | 'low' | 'high' | 'source'> & {
  year?: number | null
}
type FormProps = {
  open: boolean
  of: Threshold | undefined
  keys: readonly { key: string; label: string }[]
  trades: { value: string; label: string }[]
  onClose: () => void
}

function ThresholdForm({ open, of, keys, trades, onClose }: FormProps) {
  const t = useTexts(texts)
  const submit = useCommand(indicator.saveThreshold, { also: [indicator.report], quiet: true })
  const save = async ({ year, ...values }: Values) => {
    await submit.mutateAsync({ ...values, year: year ?? 0, ...(of && { id: of.id, version: of.version }) })
    say(t('thresholdSaved'))
  }
  const bound = [{ pattern: /^-?\d{1,9}(\.\d{1,6})?$/, message: t('boundWrong') }]
  return (
    <FormDialog<Values>
      open={open}
      title={t(of ? 'editThreshold' : 'newThreshold')}
      initial={of ? { ...of, year: of.year === 0 ? null : of.year } : { industry: '', measure: 'value' }}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item<Values>
        name="indicator"
        label={t('indicator')}
        rules={[{ required: true, message: t('pleaseChoose') }]}
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={keys.map(({ key, label }) => ({ value: key, label }))}
        />
      </Form.Item>
      <Form.Item<Values> name="measure" label={t('measure')}>
        <Select
          options={measures.map((value) => ({ value, label: t(value === 'change' ? 'changeMeasure' : 'value') }))}
        />
      </Form.Item>
      <Form.Item<Values> name="industry" label={t('industry')}>
        <Select options={[{ value: '', label: t('anyIndustry') }, ...trades]} />
      </Form.Item>
      <div className="indicator-pair">
        <Form.Item<Values>
          name="region"
          label={t('region')}
          extra={t('regionHint')}
          rules={[{ pattern: /^(\d{2}){0,3}$/, message: t('regionWrong') }]}
        >
          <Input maxLength={6} inputMode="numeric" />
        </Form.Item>
        <Form.Item<Values> name="year" label={t('year')}>
          <InputNumber min={2008} max={2100} precision={0} placeholder={t('anyIndustry')} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item<Values> name="low" label={t('low')} extra={t('boundHint')} rules={bound}>
          <Input maxLength={17} inputMode="decimal" />
        </Form.Item>
        <Form.Item<Values> name="high" label={t('high')} rules={bound}>
          <Input maxLength={17} inputMode="decimal" />
        </Form.Item>
      </div>
      <Form.Item<Values>
        name="source"
        label={t('thresholdSource')}
        rules={[{ required: true, whitespace: true, message: t('sourcePlease') }]}
      >
        <Input maxLength={300} />
      </Form.Item>
    </FormDialog>
  )
}
