import { useQuery } from '@tanstack/react-query'
import { Checkbox, DatePicker, Form, Input, Select } from 'antd'
import {
  type AcceptKind,
  acceptKinds,
  docRequest,
  type RequestDetailRow,
  type RequestItemRow,
} from '#contract/doc-request.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { dayField } from './HeadFields.tsx'
import { SampleField } from './SampleField.tsx'
import { texts } from './texts.ts'

type Values = {
  name: string
  note: string
  required: boolean
  dueDay: string | null
  kinds: AcceptKind[]
  papers: string[]
  ledger: boolean
  sampleNodeId: string | undefined
}
type ItemFormProps = { of: RequestDetailRow; item?: RequestItemRow; onClose: () => void }

/** An item of one's own, or a change to one. */
export function ItemForm({ of, item, onClose }: ItemFormProps) {
  const t = useTexts(texts)
  const save = useCommand(docRequest.saveItem, { quiet: true })
  const templates = useQuery(query(docRequest.templates, {}))
  const known = templates.data?.flatMap(({ items }) => items.flatMap(({ papers: fed }) => fed)) ?? []
  const papers = [...new Set(known)].toSorted()
  const submit = async ({ ledger, sampleNodeId, ...values }: Values) => {
    const before = item ? { id: item.id, code: item.code } : {}
    await save.mutateAsync({
      requestId: of.id,
      item: { ...before, ...values, target: ledger ? 'ledger' : 'none', sampleNodeId: sampleNodeId ?? '' },
    })
    say(t('saved'))
  }
  const initial: Values = {
    name: item?.name ?? '',
    note: item?.note ?? '',
    required: item?.required ?? true,
    dueDay: item?.dueDay ?? null,
    kinds: item?.kinds ?? [],
    papers: item?.papers ?? [],
    ledger: item?.target === 'ledger',
    sampleNodeId: item?.sampleNodeId || undefined,
  }
  return (
    <FormDialog<Values>
      open
      title={t(item ? 'editItem' : 'addItem')}
      initial={initial}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item<Values>
        name="name"
        label={t('name')}
        rules={[{ required: true, whitespace: true, message: t('titlePlease') }]}
      >
        <Input maxLength={120} />
      </Form.Item>
      <Form.Item<Values> name="note" label={t('what')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
      <div className="request-pair">
        <Form.Item<Values> name="kinds" label={t('kinds')}>
          <Select
            mode="multiple"
            placeholder={t('anyKind')}
            options={acceptKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
          />
        </Form.Item>
        <Form.Item<Values> name="dueDay" label={t('ownDue')} {...dayField}>
          <DatePicker style={{ width: '100%' }} />
        </Form.Item>
      </div>
      <Form.Item<Values> name="papers" label={t('papers')}>
        <Select
          mode="tags"
          tokenSeparators={[',', '、', ' ']}
          maxCount={30}
          options={papers.map((value) => ({ value, label: value }))}
        />
      </Form.Item>
      <Form.Item<Values> name="sampleNodeId" label={t('sample')} extra={t('sampleHint')}>
        <SampleField known={item} />
      </Form.Item>
      <Form.Item<Values> name="required" valuePropName="checked">
        <Checkbox>{t('required')}</Checkbox>
      </Form.Item>
      <Form.Item<Values> name="ledger" valuePropName="checked">
        <Checkbox>{t('isLedger')}</Checkbox>
      </Form.Item>
    </FormDialog>
  )
}
