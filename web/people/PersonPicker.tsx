import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { user } from '#contract/user.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

type PersonPickerProps = {
  /** Given by the form. */
  value?: string | undefined
  onChange?: (id: string | undefined) => void
  id?: string
  /** The name of the person chosen already, until he is found. */
  known?: string
  /** Who cannot be chosen. */
  except?: readonly string[]
  label?: string
}

const nobody: readonly string[] = []

/** Chooses one person of the tenant who can sign in, by typing a part of the name. */
export function PersonPicker({ value, onChange, id, known, except = nobody, label }: PersonPickerProps) {
  const t = useTexts(texts)
  const [typed, setTyped] = useState('')
  const name = useDeferredValue(typed)
  const found = useQuery(
    pageQuery(user.list, { current: '1', size: '20', status_equal: '1', ...(name && { realName: name }) }),
  )
  const options = (found.data?.records ?? [])
    .filter((row) => !except.includes(row.id))
    .map((row) => ({ value: row.id, label: `${row.realName}（${row.account}）` }))
  if (value && known && !options.some((option) => option.value === value)) options.push({ value, label: known })
  return (
    <Select
      {...(id && { id })}
      {...(label && { 'aria-label': label })}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear
      loading={found.isFetching}
      placeholder={t('pickPerson')}
      notFoundContent={t('nobodyFound')}
      value={value || null}
      options={options}
      onChange={(chosen: string | null) => onChange?.(chosen ?? undefined)}
      style={{ width: '100%' }}
    />
  )
}
