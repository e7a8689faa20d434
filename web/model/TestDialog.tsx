import { AutoComplete, Button, Form, Modal, Radio } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { model, type ModelEndpoint, modelTestKinds } from '#contract/model.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { texts } from './texts.ts'

type Tested = z.output<typeof model.test.output>
type Values = { model: string; kind: (typeof modelTestKinds)[number] }
const tones: Record<Tested['steps'][number]['state'], Tone> = { ok: 'good', failed: 'bad', skipped: 'plain' }

/** Tries a stored service: is it there, is the key good, does a model answer. */
export function TestDialog({ of, onClose }: { of: ModelEndpoint | undefined; onClose: () => void }) {
  useFocusBack(of !== undefined)
  const t = useTexts(texts)
  return (
    <Modal
      title={`${t('test')}${of ? ` · ${of.name}` : ''}`}
      open={of !== undefined}
      onCancel={onClose}
      width={560}
      footer={null}
      destroyOnHidden
    >
      {of && <TestForm of={of} onDone={onClose} />}
    </Modal>
  )
}

function TestForm({ of, onDone }: { of: ModelEndpoint; onDone: () => void }) {
  const t = useTexts(texts)
  const test = useCommand(model.test)
  const save = useCommand(model.saveEndpoint)
  const [seen, setSeen] = useState<Tested>()
  const run = ({ model: name, kind }: Values) =>
    test.mutate(
      { id: of.id, baseUrl: of.baseUrl, style: of.style, apiVersion: of.apiVersion, model: name.trim(), kind },
      { onSuccess: setSeen },
    )
  const offer = (names: string[]) =>
    save.mutate(
      { id: of.id, models: names },
      {
        onSuccess: () => {
          say(t('saved'))
          onDone()
        },
      },
    )
  const names = seen && seen.models.length > 0 ? seen.models : of.models
  const listed = (seen?.models ?? []).slice(0, 200)
  return (
    <>
      <Form<Values> layout="vertical" initialValues={{ model: of.models[0] ?? '', kind: 'chat' }} onFinish={run}>
        <Form.Item<Values> name="kind" label={t('testKind')}>
          <Radio.Group
            optionType="button"
            options={modelTestKinds.map((value) => ({ value, label: t(`kind${value}`) }))}
          />
        </Form.Item>
        <Form.Item<Values> name="model" label={t('testModel')} extra={t('testHint')}>
          <AutoComplete
            options={names.map((value) => ({ value }))}
            showSearch={{ filterOption: (typed, option) => (option?.value ?? '').includes(typed) }}
          />
        </Form.Item>
        <div className="dialog-buttons">
          <Button type="primary" htmlType="submit" loading={test.isPending}>
            {t('runTest')}
          </Button>
        </div>
      </Form>
      <div aria-live="polite">
        {seen && (
          <ol className="model-steps">
            {seen.steps.map(({ step, state, says, milliseconds }) => (
              <li key={step}>
                <StatusTag tone={tones[state]}>{t(`state${state}`)}</StatusTag>
                <b>{t(`step${step}`)}</b>
                <span className="third number">{t('milliseconds', { n: milliseconds })}</span>
                <p>{says}</p>
              </li>
            ))}
          </ol>
        )}
        {listed.length > 0 && (
          <Button type="link" loading={save.isPending} onClick={() => offer(listed)}>
            {t('takeModels', { count: listed.length })}
          </Button>
        )}
      </div>
    </>
  )
}
