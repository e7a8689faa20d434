import { Input, Select } from 'antd'
import { useState } from 'react'
import { fenOf } from '#engine/money.ts'
import { useTexts } from '#web/kernel/language.ts'
import { SearchField } from '#web/kit/SearchField.tsx'
import { bookTexts } from './book-texts.ts'

/** What somebody types before it counts; follows the address when that changes. */
function useDraft(value: string) {
  const [draft, setDraft] = useState(value)
  const [followed, follow] = useState(value)
  if (value !== followed) {
    follow(value)
    setDraft(value)
  }
  return [draft, setDraft] as const
}

type FieldProps = { label: string; value: string; width: number; onSet: (value: string) => void }

/** A filter of words: counts on Enter. */
export function WordsField({ label, value, width, onSet }: FieldProps) {
  const [draft, setDraft] = useDraft(value)
  return (
    <SearchField
      style={{ width }}
      placeholder={label}
      aria-label={label}
      allowClear
      value={draft}
      onChange={({ target }) => setDraft(target.value)}
      onSearch={(text) => onSet(text.trim())}
    />
  )
}

/** A filter by an amount in yuan: counts on Enter or when it is left; what is no amount is marked and does not count. */
export function AmountField({ label, value, width, onSet }: FieldProps) {
  const t = useTexts(bookTexts)
  const [draft, setDraft] = useDraft(value)
  const text = draft.replaceAll(/[,，\s]/g, '')
  const wrong = text !== '' && fenOf(text) === undefined
  const settle = () => {
    if (!wrong && text !== value) onSet(text)
  }
  return (
    <Input
      style={{ width }}
      placeholder={label}
      aria-label={label}
      aria-invalid={wrong}
      inputMode="decimal"
      status={wrong ? 'error' : ''}
      title={wrong ? t('notAmount') : ''}
      value={draft}
      onChange={({ target }) => setDraft(target.value)}
      onPressEnter={settle}
      onBlur={settle}
    />
  )
}

type MonthFieldProps = { value: string; periods: readonly string[]; onSet: (value: string) => void }

/** One month, or the whole year. */
export function MonthField({ value, periods, onSet }: MonthFieldProps) {
  const t = useTexts(bookTexts)
  return (
    <Select
      style={{ width: 110 }}
      aria-label={t('month')}
      value={value}
      onChange={onSet}
      options={[
        { value: '', label: t('wholeYear') },
        ...periods.map((period) => ({ value: period, label: t('monthOf', { month: Number(period) || period }) })),
      ]}
    />
  )
}
