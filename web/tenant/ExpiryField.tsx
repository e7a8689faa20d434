import { DatePicker, Form } from 'antd'
import dayjs from 'dayjs'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

/** The day with which something ends, `yyyy-MM-dd`; empty is never. */
export function ExpiryField({ hint }: { hint?: string }) {
  const t = useTexts(texts)
  return (
    <Form.Item
      name="expireTime"
      label={t('expireTime')}
      extra={hint ?? t('neverHint')}
      getValueProps={(day: string | undefined) => ({ value: day ? dayjs(day.slice(0, 10)) : null })}
      normalize={(day: dayjs.Dayjs | null) => day?.format('YYYY-MM-DD') ?? ''}
    >
      <DatePicker style={{ width: '100%' }} />
    </Form.Item>
  )
}
