import { Button } from 'antd'
import { useRef, useState } from 'react'
import { PROMPT_FILE } from '#contract/prompt-template.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useSession } from '#web/kernel/session.ts'
import { dropUpload, startUpload } from '#web/kernel/uploads.ts'
import { texts } from './texts.ts'

type PickProps = {
  id?: string
  value?: { fileId: string }
  onChange?: (value: { fileId: string } | undefined) => void
  label: string
}

/** A file of the disk, uploaded for this prompt; nobody else sees it. */
export function FilePick({ id, value, onChange, label }: PickProps) {
  const t = useTexts(texts)
  const { userId } = useSession()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const send = async (file: File) => {
    setBusy(true)
    onChange?.(undefined)
    const { id: upload, state, error, fileId } = await startUpload(file, { purpose: PROMPT_FILE, ownerId: userId })
    setBusy(false)
    if (state === 'done' && fileId !== undefined) {
      dropUpload(upload)
      setName(file.name)
      onChange?.({ fileId })
    } else say(t('uploadFailed', { name: file.name, why: error }))
  }
  return (
    <div className="prompt-file">
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void send(file)
        }}
      />
      <Button {...(id !== undefined && { id })} loading={busy} onClick={() => input.current?.click()}>
        {t(busy ? 'uploading' : value ? 'otherFile' : 'pickFile')}
      </Button>
      {value && <span>{name}</span>}
    </div>
  )
}
