import { EditOutlined, LeftOutlined, PaperClipOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Input, Tooltip } from 'antd'
import { type ComponentRef, type KeyboardEvent, useState } from 'react'
import { LONGEST_QUESTION } from '#contract/chat.ts'
import type { ChatAttachment, ChatMessage } from '#contract/chat-message.ts'
import { useTexts } from '#web/kernel/language.ts'
import { viewerPath } from '../viewer/viewer-path.ts'
import { texts } from './texts.ts'

type QuestionProps = {
  of: ChatMessage
  /** Absent where it may not be changed. */
  onChange?: ((text: string) => void) | undefined
}

/** What a person asked; it can be changed, which begins another branch. */
export function QuestionPart({ of: message, onChange }: QuestionProps) {
  const t = useTexts(texts)
  const [editing, edit] = useState(false)
  if (editing && onChange)
    return (
      <Editor
        initial={message.text}
        onCancel={() => edit(false)}
        onSend={(text) => {
          edit(false)
          onChange(text)
        }}
      />
    )
  return (
    <div className="chat-question">
      {message.attachments.length > 0 && <Attached of={message.attachments} />}
      <p>{message.text}</p>
      {onChange && (
        <Tooltip title={t('edit')}>
          <Button type="text" size="small" icon={<EditOutlined />} aria-label={t('edit')} onClick={() => edit(true)} />
        </Tooltip>
      )}
    </div>
  )
}

function Attached({ of }: { of: readonly ChatAttachment[] }) {
  const t = useTexts(texts)
  return (
    <ul className="chat-files" aria-label={t('attachments')}>
      {of.map(({ fileId, name }) => (
        <li key={fileId}>
          {/* in a window of its own, beside the conversation */}
          <Button
            size="small"
            icon={<PaperClipOutlined />}
            href={viewerPath({ fileId, name })}
            target="_blank"
            rel="noopener"
          >
            {name}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Whoever changes a question can type at once, at its end. */
const focused = (input: ComponentRef<typeof Input.TextArea> | null) => input?.focus({ cursor: 'end' })

type EditorProps = { initial: string; onCancel: () => void; onSend: (text: string) => void }

function Editor({ initial, onCancel, onSend }: EditorProps) {
  const t = useTexts(texts)
  const [text, write] = useState(initial)
  const send = () => {
    if (text.trim() !== '') onSend(text.trim())
  }
  const byKeyboard = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }
  return (
    <div className="chat-edit">
      <Input.TextArea
        ref={focused}
        aria-label={t('question')}
        value={text}
        maxLength={LONGEST_QUESTION}
        autoSize={{ minRows: 2, maxRows: 12 }}
        onChange={({ target }) => write(target.value)}
        onKeyDown={byKeyboard}
      />
      <p className="third">{t('editHint')}</p>
      <div className="dialog-buttons">
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button type="primary" disabled={text.trim() === ''} onClick={send}>
          {t('send')}
        </Button>
      </div>
    </div>
  )
}

type BranchProps = { at: number; of: number; onTurn: (by: number) => void }

/** ‹2/3›: which of the messages that stand beside each other is shown. */
export function BranchTurn({ at, of, onTurn }: BranchProps) {
  const t = useTexts(texts)
  return (
    <span className="chat-branch">
      <Button
        type="text"
        size="small"
        icon={<LeftOutlined />}
        aria-label={t('previousBranch')}
        disabled={at === 0}
        onClick={() => onTurn(-1)}
      />
      <span className="number" title={t('branch', { at: at + 1, of })}>{`${at + 1}/${of}`}</span>
      <Button
        type="text"
        size="small"
        icon={<RightOutlined />}
        aria-label={t('nextBranch')}
        disabled={at + 1 >= of}
        onClick={() => onTurn(1)}
      />
    </span>
  )
}
