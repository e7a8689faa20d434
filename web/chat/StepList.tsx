import type { Step } from '#contract/chat-message.ts'
import { useTexts } from '#web/kernel/language.ts'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { texts } from './texts.ts'

const tones: Record<Step['state'], Tone> = { running: 'active', done: 'good', failed: 'bad' }
export const useSeconds = () => {
  const t = useTexts(texts)
  return (ms: number) => t('seconds', { seconds: (ms / 1000).toFixed(ms < 10_000 ? 1 : 0) })
}

/** What was done for an answer, one after the other, each with what went in and what came of it. */
export function StepList({ steps, open = false }: { steps: readonly Step[]; open?: boolean }) {
  const t = useTexts(texts)
  const seconds = useSeconds()
  return (
    <ol className="chat-steps">
      {steps.map((step) => (
        <li key={step.no}>
          <details open={open}>
            <summary>
              <span className="third">{t(`step_${step.kind}`)}</span>
              <span className="chat-step-title">{step.title}</span>
              {step.state === 'done' ? (
                <span className="third number">{seconds(step.ms)}</span>
              ) : (
                <StepState of={step} />
              )}
            </summary>
            <dl>
              {step.input && (
                <div>
                  <dt>{t('stepInput')}</dt>
                  <dd>{step.input}</dd>
                </div>
              )}
              {step.result && (
                <div>
                  <dt>{t('stepResult')}</dt>
                  <dd>{step.result}</dd>
                </div>
              )}
              {step.sources.length > 0 && (
                <div>
                  <dt>{t('stepSources')}</dt>
                  <dd>{step.sources.map((no) => `[${no}]`).join(' ')}</dd>
                </div>
              )}
            </dl>
          </details>
        </li>
      ))}
    </ol>
  )
}

/** How a step stands; a check that found something is no failure of the step. */
function StepState({ of: { kind, state } }: { of: Step }) {
  const t = useTexts(texts)
  if (kind === 'check' && state === 'failed') return <StatusTag tone="waiting">{t('doubtful')}</StatusTag>
  return <StatusTag tone={tones[state]}>{t(`state_${state}`)}</StatusTag>
}
