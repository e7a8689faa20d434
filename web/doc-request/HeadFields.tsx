import { DatePicker, Form, Input, InputNumber, Select } from 'antd'
import dayjs from 'dayjs'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

/** What stands above the items, as the form holds it. */
export type Head = {
  title: string
  note: string
  contactName: string
  contactPhone: string
  dueDay: string | null
  password: string
  remindDays: number[]
  remindEvery: number
}
export const firstHead: Head = {
  title: '',
  note: '',
  contactName: '',
  contactPhone: '',
  dueDay: null,
  password: '',
  remindDays: [3, 1],
  remindEvery: 3,
}
const before = [0, 1, 3, 7, 15]
const PHONE = /^1\d{10}$/

/** A day in a form, as `yyyy-MM-dd`. */
export const dayField = {
  getValueProps: (day: string | null) => ({ value: day ? dayjs(day) : null }),
  normalize: (day: dayjs.Dayjs | null) => day?.format('YYYY-MM-DD') ?? null,
}

export function HeadFields({ locked = false }: { locked?: boolean }) {
  const t = useTexts(texts)
  return (
    <>
      <Form.Item<Head>
        name="title"
        label={t('requestTitle')}
        rules={[{ required: true, whitespace: true, message: t('titlePlease') }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      <div className="request-pair">
        <Form.Item<Head> name="dueDay" label={t('due')} {...dayField}>
          <DatePicker style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item<Head> name="password" label={t('password')} extra={t(locked ? 'passwordKeep' : 'passwordHint')}>
          <Input maxLength={40} autoComplete="off" spellCheck={false} />
        </Form.Item>
        <Form.Item<Head> name="contactName" label={t('contactName')}>
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item<Head>
          name="contactPhone"
          label={t('contactPhone')}
          rules={[{ pattern: PHONE, message: t('phoneWrong') }]}
        >
          <Input maxLength={11} inputMode="numeric" className="number" />
        </Form.Item>
        <Form.Item<Head> name="remindDays" label={t('remindDays')} extra={t('remindHint')}>
          <Select
            mode="multiple"
            placeholder={t('remindNever')}
            options={before.map((n) => ({ value: n, label: n === 0 ? t('remindDay0') : t('remindDay', { n }) }))}
          />
        </Form.Item>
        <Form.Item<Head> name="remindEvery" label={t('remindEvery')}>
          <InputNumber min={0} max={30} precision={0} style={{ width: '100%' }} />
        </Form.Item>
      </div>
      <Form.Item<Head> name="note" label={t('note')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </>
  )
}
