import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { type Enterprise, enterprise } from '#contract/enterprise.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useShownName } from '../firm/own-firm.ts'
import { listTexts } from './list-texts.ts'

type EnterprisePickerProps = {
  /** Given by the form. */
  value?: string | undefined
  onChange?: (id: string | undefined) => void
  id?: string
  /** Who cannot be chosen. */
  except?: readonly string[]
  /** Told of the row, too. */
  onPick?: (row: Enterprise | undefined) => void
}

const nobody: readonly string[] = []

/** Chooses one client of the firm by typing a part of its name. */
export function EnterprisePicker({ value, onChange, id, except = nobody, onPick }: EnterprisePickerProps) {
  const t = useTexts(listTexts)
  const shownName = useShownName()
  const [typed, setTyped] = useState('')
  const name = useDeferredValue(typed)
  const found = useQuery(
    pageQuery(enterprise.list, { current: '1', size: '20', ...(name && { enterpriseName: name }) }),
  )
  const [known, setKnown] = useState<Enterprise>()
  const rows = (found.data?.records ?? []).filter((row) => !except.includes(row.id))
  const shown = known && value === known.id && !rows.some((row) => row.id === known.id) ? [known, ...rows] : rows
  return (
    <Select
      {...(id && { id })}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear
      loading={found.isFetching}
      placeholder={t('chooseEnterprisePlease')}
      notFoundContent={t('enterpriseNone')}
      value={value ?? null}
      options={shown.map((row) => ({ value: row.id, label: `${shownName(row.enterpriseName)}（${row.creditCode}）` }))}
      onChange={(chosen: string | null) => {
        const row = shown.find((one) => one.id === chosen)
        setKnown(row)
        onChange?.(chosen ?? undefined)
        onPick?.(row)
      }}
    />
  )
}
