import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, DatePicker, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { clientProfile, type ClientTax, taxCycles } from '#contract/client-profile.ts'
import type { Enterprise } from '#contract/enterprise.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useDictionary } from '#web/kernel/dictionary.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { texts } from './texts.ts'
import { useEditedRows } from './use-edited-rows.ts'
import './client.css'

type Row = ClientTax & { id: string }
const bare = ({ taxType, cycle, validFrom, validTo }: ClientTax): ClientTax => ({ taxType, cycle, validFrom, validTo })

/** What most companies declare, by kind of taxpayer: small-scale ones file VAT by quarter. */
const usual = (taxpayerType: string, validFrom: string): ClientTax[] => {
  const often = taxpayerType === 'small' ? 'quarter' : 'month'
  const cycles = {
    vat: often,
    surcharge: often,
    iit: 'month',
    cit: 'quarter',
    stamp: 'quarter',
    statement: 'quarter',
  } as const
  return Object.entries(cycles).map(([taxType, cycle]) => ({ taxType, cycle, validFrom, validTo: '' }))
}

/** The taxes a client declares, with their cycle and period; edited as a whole. */
export function ClientTaxes({ of, mayEdit }: { of: Enterprise; mayEdit: boolean }) {
  const t = useTexts(texts)
  const dict = useDictionary('tax_type')
  const stored = useQuery(query(clientProfile.taxes, { enterpriseId: of.id }))
  const save = useCommand(clientProfile.saveTaxes)
  const edited = useEditedRows<ClientTax>()
  const [incomplete, setIncomplete] = useState(false)
  const blank: ClientTax = {
    taxType: '',
    cycle: 'month',
    validFrom: dayjs().startOf('year').format('YYYY-MM-DD'),
    validTo: '',
  }
  const fill = () => edited.begin(usual(of.taxpayerType, of.establishDate || blank.validFrom))
  const submit = async (rows: readonly (ClientTax & { key: number })[]) => {
    const taxes = rows.map(bare)
    const missing = taxes.some(({ taxType, validFrom }) => taxType === '' || validFrom === '')
    setIncomplete(missing)
    if (missing) return
    // a refusal was said in a toast; the rows stay
    const done = await save.mutateAsync({ enterpriseId: of.id, version: of.version, taxes }).catch(() => undefined)
    if (!done) return
    edited.end()
    say(t('saved'))
  }

  if (edited.rows) {
    const rows = edited.rows
    return (
      <>
        <ul className="edit-rows" data-of="taxes">
          {rows.map((row, at) => (
            <TaxRow
              key={row.key}
              row={row}
              at={at + 1}
              options={dict.options}
              onChange={(patch) => edited.change(row.key, patch)}
              onRemove={() => edited.remove(row.key)}
            />
          ))}
        </ul>
        {incomplete && (
          <p className="edit-fault" role="alert">
            {t('taxIncomplete')}
          </p>
        )}
        <div className="tab-head">
          <Button type="dashed" icon={<PlusOutlined />} onClick={() => edited.add(blank)}>
            {t('addTax')}
          </Button>
          <Button onClick={edited.end}>{t('cancel')}</Button>
          <Button type="primary" loading={save.isPending} onClick={() => void submit(rows)}>
            {t('save')}
          </Button>
        </div>
      </>
    )
  }
  const columns: Column<Row>[] = [
    { key: 'taxType', title: t('taxType'), render: (row) => dict.label(row.taxType), cut: true },
    { key: 'cycle', title: t('cycle'), width: 96, render: (row) => t(row.cycle) },
    { key: 'validFrom', title: t('validFrom'), width: 120 },
    { key: 'validTo', title: t('validTo'), width: 120, render: (row) => row.validTo || t('forGood') },
  ]
  const begin = stored.data && stored.data.length > 0 && mayEdit
  return (
    <>
      {begin && (
        <div className="tab-head">
          <Button onClick={() => edited.begin((stored.data ?? []).map(bare))}>{t('editTaxes')}</Button>
        </div>
      )}
      <DataTable<Row>
        name={t('taxes')}
        rows={stored.data}
        columns={columns}
        rowKey={({ id }) => id}
        fault={stored.error}
        retry={stored.refetch}
        empty={{
          says: t('noTaxes'),
          action: mayEdit && (
            <span className="tab-head">
              <Button onClick={() => edited.begin([blank])}>{t('addTax')}</Button>
              <Button type="primary" onClick={fill}>
                {t('usualTaxes')}
              </Button>
            </span>
          ),
        }}
        bones={3}
        dense
      />
    </>
  )
}

type TaxRowProps = {
  row: ClientTax
  at: number
  options: { value: string; label: string }[]
  onChange: (patch: Partial<ClientTax>) => void
  onRemove: () => void
}

function TaxRow({ row, at, options, onChange, onRemove }: TaxRowProps) {
  const t = useTexts(texts)
  const day = (field: 'validFrom' | 'validTo') => (
    <DatePicker
      aria-label={`${t(field)} ${at}`}
      placeholder={t(field === 'validTo' ? 'forGood' : 'validFrom')}
      allowClear={field === 'validTo'}
      value={row[field] ? dayjs(row[field]) : null}
      onChange={(picked) => onChange({ [field]: picked?.format('YYYY-MM-DD') ?? '' })}
    />
  )
  return (
    <li>
      <Select
        aria-label={`${t('taxType')} ${at}`}
        placeholder={t('taxType')}
        showSearch={{ optionFilterProp: 'label' }}
        value={row.taxType || null}
        options={options}
        onChange={(taxType: string | null) => onChange({ taxType: taxType ?? '' })}
      />
      <Select
        aria-label={`${t('cycle')} ${at}`}
        value={row.cycle}
        options={taxCycles.map((value) => ({ value, label: t(value) }))}
        onChange={(cycle) => onChange({ cycle })}
      />
      {day('validFrom')}
      {day('validTo')}
      <Button type="text" icon={<DeleteOutlined />} aria-label={t('removeRow', { row: at })} onClick={onRemove} />
    </li>
  )
}
