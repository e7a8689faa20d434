import { Form, Input, Radio } from 'antd'
import { type Attribute, attributes, type SampleItem, voucherCheck } from '#contract/voucher-check.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

type Values = Record<Attribute, '' | 'yes' | 'no' | 'na'> &
  Pick<SampleItem, 'conclusion' | 'misstatement' | 'evidence' | 'note'>
type TestProps = { projectId: string; sampleId: string; of: SampleItem | null; onClose: () => void }

/** What testing a drawn line showed: five attributes, the conclusion, by how much it is wrong, and the proof. */
export function TestDialog({ projectId, sampleId, of, onClose }: TestProps) {
  const t = useTexts(texts)
  const save = useCommand(voucherCheck.saveItem, { quiet: true })
  const send = async ({ conclusion, misstatement, evidence, note, ...tests }: Values) => {
    if (!of) return
    const { line, version } = of
    await save.mutateAsync({
      projectId,
      sampleId,
      line,
      version,
      tests,
      conclusion,
      misstatement: misstatement || '0',
      evidence,
      note,
    })
  }
  return (
    <FormDialog<Values>
      key={of ? `${of.line} ${of.version}` : ''}
      open={of !== null}
      place="drawer"
      title={t('testTitle', { voucher: of?.voucherKey ?? '' })}
      initial={
        of
          ? {
              ...of.tests,
              conclusion: of.conclusion,
              misstatement: of.misstatement,
              evidence: of.evidence,
              note: of.note,
            }
          : undefined
      }
      onSubmit={send}
      onClose={onClose}
    >
      {of && (
        <p className="second">
          {of.account} {of.accountName} · {of.summary} · <span className="number">{of.amount}</span>
        </p>
      )}
      {attributes.map((key) => (
        <Form.Item<Values> key={key} name={key} label={t(key)}>
          <Radio.Group
            optionType="button"
            size="small"
            options={[
              { value: 'yes', label: t('yes') },
              { value: 'no', label: t('no') },
              { value: 'na', label: t('na') },
            ]}
          />
        </Form.Item>
      ))}
      <Form.Item<Values> name="conclusion" label={t('conclusion')}>
        <Radio.Group
          options={[
            { value: 'ok', label: t('ok') },
            { value: 'exception', label: t('exception') },
            { value: 'pending', label: t('pendingItem') },
          ]}
        />
      </Form.Item>
      <Form.Item<Values>
        name="misstatement"
        label={t('misstatement')}
        rules={[{ pattern: /^(?:-?\d{1,13}(?:\.\d{1,2})?)?$/, message: t('misstatementWrong') }]}
      >
        <Input inputMode="decimal" />
      </Form.Item>
      <Form.Item<Values> name="evidence" label={t('evidence')}>
        <Input maxLength={500} />
      </Form.Item>
      <Form.Item<Values>
        name="note"
        label={t('note')}
        dependencies={['conclusion']}
        rules={[
          ({ getFieldValue }) => ({
            required: getFieldValue('conclusion') === 'exception',
            whitespace: true,
            message: t('noteNeeded'),
          }),
        ]}
      >
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
    </FormDialog>
  )
}
