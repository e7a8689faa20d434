import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { clientProfile } from '#contract/client-profile.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

type ColleaguePickerProps = { id?: string; value?: string; onChange?: (userId: string | undefined) => void }

/** Chooses a colleague who can sign in, by typing a part of the name. */
export function ColleaguePicker({ id, value, onChange }: ColleaguePickerProps) {
  const t = useTexts(texts)
  const [typed, setTyped] = useState('')
  const name = useDeferredValue(typed)
  const found = useQuery(pageQuery(clientProfile.colleagues, { name }))
  const options = (found.data ?? []).map(({ userId, realName, account, deptName }) => ({
    value: userId,
    label: [`${realName}（${account}）`, deptName].filter(Boolean).join(' '),
  }))
  return (
    <Select
      {...(id && { id })}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear
      loading={found.isFetching}
      placeholder={t('pickPerson')}
      notFoundContent={t('nobodyFound')}
      value={value || null}
      options={options}
      onChange={(chosen: string | null) => onChange?.(chosen ?? undefined)}
    />
  )
}
