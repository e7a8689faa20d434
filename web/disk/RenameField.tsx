import { Input, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { disk } from '#contract/disk.ts'
import type { DiskNode } from '#contract/disk-shapes.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

/** Chosen when the field opens: the name without its ending. */
const stem = ({ name, kind, ext }: Pick<DiskNode, 'name' | 'kind' | 'ext'>) =>
  kind === 'file' && ext !== '' ? name.length - ext.length - 1 : name.length

/** A name changed where it stands: Enter or leaving saves, Esc leaves it as it was. */
export function RenameField({ row, onDone }: { row: DiskNode; onDone: () => void }) {
  const t = useTexts(texts)
  const rename = useCommand(disk.rename)
  const [typed, setTyped] = useState(row.name)
  const ended = useRef(false)
  const end = () => {
    ended.current = true
    onDone()
  }
  const save = () => {
    if (ended.current || rename.isPending) return
    const name = typed.trim()
    if (name === '' || name === row.name) end()
    else rename.mutate({ id: row.id, name }, { onSuccess: end })
  }
  const chosen = (input: InputRef | null) => {
    // once: afterwards the person has put the caret where he wants it
    if (!input || input.input === document.activeElement) return
    input.focus()
    input.setSelectionRange(0, stem(row))
  }
  const first = useRef(true)
  return (
    <Input
      ref={(input) => {
        if (first.current) chosen(input)
        first.current = false
      }}
      size="small"
      value={typed}
      maxLength={255}
      aria-label={t('newNameOf', { name: row.name })}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={save}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) save()
        if (event.key === 'Escape') end()
      }}
    />
  )
}
