import { Button, Form, Input } from 'antd'
import { type Carry, initData } from '#contract/init-data.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

type CarryDialogProps = { of: Carry | 'new' | undefined; enterpriseId: string; year: number; onClose: () => void }
type Values = { cell: string; amount: string; evidence: string }

const CELL = /^A\d{6}(?:\.\d{1,2}[a-z]?)(?:\.\d{1,2})?$/
const AMOUNT = /^-?\d+(?:\.\d{1,2})?$/

/** Puts a figure of an earlier return by hand, with its evidence, or takes that back. */
export function CarryDialog({ of, enterpriseId, year, onClose }: CarryDialogProps) {
  const t = useTexts(texts)
  const save = useCommand(initData.saveCarry, { quiet: true })
  const carry = of === 'new' ? undefined : of
  const back = async () => {
    if (!carry) return
    await save.mutateAsync({ enterpriseId, year, cell: carry.cell, amount: null })
    say(t('saved', { cell: carry.cell }))
    onClose()
  }
  return (
    <FormDialog<Values>
      key={carry?.cell ?? 'new'}
      open={of !== undefined}
      title={carry ? t('correctCell', { cell: carry.cell }) : t('addTitle', { year })}
      initial={{ cell: carry?.cell ?? '', amount: carry?.amount ?? '', evidence: carry?.evidence ?? '' }}
      onSubmit={async ({ cell, amount, evidence }) => {
        await save.mutateAsync({ enterpriseId, year, cell: cell.trim(), amount: plain(amount), evidence })
        say(t('saved', { cell }))
      }}
      onClose={onClose}
    >
      {carry?.label && <p className="second">{carry.label}</p>}
      <Form.Item
        name="cell"
        label={t('cell')}
        extra={carry ? undefined : t('cellHint')}
        rules={[{ required: true, pattern: CELL, message: t('cellWrong') }]}
      >
        <Input disabled={carry !== undefined} />
      </Form.Item>
      <Form.Item
        name="amount"
        label={t('amountLabel')}
        rules={[
          {
            required: true,
            transform: (value: string | undefined) => plain(value ?? ''),
            pattern: AMOUNT,
            message: t('amountWrong'),
          },
        ]}
      >
        <Input inputMode="decimal" />
      </Form.Item>
      <Form.Item
        name="evidence"
        label={t('evidence')}
        rules={[{ required: true, whitespace: true, message: t('evidenceNeeded') }]}
      >
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
      {carry?.byHand && (
        <Button type="text" loading={save.isPending} onClick={() => void back().catch(() => undefined)}>
          {t('takeBack')}
        </Button>
      )}
    </FormDialog>
  )
}

const plain = (amount: string) => amount.replaceAll(/[\s,，¥￥元]/g, '')
