import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { type Dict, DICT_ROOT, dict, dictColors } from '#contract/dict.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

/** A row to change, or what a new one goes under; under nothing it is a dictionary. */
export type DictDraft = { of: Dict } | { under: Dict | undefined }

type Values = Pick<Dict, 'code' | 'dictKey' | 'dictValue' | 'valueEn' | 'remark'> & {
  color: (typeof dictColors)[number]
  sort: number | null
  sealed: boolean
}

/** Adds or changes a dictionary or one of its items. */
export function DictForm({ draft, onClose }: { draft: DictDraft | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  const submit = useCommand(dict.submit, { quiet: true })
  const of = draft && 'of' in draft ? draft.of : undefined
  const under = draft && 'under' in draft ? draft.under : undefined
  const isRoot = of ? of.dictKey === DICT_ROOT : under === undefined
  const save = async ({ sealed, sort, ...values }: Values) => {
    await submit.mutateAsync({
      ...values,
      isSealed: sealed ? 1 : 0,
      ...(typeof sort === 'number' && { sort }),
      ...(under && { parentId: under.id }),
      ...(of && { id: of.id, version: of.version }),
    })
    say(t('saved'))
  }
  const title = of ? t('editNamed', { name: of.dictValue }) : t(isRoot ? 'newDict' : 'newItem')
  return (
    <FormDialog<Values>
      open={draft !== undefined}
      place="drawer"
      title={title}
      initial={of ? { ...of, sealed: of.isSealed === 1 } : { color: '', sealed: false }}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item<Values>
        name="dictValue"
        label={t(isRoot ? 'dictName' : 'dictValue')}
        rules={[{ required: true, whitespace: true, message: t('namePlease') }]}
      >
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item<Values> name="valueEn" label={t('nameEn')}>
        <Input maxLength={200} />
      </Form.Item>
      {isRoot ? (
        <Form.Item<Values>
          name="code"
          label={t('dictCode')}
          extra={t('codeRule')}
          rules={[
            { required: true, message: t('codePlease') },
            { pattern: /^[A-Za-z]\w*$/, message: t('codeRule') },
          ]}
        >
          <Input maxLength={100} spellCheck={false} />
        </Form.Item>
      ) : (
        <>
          <Form.Item<Values>
            name="dictKey"
            label={t('dictKey')}
            rules={[{ required: true, whitespace: true, message: t('keyPlease') }]}
          >
            <Input maxLength={100} spellCheck={false} />
          </Form.Item>
          <Form.Item<Values> name="color" label={t('dictColor')}>
            <Select options={dictColors.map((value) => ({ value, label: t(`color_${value}`) }))} />
          </Form.Item>
        </>
      )}
      <div className="form-pair">
        <Form.Item<Values> name="sort" label={t('sort')}>
          <InputNumber min={0} max={100_000} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item<Values> name="sealed" label={t('dictSealed')} extra={t('dictSealedHint')} valuePropName="checked">
          <Switch />
        </Form.Item>
      </div>
      <Form.Item<Values> name="remark" label={t('remark')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  )
}
