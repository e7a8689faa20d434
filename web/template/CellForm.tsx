import { Alert, Button, Form, Input, Select } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import {
  bindingUnits,
  CELL_KEY,
  paperTemplate,
  type TemplateCell,
  type TemplateDetail,
  type TemplatePaper,
} from '#contract/paper-template.ts'
import type { SheetBook } from '#contract/sheet-book.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { CallError } from '#web/kernel/transport.ts'
import { addressOf, type Place } from './marked-book.ts'
import { texts } from './texts.ts'
import { wordsBeside } from './words-beside.ts'

const FormulaEditor = lazy(async () => ({ default: (await import('#web/binding/FormulaEditor.tsx')).FormulaEditor }))

type Values = Pick<TemplateCell, 'expression' | 'key' | 'unit' | 'feeds' | 'rule' | 'note'> & { zh: string; en: string }
type CellFormProps = {
  of: TemplateDetail
  book: SheetBook
  place: Place
  paper: TemplatePaper
  bound: TemplateCell | undefined
}

/** The binding of one cell: formula, name, kind, labels, the return cells it fills, the rule it stands on. */
export function CellForm({ of, book, place, paper, bound }: CellFormProps) {
  const t = useTexts(texts)
  const [form] = Form.useForm<Values>()
  const [refusal, setRefusal] = useState('')
  const save = useCommand(paperTemplate.saveCell, { quiet: true })
  const unbind = useCommand(paperTemplate.removeCell)
  const { paperId } = paper
  const address = addressOf(place)
  const name = `${paperId}.${bound?.key ?? ''}`
  // what stands at a place of the formula the editor says itself
  const problems = of.problems.filter(({ cell, to }) => cell === name && to === 0)
  const suggested = wordsBeside(book, place) || address
  const initial: Values = bound
    ? { ...bound, zh: bound.label.zh, en: bound.label.en }
    : { expression: '', key: address, unit: 'money', feeds: [], rule: '', note: '', zh: suggested, en: suggested }
  const submit = async ({ zh, en, ...values }: Values) => {
    setRefusal('')
    const { row, column } = place
    const cell = { id: of.id, rev: of.rev, paperId, row, column, ...values, label: { zh, en: en || zh } }
    await save.mutateAsync(cell).then(
      ({ problems: found }) => say(found.length > 0 ? t('savedWithProblems', { count: found.length }) : t('saved')),
      (fault: unknown) => {
        if (!(fault instanceof CallError)) throw fault
        setRefusal(fault.message)
      },
    )
  }
  const free = () =>
    bound && unbind.mutate({ id: of.id, rev: of.rev, paperId, key: bound.key }, { onSuccess: () => say(t('unbound')) })
  return (
    <Form<Values>
      form={form}
      // its fields' ids would else be those of a dialog's
      name="templateCell"
      layout="vertical"
      size="small"
      className="template-cell"
      initialValues={initial}
      disabled={of.published}
      onFinish={(values) => void submit({ ...initial, ...values })}
    >
      <h2>
        {paperId} · {address}
      </h2>
      {problems.map(({ text, from, to }) => (
        <Alert key={`${from} ${to} ${text}`} type="error" showIcon title={text} />
      ))}
      <Form.Item<Values>
        name="expression"
        label={t('expression')}
        rules={[{ required: true, whitespace: true, message: t('expressionPlease') }]}
      >
        <ExpressionField of={of} cell={`${paperId}.${bound?.key ?? address}`} />
      </Form.Item>
      {bound && bound.origin !== '' && <p className="third">{t('origin0', { formula: bound.origin })}</p>}
      <div className="template-pair">
        <Form.Item<Values> name="unit" label={t('unit')}>
          <Select options={bindingUnits.map((value) => ({ value, label: t(value) }))} />
        </Form.Item>
        <Form.Item<Values>
          name="key"
          label={t('key')}
          rules={[{ required: true, pattern: CELL_KEY, message: t('key') }]}
          extra={t('keyHint', { paper: paperId, key: bound?.key ?? address })}
        >
          <Input maxLength={40} />
        </Form.Item>
      </div>
      <Form.Item<Values> name="zh" label={t('labelZh')}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item<Values> name="en" label={t('labelEn')}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item<Values> name="feeds" label={t('feeds')} extra={t('feedsHint')}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[' ', ',', '，']} maxCount={20} />
      </Form.Item>
      <div className="template-pair">
        <Form.Item<Values> name="rule" label={t('rule')}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item<Values> name="note" label={t('note')}>
          <Input maxLength={500} />
        </Form.Item>
      </div>
      {refusal !== '' && <Alert type="error" showIcon title={refusal} />}
      {!of.published && (
        <div className="template-buttons">
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {t('save')}
          </Button>
          {bound && (
            <Button onClick={free} loading={unbind.isPending}>
              {t('unbind')}
            </Button>
          )}
        </div>
      )}
    </Form>
  )
}

type ExpressionFieldProps = {
  of: TemplateDetail
  /** The cell it stands in. */
  cell: string
  value?: string
  onChange?: (value: string) => void
}

/** The formula editor, which knows the template's own cells. */
function ExpressionField({ of, cell, value = '', onChange }: ExpressionFieldProps) {
  const t = useTexts(texts)
  const form = Form.useFormInstance<Values>()
  const unit = Form.useWatch('unit', form) ?? 'money'
  const cells = useMemo(
    () => of.bound.map((one) => ({ cell: `${one.paperId}.${one.key}`, label: one.label.zh, unit: one.unit })),
    [of.bound],
  )
  return (
    <Suspense fallback={<Input.TextArea aria-label={t('expression')} value={value} rows={3} readOnly />}>
      <FormulaEditor
        value={value}
        onChange={(text) => onChange?.(text)}
        unit={unit}
        cell={cell}
        cells={cells}
        readOnly={of.published}
        label={t('expression')}
      />
    </Suspense>
  )
}
