import { Button, Form, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ChatMessage } from '#contract/chat-message.ts'
import { thinkChain } from '#contract/think-chain.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { CallError } from '#web/kernel/transport.ts'
import { Failing } from '#web/kit/StateView.tsx'
import { asking, followAnswer } from '../chat/answer-stream.ts'
import { AnswerPart } from '../chat/AnswerPart.tsx'
import { applied, blankAnswer } from '../chat/chat-events.ts'
import { ProjectPick } from '../chat/ProjectPick.tsx'
import { askedOf, type DraftStep } from './draft-chain.ts'
import { texts } from './texts.ts'
import '../chat/chat.css'

type Values = { question: string; projectId?: string; values?: Record<string, string> }

/** Runs the steps as they stand over a question, and shows what each did. */
export function TryChain({ steps }: { steps: readonly DraftStep[] }) {
  const t = useTexts(texts)
  const may = useMay()
  const [answer, setAnswer] = useState<ChatMessage>()
  const [fault, setFault] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const run = useRef<AbortController>(null)
  useEffect(() => () => run.current?.abort(), [])
  const start = async ({ question, projectId, values = {} }: Values) => {
    const control = new AbortController()
    run.current = control
    setBusy(true)
    setFault(undefined)
    setAnswer(blankAnswer('try', ''))
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value))
    const input = { steps: steps.map(({ step }) => step), question, values: given, ...(projectId && { projectId }) }
    try {
      await followAnswer(asking(thinkChain.try, input), {
        signal: control.signal,
        onEvents: (events) => setAnswer((before) => events.reduce(applied, before ?? blankAnswer('try', ''))),
      })
    } catch (caught) {
      setAnswer((before) => before && { ...before, status: 'stopped' })
      if (!control.signal.aborted) setFault(caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-label={t('tryOut')}>
      <h3 className="section-title">{t('tryOut')}</h3>
      <p className="third chain-hint">{t('tryHint')}</p>
      <Form<Values> layout="vertical" onFinish={(values) => void start(values)}>
        <Form.Item<Values>
          name="question"
          label={t('question')}
          rules={[{ required: true, whitespace: true, message: t('questionPlease') }]}
        >
          <Input.TextArea maxLength={4000} autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
        {askedOf(steps).map(({ variable, label, required }) => (
          <Form.Item
            key={variable}
            name={['values', variable]}
            label={label || variable}
            rules={[{ required, whitespace: true }]}
          >
            <Input maxLength={4000} />
          </Form.Item>
        ))}
        {may('project.view') && (
          <Form.Item<Values> name="projectId" label={t('project')}>
            <ProjectPick label={t('project')} />
          </Form.Item>
        )}
        {busy ? (
          <Button onClick={() => run.current?.abort()}>{t('stop')}</Button>
        ) : (
          <Button type="primary" htmlType="submit" disabled={steps.length === 0}>
            {t('run')}
          </Button>
        )}
      </Form>
      <output className="chat-said" aria-live="polite">
        {busy ? t('running') : answer ? t('ran') : ''}
      </output>
      {fault instanceof CallError && <Failing fault={fault} />}
      {answer && (answer.steps.length > 0 || answer.text !== '' || busy) && (
        <div className="chain-tried">
          <AnswerPart of={answer} shared />
        </div>
      )}
    </section>
  )
}
