import { Button, DatePicker, Input, type InputRef, Select } from 'antd'
import dayjs from 'dayjs'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { useTab } from '#web/kernel/tab.ts'
import type { ListView } from './list-view.ts'
import { texts } from './texts.ts'
import './kit.css'

/** One field of the search line; `filter` is a key of the contract's query, e.g. `enterpriseName` or `year_equal`. */
export type SearchField = {
  filter: string
  label: string
  options?: { value: string; label: string }[]
  /** A day, `yyyy-MM-dd`: for filters `_datege` and `_datele`. */
  date?: boolean
  width?: number
  /** No field of its own: only a chip where the address asks for it, as a number that was clicked does. */
  chipOnly?: true
}

/** The search line above a list, and chips for what is active. `/` goes to its first field. */
export function ListSearch({ fields, view }: { fields: SearchField[]; view: ListView }) {
  const t = useTexts(texts)
  const { active } = useTab()
  const first = useRef<InputRef>(null)
  const [typed, setTyped] = useState(view.filters)
  const [known, setKnown] = useState(view.filters)
  if (JSON.stringify(known) !== JSON.stringify(view.filters)) {
    setKnown(view.filters)
    setTyped(view.filters)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const at = event.target
    if (event.key !== '/' || (at instanceof HTMLElement && /^(INPUT|TEXTAREA)$/.test(at.tagName))) return
    event.preventDefault()
    first.current?.focus()
  })
  useEffect(() => {
    if (!active) return undefined
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [active])

  const put = (filter: string, value: string | undefined) => setTyped({ ...typed, [filter]: value ?? '' })
  const shown = ({ filter, options }: SearchField) => {
    const value = view.filters[filter] ?? ''
    return options?.find((option) => option.value === value)?.label ?? value
  }
  const chips = fields.filter(({ filter }) => view.filters[filter])
  const firstText = fields.find((field) => !field.options && !field.date && !field.chipOnly)?.filter

  return (
    <search>
      <form
        className="list-search"
        onSubmit={(event) => {
          event.preventDefault()
          view.filter(typed)
        }}
      >
        {fields.map(({ filter, label, options, date, width = 200, chipOnly }) =>
          chipOnly ? null : date ? (
            <DatePicker
              key={filter}
              aria-label={label}
              placeholder={label}
              style={{ width }}
              value={typed[filter] ? dayjs(typed[filter]) : null}
              onChange={(day) => view.filter({ ...typed, [filter]: day?.format('YYYY-MM-DD') })}
            />
          ) : options ? (
            <Select
              key={filter}
              aria-label={label}
              placeholder={label}
              allowClear
              style={{ width }}
              value={typed[filter] || null}
              options={options}
              onChange={(value: string | null) => view.filter({ ...typed, [filter]: value ?? '' })}
            />
          ) : (
            <Input
              key={filter}
              {...(filter === firstText && { ref: first })}
              aria-label={label}
              placeholder={label}
              allowClear
              style={{ width }}
              value={typed[filter] ?? ''}
              onChange={(event) => put(filter, event.target.value)}
            />
          ),
        )}
        <Button htmlType="submit">{t('search')}</Button>
        {chips.length > 0 && (
          <Button type="text" onClick={() => view.filter({})}>
            {t('clearAll')}
          </Button>
        )}
      </form>
      {chips.length > 0 && (
        <ul className="chips">
          {chips.map((field) => (
            <li key={field.filter} className="chip">
              <span className="second">{field.label}</span> {shown(field)}
              <button
                type="button"
                className="plain-button"
                aria-label={t('removeFilter', { name: field.label })}
                onClick={() => view.filter({ ...view.filters, [field.filter]: undefined })}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
