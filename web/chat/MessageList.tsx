import { Alert, Button } from 'antd'
import { useTexts } from '#web/kernel/language.ts'
import { CallError } from '#web/kernel/transport.ts'
import { AnswerActions } from './AnswerActions.tsx'
import { AnswerPart } from './AnswerPart.tsx'
import { leafBeside } from './chat-tree.ts'
import { isUnasked, type Live } from './live-answers.ts'
import { BranchTurn, QuestionPart } from './QuestionPart.tsx'
import { texts } from './texts.ts'
import type { ConversationState } from './use-conversation.ts'

type MessageListProps = { of: ConversationState; conversationId: string }

/** The branch that is shown: questions and answers, what stands beside each, and what did not arrive. */
export function MessageList({ of: state, conversationId }: MessageListProps) {
  const t = useTexts(texts)
  const { branch, messages, running, lost } = state
  const idle = running === undefined
  return (
    <ol className="chat-messages" aria-label={t('messages')}>
      {branch.map((shown) => {
        const { message, beside, at } = shown
        const fault = lost.find(({ answer }) => answer.id === message.id)
        const turn = beside.length > 1 && idle && (
          <BranchTurn
            at={at}
            of={beside.length}
            onTurn={(by) => {
              const leaf = leafBeside(messages, shown, by)
              if (leaf !== undefined) state.show(leaf)
            }}
          />
        )
        if (message.role === 'user')
          return (
            <li key={message.id} data-role="user" aria-label={t('you')}>
              <QuestionPart of={message} onChange={idle ? (text) => state.change(message, text) : undefined} />
              {turn}
            </li>
          )
        return (
          <li key={message.id} data-role="assistant" aria-label={t('answer')}>
            {!(fault && isUnasked(fault)) && (
              <>
                <span className="chat-mark">{t(message.mode === 'model' ? 'generated' : 'extracted')}</span>
                <AnswerPart of={fault ? { ...message, status: 'interrupted' } : message} />
              </>
            )}
            {fault && <Lost of={fault} onRetry={() => state.retry(fault)} onDismiss={() => state.dismiss(fault)} />}
            {message.status !== 'running' && (
              <AnswerActions
                of={message}
                conversationId={conversationId}
                onAgain={idle ? () => state.again(message) : undefined}
              >
                {turn}
              </AnswerActions>
            )}
          </li>
        )
      })}
    </ol>
  )
}

type LostProps = { of: Live; onRetry: () => void; onDismiss: () => void }

/** A question that did not arrive, or an answer whose rest did not come. */
function Lost({ of, onRetry, onDismiss }: LostProps) {
  const t = useTexts(texts)
  const why = of.fault instanceof CallError && of.fault.message ? of.fault.message : t('unknownFault')
  const unasked = isUnasked(of)
  return (
    <Alert
      type="warning"
      title={t(unasked ? 'notAsked' : 'notRest', { why })}
      action={
        <span className="chat-lost">
          <Button size="small" onClick={onRetry}>
            {t(unasked ? 'askAgain' : 'fetchRest')}
          </Button>
          {unasked && (
            <Button size="small" type="text" onClick={onDismiss}>
              {t('dismiss')}
            </Button>
          )}
        </span>
      }
    />
  )
}
