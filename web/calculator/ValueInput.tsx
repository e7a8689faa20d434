import { Checkbox, Input, Select } from 'antd'
import type { Field } from '#engine/calculator/work.ts'
import { useSay } from '#web/kernel/language.ts'

type ValueInputProps = {
  field: Field
  value: string
  onChange: (value: string) => void
  /** Read aloud where no label stands beside it. */
  name?: string
  id?: string
  wrong?: boolean
  describedBy?: string | undefined
}

/** The control of one field. Everything is kept as text, as it was typed. */
export function ValueInput({ field, value, onChange, name, id, wrong = false, describedBy }: ValueInputProps) {
  const say = useSay()
  const named = { ...(name && { 'aria-label': name }), ...(id && { id }), ...(describedBy && { 'aria-describedby': describedBy }) } // prettier-ignore
  const status = wrong ? ({ status: 'error', 'aria-invalid': true } as const) : {}
  if (field.kind === 'flag')
    return (
      <Checkbox {...named} checked={value === '1'} onChange={({ target }) => onChange(target.checked ? '1' : '')} />
    )
  if (field.kind === 'choice')
    return (
      <Select
        {...named}
        {...(wrong && { status: 'error' })}
        value={value || null}
        onChange={(chosen: string) => onChange(chosen)}
        options={(field.options ?? []).map((one) => ({ value: one.value, label: say(one.label) }))}
        popupMatchSelectWidth={false}
      />
    )
  if (field.kind === 'day')
    return <Input {...named} {...status} type="date" value={value} min="1990-01-01" max="2199-12-31" onChange={({ target }) => onChange(target.value)} /> // prettier-ignore
  const figure = field.kind !== 'text'
  return (
    <Input
      {...named}
      {...status}
      className={figure ? 'calc-figure' : ''}
      value={value}
      maxLength={field.kind === 'text' ? 200 : 30}
      inputMode={figure ? 'decimal' : 'text'}
      autoComplete="off"
      suffix={field.kind === 'percent' ? '%' : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
