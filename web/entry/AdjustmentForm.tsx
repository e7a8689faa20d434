import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Radio, Select, Switch } from 'antd'
import { adjustment, type Adjustment } from '#contract/adjustment.ts'
import { fenOf, yuan } from '#engine/money.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

type Line = { account?: string; debit?: string; credit?: string }
type Values = { kind: 'aje' | 'rje'; summary: string; basis: string; booked: boolean; lines: Line[] }
const amount = (typed: string | undefined) => (typed ?? '').replaceAll(/[\s,，]/g, '')
const fen = (typed: string | undefined) => fenOf(amount(typed) || '0') ?? 0n
const shown = (value: string) => (value === '0.00' ? '' : value)

type AdjustmentFormProps = { projectId: string; given: Adjustment | null; onClose: () => void }

/** A new entry, or a proposed one that is changed; it says while one types whether it balances. */
export function AdjustmentForm({ projectId, given, onClose }: AdjustmentFormProps) {
  const t = useTexts(texts)
  const save = useCommand(adjustment.save, { quiet: true })
  const accounts = useQuery(query(adjustment.accounts, {}))
  const initial: Values = given
    ? {
        ...given,
        lines: given.lines.map(({ account, debit, credit }) => ({
          account,
          debit: shown(debit),
          credit: shown(credit),
        })),
      }
    : { kind: 'aje', summary: '', basis: '', booked: true, lines: [{}, {}] }
  const needed = [{ required: true, whitespace: true, message: t('required') }]
  return (
    <FormDialog<Values>
      open
      width={640}
      title={given ? t('editAdjustment', { name: given.name }) : t('newAdjustment')}
      initial={initial}
      onClose={onClose}
      onSubmit={({ kind, summary, basis, booked, lines }) =>
        save.mutateAsync({
          projectId,
          ...(given && { id: given.id, version: given.version }),
          kind,
          summary,
          basis,
          booked,
          lines: lines.map(({ account = '', debit, credit }) => ({
            account,
            debit: amount(debit),
            credit: amount(credit),
          })),
        })
      }
    >
      <Form.Item name="kind" label={t('kind')}>
        <Radio.Group
          disabled={given !== null}
          options={[
            { value: 'aje', label: t('aje') },
            { value: 'rje', label: t('rje') },
          ]}
        />
      </Form.Item>
      <Form.Item name="summary" label={t('summary')} rules={needed}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.List name="lines">
        {(fields, { add }) => (
          <>
            {fields.map(({ key, name }) => (
              <div key={key} className="entry-line-fields">
                <Form.Item name={[name, 'account']} rules={[{ required: true, message: t('required') }]} noStyle>
                  <Select
                    showSearch={{ optionFilterProp: 'label' }}
                    aria-label={t('lineField', { line: name + 1, field: t('account') })}
                    placeholder={t('account')}
                    loading={accounts.isPending}
                    options={(accounts.data ?? []).map((one) => ({ value: one.key, label: `${one.key} ${one.name}` }))}
                  />
                </Form.Item>
                <Form.Item name={[name, 'debit']} noStyle>
                  <Input
                    inputMode="decimal"
                    placeholder={t('debit')}
                    aria-label={t('lineField', { line: name + 1, field: t('debit') })}
                  />
                </Form.Item>
                <Form.Item name={[name, 'credit']} noStyle>
                  <Input
                    inputMode="decimal"
                    placeholder={t('credit')}
                    aria-label={t('lineField', { line: name + 1, field: t('credit') })}
                  />
                </Form.Item>
              </div>
            ))}
            <Button size="small" onClick={() => add({})}>
              {t('addLine')}
            </Button>
          </>
        )}
      </Form.List>
      <Form.Item noStyle shouldUpdate>
        {({ getFieldValue }) => {
          const lines = (getFieldValue('lines') ?? []) as Line[]
          const gap = lines.reduce((sum, { debit, credit }) => sum + fen(debit) - fen(credit), 0n)
          return (
            <output className="second" style={{ display: 'block', marginBlock: 8 }}>
              {gap === 0n ? t('balanced') : t('differs', { amount: yuan(gap < 0n ? -gap : gap) })}
            </output>
          )
        }}
      </Form.Item>
      <Form.Item name="basis" label={t('basis')} rules={needed}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <Form.Item name="booked" label={t('booked')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDialog>
  )
}
