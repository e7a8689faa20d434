import { useQuery } from '@tanstack/react-query'
import { thinkChain } from '#contract/think-chain.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Empty, StateView } from '#web/kit/StateView.tsx'
import { StepList } from '../chat/StepList.tsx'
import { texts } from './texts.ts'
import '../chat/chat.css'

/** How an answer came about: each step with what went in and what came of it. */
export function StepsOfAnswer({ messageId }: { messageId: string }) {
  const t = useTexts(texts)
  const found = useQuery(query(thinkChain.stepsOf, { messageId }))
  return (
    <section className="chain-work" aria-label={t('stepsOf')}>
      <h2>{t('stepsOf')}</h2>
      <StateView of={found}>
        {({ question, chainName, thinking, steps }) => (
          <>
            <dl className="facts">
              <div>
                <dt>{t('asked')}</dt>
                <dd className="chain-asked">{question}</dd>
              </div>
            </dl>
            {chainName && <p className="second">{t('byChain', { name: chainName })}</p>}
            {steps.length === 0 ? <Empty says={t('noStepsOf')} /> : <StepList steps={steps} open />}
            {thinking && (
              <details className="chat-fold">
                <summary>{t('thinking')}</summary>
                <p className="chat-thinking">{thinking}</p>
              </details>
            )}
          </>
        )}
      </StateView>
    </section>
  )
}
