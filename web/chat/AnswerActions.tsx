import {
  CopyOutlined,
  DislikeFilled,
  DislikeOutlined,
  FileWordOutlined,
  LikeFilled,
  LikeOutlined,
  ReloadOutlined,
} from '@ant-design/icons'
import { Button, Form, Input, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { chat } from '#contract/chat.ts'
import type { ChatMessage } from '#contract/chat-message.ts'
import { download, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { copyText } from './copy-text.ts'
import { useSeconds } from './StepList.tsx'
import { texts } from './texts.ts'

type ActionsProps = {
  of: ChatMessage
  conversationId: string
  /** Absent while something is being answered. */
  onAgain: (() => void) | undefined
  /** Which of several answers it is. */
  children: ReactNode
}

/** What can be done with an answer, and what it took. */
export function AnswerActions({ of: message, conversationId, onAgain, children }: ActionsProps) {
  const t = useTexts(texts)
  const seconds = useSeconds()
  const [why, askWhy] = useState(false)
  const feedback = useCommand(chat.feedback)
  const { id, model, inputTokens, outputTokens, ms } = message
  const copy = async () => say(t((await copyText(message.text)) ? 'copied' : 'notCopied'))
  const exported = () =>
    void download(chat.export, { id: conversationId, messageId: id }, t('exportName')).catch((fault: unknown) =>
      complain(fault),
    )
  const judge = (judged: 'up' | 'down', words = '') => {
    const taken = message.feedback === judged && words === ''
    return feedback.mutateAsync({ messageId: id, feedback: taken ? '' : judged, words })
  }
  const up = message.feedback === 'up'
  const down = message.feedback === 'down'
  return (
    <div className="chat-actions">
      {children}
      <Act says={t('copy')} icon={<CopyOutlined />} onClick={() => void copy()} />
      {onAgain && <Act says={t('regenerate')} icon={<ReloadOutlined />} onClick={onAgain} />}
      <Act
        says={t('useful')}
        icon={up ? <LikeFilled /> : <LikeOutlined />}
        pressed={up}
        onClick={() => void judge('up').catch(() => undefined)}
      />
      <Act
        says={t('notUseful')}
        icon={down ? <DislikeFilled /> : <DislikeOutlined />}
        pressed={down}
        onClick={() => (down ? void judge('down').catch(() => undefined) : askWhy(true))}
      />
      <Act says={t('exportAnswer')} icon={<FileWordOutlined />} onClick={exported} />
      <span className="third number">
        {[model, ms > 0 && seconds(ms), outputTokens > 0 && t('usage', { input: inputTokens, output: outputTokens })]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <FormDialog<{ words?: string }>
        open={why}
        title={t('notUseful')}
        initial={{ words: message.feedbackWords }}
        onClose={() => askWhy(false)}
        onSubmit={async ({ words = '' }) => {
          await feedback.mutateAsync({ messageId: id, feedback: 'down', words })
          say(t('thanks'))
        }}
      >
        <Form.Item<{ words?: string }> name="words" label={t('whyNot')} extra={t('whyNotHint')}>
          <Input.TextArea rows={4} maxLength={1000} showCount />
        </Form.Item>
      </FormDialog>
    </div>
  )
}

type ActProps = { says: string; icon: ReactNode; pressed?: boolean; onClick: () => void }

function Act({ says, icon, pressed, onClick }: ActProps) {
  return (
    <Tooltip title={says}>
      <Button
        type="text"
        size="small"
        icon={icon}
        aria-label={says}
        {...(pressed !== undefined && { 'aria-pressed': pressed })}
        onClick={onClick}
      />
    </Tooltip>
  )
}
