import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { ledger } from '#contract/ledger.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { bookTexts } from './book-texts.ts'

const SHOWN = 50

type ChooserProps = {
  datasetId: string
  value: { code: string; name: string } | undefined
  onChoose: (code: string) => void
}

/** An account of the version, found by the beginning of its code or by words of its name. */
export function AccountChooser({ datasetId, value, onChoose }: ChooserProps) {
  const t = useTexts(bookTexts)
  const [text, setText] = useState('')
  const needle = text.trim()
  const narrowed = /^[\d.]+$/.test(needle) ? { code_likeright: needle } : { fullName: needle }
  const found = useQuery(
    pageQuery(ledger.accounts, { datasetId, current: 1, size: SHOWN, ascs: 'code', ...(needle && narrowed) }),
  )
  const options = (found.data?.records ?? []).map(({ code, fullName }) => ({
    value: code,
    label: `${code} ${fullName}`,
  }))
  const missing = value && !options.some((option) => option.value === value.code) && needle === ''
  return (
    <Select
      className="account-chooser"
      aria-label={t('chooseAccount')}
      placeholder={t('accountHint')}
      showSearch={{ filterOption: false, onSearch: setText, searchValue: text }}
      loading={found.isFetching}
      value={value?.code ?? null}
      notFoundContent={found.isFetching ? null : t('noSuchFound')}
      options={missing ? [{ value: value.code, label: `${value.code} ${value.name}` }, ...options] : options}
      onChange={(code) => {
        setText('')
        onChoose(code)
      }}
    />
  )
}
