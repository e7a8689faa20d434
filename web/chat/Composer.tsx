import { ArrowUpOutlined, BorderOutlined, CloseOutlined, PaperClipOutlined } from '@ant-design/icons'
import { Button, Input, Tooltip } from 'antd'
import {
  type ClipboardEvent,
  type ComponentRef,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { LONGEST_QUESTION } from '#contract/chat.ts'
import { useTexts } from '#web/kernel/language.ts'
import { keepDraft, keptDraft } from './drafts.ts'
import { texts } from './texts.ts'
import { type PendingFile, useAttachments } from './use-attachments.ts'
import type { Written } from './use-conversation.ts'

/** What others put into the field. */
export type ComposerHandle = { write: (words: string) => void }
type ComposerProps = {
  /** Whose draft it is: a conversation, or a place where a new one begins. */
  place: string
  /** Something is being answered. */
  busy: boolean
  /** Whether it was taken; otherwise what was written stays. */
  onSend: (written: Written) => boolean
  onStop: () => void
  /** Over the field: what is to be said beside the question. */
  above?: ReactNode
  /** Under the field, at the left: what the question is asked of. */
  children?: ReactNode
  handle?: Ref<ComposerHandle>
}

/** From here on how much room is left is said. */
const NEAR_END = 1000

/** Where a question is written: Enter sends, Shift+Enter begins a line, files by button, drop and paste; the draft survives. */
export function Composer({ place, busy, onSend, onStop, above, children, handle }: ComposerProps) {
  const t = useTexts(texts)
  const [text, setText] = useState(() => keptDraft(place))
  const [over, setOver] = useState(false)
  const { files, add, remove, clear, ready } = useAttachments()
  const field = useRef<ComponentRef<typeof Input.TextArea>>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const write = (words: string) => {
    setText(words)
    keepDraft(place, words)
  }
  useImperativeHandle(handle, () => ({
    write: (words) => {
      write(words)
      field.current?.focus({ cursor: 'end' })
    },
  }))
  // where a keyboard stands on screen it would cover what is read
  useEffect(() => {
    if (matchMedia('(hover: hover)').matches) field.current?.focus()
  }, [])
  const maySend = !busy && text.trim() !== '' && ready
  const send = () => {
    if (!maySend) return
    const taken = onSend({
      text: text.trim(),
      attachments: files.map(({ fileId, name, size, kind }) => ({ fileId, name, size, kind })),
    })
    if (!taken) return
    write('')
    clear()
  }
  const byKeyboard = (event: KeyboardEvent) => {
    // Enter that ends the choice of a character sends nothing (Safari says so only by 229)
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      send()
    }
    if (event.key === 'Escape' && busy) onStop()
  }
  const pasted = (event: ClipboardEvent) => {
    const found = [...event.clipboardData.files]
    if (found.length === 0) return
    event.preventDefault()
    add(found)
  }
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add([...event.dataTransfer.files])
  }
  return (
    <div
      className="chat-composer"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      {above}
      {files.length > 0 && <Files of={files} onRemove={remove} />}
      <Input.TextArea
        ref={field}
        variant="borderless"
        aria-label={t('question')}
        placeholder={t('placeholder')}
        value={text}
        maxLength={LONGEST_QUESTION}
        autoSize={{ minRows: 2, maxRows: 10 }}
        onChange={({ target }) => write(target.value)}
        onKeyDown={byKeyboard}
        onPaste={pasted}
      />
      {LONGEST_QUESTION - text.length < NEAR_END && (
        <p className="third">{t('wordsLeft', { count: LONGEST_QUESTION - text.length })}</p>
      )}
      <div className="chat-composer-bar">
        <div className="chat-scope">
          <Tooltip title={t('attach')}>
            <Button
              type="text"
              icon={<PaperClipOutlined />}
              aria-label={t('attach')}
              onClick={() => chooser.current?.click()}
            />
          </Tooltip>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            aria-label={t('attach')}
            onChange={({ target }) => {
              add([...(target.files ?? [])])
              target.value = ''
            }}
          />
          {children}
        </div>
        {busy ? (
          <Button icon={<BorderOutlined />} aria-label={t('stop')} onClick={onStop}>
            {t('stop')}
          </Button>
        ) : (
          <Button type="primary" icon={<ArrowUpOutlined />} aria-label={t('send')} disabled={!maySend} onClick={send}>
            {t('send')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Files({ of, onRemove }: { of: readonly PendingFile[]; onRemove: (key: string) => void }) {
  const t = useTexts(texts)
  return (
    <ul className="chat-files" aria-label={t('attachments')}>
      {of.map(({ key, name, fileId }) => (
        <li key={key}>
          <span title={name}>{name}</span>
          {fileId === '' && <span className="third">{t('sending')}</span>}
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            aria-label={t('removeFile', { name })}
            onClick={() => onRemove(key)}
          />
        </li>
      ))}
    </ul>
  )
}
