import { useQuery } from '@tanstack/react-query'
import { Form, Input, Switch } from 'antd'
import { schedule, type ScheduledJob } from '#contract/schedule.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './storage-texts.ts'

type Values = { cron: string; enabled: boolean }

/** When a job comes, with its next times shown while one types. */
export function ScheduleForm({ of, onClose }: { of: ScheduledJob; onClose: () => void }) {
  const t = useTexts(texts)
  const submit = useCommand(schedule.submit, { quiet: true })
  const save = async (values: Values) => {
    await submit.mutateAsync({ id: of.id, version: of.version, ...values })
    say(t('saved'))
  }
  return (
    <FormDialog<Values> open title={of.title} initial={of} onSubmit={save} onClose={onClose}>
      <Form.Item<Values>
        name="cron"
        label={t('cron')}
        extra={t('cronHint')}
        rules={[{ required: true, whitespace: true, message: t('cronPlease') }]}
      >
        <Input className="mono" maxLength={100} spellCheck={false} />
      </Form.Item>
      <Form.Item<Values> noStyle shouldUpdate={(before, after) => before.cron !== after.cron}>
        {({ getFieldValue }) => <NextTimes cron={String(getFieldValue('cron') ?? '').trim()} />}
      </Form.Item>
      <Form.Item<Values> name="enabled" label={t('enabled')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDialog>
  )
}

function NextTimes({ cron }: { cron: string }) {
  const t = useTexts(texts)
  const whole = cron.split(/\s+/).length === 5
  const times = useQuery({ ...query(schedule.next, { cron }), enabled: whole, retry: false })
  return (
    <Form.Item label={t('nextTimes')}>
      <div className="number" aria-live="polite" style={{ minHeight: 110 }}>
        {whole && !times.isError && times.data?.map((time) => <div key={time}>{time}</div>)}
        {whole && times.isError && <div className="second">{times.error.message}</div>}
      </div>
    </Form.Item>
  )
}
