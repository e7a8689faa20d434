import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { type PromptTemplate, promptTemplate } from '#contract/prompt-template.ts'
import type { z } from 'zod'
import { call, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { CallError } from '#web/kernel/transport.ts'
import { SafeMarkdown } from '#web/kit/SafeMarkdown.tsx'
import { PromptFields } from './PromptFields.tsx'
import { usePromptWords } from './prompt-words.ts'
import { texts } from './texts.ts'
import { useAnswer } from './use-answer.ts'
import { shownValues, today } from './values.ts'

type Shown = z.output<typeof promptTemplate.preview.output>

/** A template's form; what it would send, and the model's answer where there is a model. Drafts are tried before they are published. */
export function TryOut({ of }: { of: PromptTemplate }) {
  const t = useTexts(texts)
  const content = of.draft ?? of.published
  const capable = useQuery(query(promptTemplate.capable, {}))
  const [form] = Form.useForm<Record<string, unknown>>()
  const [shown, show] = useState<Shown>()
  const [refusal, refuse] = useState('')
  const [busy, setBusy] = useState(false)
  const answer = useAnswer()
  const { firstValues } = usePromptWords()
  if (!content) return null
  const hasModel = capable.data?.hasModel ?? false
  const look = async (asks: boolean) => {
    const given = await form.validateFields().catch(() => undefined)
    if (!given) return
    const wanted = { content, values: shownValues(content.variables, given) }
    setBusy(true)
    refuse('')
    try {
      show(await call(promptTemplate.preview, wanted))
      if (asks) void answer.ask(wanted)
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault
      refuse(fault.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="prompt-try">
      {capable.data && !hasModel && <Alert type="info" showIcon title={t('noModel')} />}
      <Form form={form} layout="vertical" initialValues={firstValues(content.variables, undefined, today())}>
        <PromptFields variables={content.variables} />
      </Form>
      {refusal && <Alert type="error" showIcon title={refusal} />}
      <div className="prompt-actions">
        <Button type={hasModel ? 'default' : 'primary'} loading={busy} onClick={() => void look(false)}>
          {t('showText')}
        </Button>
        {answer.running ? (
          <Button onClick={answer.stop}>{t('stop')}</Button>
        ) : (
          hasModel && (
            <Button type="primary" disabled={busy} onClick={() => void look(true)}>
              {t('ask')}
            </Button>
          )
        )}
      </div>
      <Answer answer={answer} />
      {shown && <WholeText of={shown} />}
    </div>
  )
}

function Answer({ answer }: { answer: ReturnType<typeof useAnswer> }) {
  const t = useTexts(texts)
  const { text, thinking, fault, end, running, stopped } = answer
  if (!running && text === '' && fault === '' && !end) return null
  return (
    <section aria-label={t('answer')} aria-busy={running}>
      <h3>{t('answer')}</h3>
      {thinking && (
        <details>
          <summary className="second">{t('thinking')}</summary>
          <p className="prompt-thinking">{thinking}</p>
        </details>
      )}
      <SafeMarkdown text={text} streaming={running} />
      {fault && <Alert type="error" showIcon title={fault} />}
      {stopped && <p className="third">{t('stopped')}</p>}
      {end && (
        <p className="third">
          {t('answeredBy', { model: end.model, input: end.inputTokens, output: end.outputTokens })}
        </p>
      )}
    </section>
  )
}

function WholeText({ of: { text, masked, hasModel } }: { of: Shown }) {
  const t = useTexts(texts)
  const copy = () => void navigator.clipboard?.writeText(text).then(() => say(t('copiedText')))
  return (
    <>
      <section aria-label={t('wholeText')}>
        <header className="prompt-head">
          <h3>{t('wholeText')}</h3>
          {'clipboard' in navigator && (
            <Button size="small" onClick={copy}>
              {t('copyText')}
            </Button>
          )}
        </header>
        <pre>{text}</pre>
      </section>
      {hasModel && masked !== text && (
        <section aria-label={t('masked')}>
          <h3>{t('masked')}</h3>
          <pre>{masked}</pre>
        </section>
      )}
    </>
  )
}
