import { Form, Input, Radio } from 'antd'
import { decisions, voucherCheck } from '#contract/voucher-check.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

/** Hits to decide of: named, or all open ones of a check. */
export type ToDecide = { count: number; keys: string[]; allOf: string }
type Values = { state: (typeof decisions)[number]; reason?: string; evidence?: string; paper?: string }

const words = {
  normal: 'normalSays',
  adjust: 'adjustSays',
  pending: 'pendingSays',
  whitelist: 'whitelistSays',
  open: 'openSays',
} as const

/** One decision for one or many hits, with its reason. */
export function DecideDialog({
  projectId,
  of,
  onClose,
  onDone,
}: {
  projectId: string
  of: ToDecide | null
  onClose: () => void
  onDone: () => void
}) {
  const t = useTexts(texts)
  const decide = useCommand(voucherCheck.decide, { quiet: true })
  const send = async ({ state, reason = '', evidence = '', paper = '' }: Values) => {
    if (!of) return
    const { keys, allOf } = of
    const { decided } = await decide.mutateAsync({ projectId, keys, allOf, state, reason, evidence, paper })
    say(t('decided', { count: decided }))
    onDone()
  }
  return (
    <FormDialog<Values>
      open={of !== null}
      title={t('decideTitle', { count: of?.count ?? 0 })}
      initial={{ state: 'normal' }}
      onSubmit={send}
      onClose={onClose}
    >
      <Form.Item<Values> name="state" label={t('decision')}>
        <Radio.Group className="decisions">
          {decisions.map((state) => (
            <Radio key={state} value={state}>
              {t(state === 'open' ? 'takeBack' : state)} <span className="third">{t(words[state])}</span>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <Form.Item<Values>
        name="reason"
        label={t('reason')}
        dependencies={['state']}
        rules={[
          ({ getFieldValue }) => ({
            required: getFieldValue('state') !== 'open',
            whitespace: true,
            message: t('reasonNeeded'),
          }),
        ]}
      >
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
      <Form.Item<Values> name="evidence" label={t('evidence')}>
        <Input maxLength={500} />
      </Form.Item>
      <Form.Item<Values> name="paper" label={t('paper')}>
        <Input maxLength={60} placeholder="C14 / AJE-1" />
      </Form.Item>
    </FormDialog>
  )
}
