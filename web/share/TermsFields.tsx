import { Button, Checkbox, DatePicker, Form, Input, InputNumber, Select, Space } from 'antd'
import dayjs from 'dayjs'
import { shareKinds, type ShareKind } from '#contract/share-kinds.ts'
import type { ShareMode } from '#contract/share.ts'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

/** What a sharer decides, as the form holds it. */
export type Terms = {
  title: string
  note: string
  password: string
  expireDay: string | null
  maxCount: number | null
  watermark: boolean
  notify: boolean
  maxFileMb: number | null
  kinds: ShareKind[]
  askName: boolean
}
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LONGEST = 40

/** Six characters that nobody mistakes for one another. */
const randomPassword = () =>
  [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => LETTERS[byte % LETTERS.length]).join('')

const countLabel = { view: 'maxViews', download: 'maxDownloads', collect: 'maxFiles' } as const

/** The terms of a link; which of them are asked depends on what it is for. */
export function TermsFields({ mode, locked = false }: { mode: ShareMode; locked?: boolean }) {
  const t = useTexts(texts)
  const form = Form.useFormInstance<Terms>()
  return (
    <>
      <Form.Item<Terms> name="title" label={t('linkTitle')}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item<Terms> name="note" label={t('note')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
      <Form.Item label={t('password')} extra={t(locked ? 'passwordKeep' : 'passwordHint')}>
        <Space.Compact block>
          <Form.Item<Terms> name="password" noStyle rules={[{ min: 4, message: t('passwordShort') }]}>
            <Input maxLength={LONGEST} autoComplete="off" spellCheck={false} aria-label={t('password')} />
          </Form.Item>
          <Button onClick={() => form.setFieldValue('password', randomPassword())}>{t('random')}</Button>
        </Space.Compact>
      </Form.Item>
      <div className="share-pair">
        <Form.Item<Terms>
          name="expireDay"
          label={t('expireDay')}
          extra={t('expireHint')}
          getValueProps={(day: string | null) => ({ value: day ? dayjs(day) : null })}
          normalize={(day: dayjs.Dayjs | null) => day?.format('YYYY-MM-DD') ?? null}
        >
          <DatePicker style={{ width: '100%' }} minDate={dayjs()} />
        </Form.Item>
        <Form.Item<Terms> name="maxCount" label={t(countLabel[mode])}>
          <InputNumber min={1} max={10_000} precision={0} placeholder={t('noLimit')} style={{ width: '100%' }} />
        </Form.Item>
      </div>
      {mode === 'collect' && (
        <>
          <div className="share-pair">
            <Form.Item<Terms> name="kinds" label={t('kinds')}>
              <Select
                mode="multiple"
                placeholder={t('anyKind')}
                options={shareKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
              />
            </Form.Item>
            <Form.Item<Terms> name="maxFileMb" label={t('maxFileMb')}>
              <InputNumber min={1} max={10_240} precision={0} placeholder={t('noLimit')} style={{ width: '100%' }} />
            </Form.Item>
          </div>
          <Form.Item<Terms> name="askName" valuePropName="checked">
            <Checkbox>{t('askName')}</Checkbox>
          </Form.Item>
        </>
      )}
      {mode === 'download' && (
        <Form.Item<Terms> name="watermark" valuePropName="checked">
          <Checkbox>{t('watermark')}</Checkbox>
        </Form.Item>
      )}
      <Form.Item<Terms> name="notify" valuePropName="checked">
        <Checkbox>{t('notify')}</Checkbox>
      </Form.Item>
    </>
  )
}
