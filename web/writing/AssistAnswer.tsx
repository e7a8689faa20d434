import { Alert, Button, Space } from 'antd'
import { useTexts } from '#web/kernel/language.ts'
import { SourceList } from '#web/kit/SourceList.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import type { Answer } from './assist-stream.ts'
import { texts } from './assist-texts.ts'

type AnswerProps = {
  answer: Answer
  /** Remarks on the text, which are no text to put in. */
  remarks: boolean
  readOnly: boolean
  onTake: () => void
  onDrop: () => void
  onAgain: () => void
}

/** What the model writes, as it comes, with what it goes by; nothing of it is in the text before a person takes it. */
export function AssistAnswer({ answer, remarks, readOnly, onTake, onDrop, onAgain }: AnswerProps) {
  const t = useTexts(texts)
  const { state, text, sources, unverified, reason, fault } = answer
  const over = state !== 'running'
  return (
    <section className="wr-answer" aria-label={t('answer')}>
      <StatusTag tone={over ? 'plain' : 'active'}>{over ? t('answerMark') : t('writing')}</StatusTag>
      {text !== '' && <div className="wr-answer-text">{text}</div>}
      {state === 'failed' && <Alert type="warning" showIcon title={fault} />}
      {state === 'stopped' && <p className="second">{t('stopped')}</p>}
      {reason === 'length' && <p className="second">{t('cutOff')}</p>}
      {reason === 'filter' && <p className="second">{t('filtered')}</p>}
      {unverified.length > 0 && (
        <Alert type="warning" showIcon title={t('unverified', { numbers: unverified.join(t('gap')) })} />
      )}
      {over && (
        <Space wrap>
          {text.trim() !== '' && !remarks && (
            <Button type="primary" disabled={readOnly} onClick={onTake}>
              {t('take')}
            </Button>
          )}
          <Button onClick={onAgain}>{t('again')}</Button>
          <Button onClick={onDrop}>{t('drop')}</Button>
        </Space>
      )}
      {sources.length > 0 && (
        <>
          <h3>{t('sources')}</h3>
          <SourceList sources={sources} />
        </>
      )}
    </section>
  )
}
