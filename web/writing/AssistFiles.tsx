import { Button, Tag } from 'antd'
import { useRef, useState } from 'react'
import { PROMPT_FILE } from '#contract/prompt-template.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useSession } from '#web/kernel/session.ts'
import { dropUpload, startUpload } from '#web/kernel/uploads.ts'
import { texts } from './assist-texts.ts'

/** A file the model may read for this text. */
export type AssistFile = { id: string; name: string }
type FilesProps = { value: readonly AssistFile[]; onChange: (files: AssistFile[]) => void }
/** What the contract takes. */
const MOST_FILES = 5

/** Files that are uploaded for the model to go by; nobody else sees them. */
export function AssistFiles({ value, onChange }: FilesProps) {
  const t = useTexts(texts)
  const userId = useSession((state) => state.userId)
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const send = async (file: File) => {
    setBusy(true)
    const { id, state, error, fileId } = await startUpload(file, { purpose: PROMPT_FILE, ownerId: userId })
    dropUpload(id)
    setBusy(false)
    if (state !== 'done') return say(t('fileFailed', { name: file.name, why: error }))
    onChange([...value, { id: fileId, name: file.name }])
  }
  return (
    <div className="wr-files">
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('addFile')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void send(file)
        }}
      />
      <Button size="small" loading={busy} disabled={value.length >= MOST_FILES} onClick={() => input.current?.click()}>
        {t('addFile')}
      </Button>
      {value.map(({ id, name }) => (
        <Tag key={id} closable onClose={() => onChange(value.filter((one) => one.id !== id))}>
          {name}
        </Tag>
      ))}
    </div>
  )
}
