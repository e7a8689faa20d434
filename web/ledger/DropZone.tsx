import { Button } from 'antd'
import { type DragEvent, useRef, useState } from 'react'
import { queries } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { dropUpload, startUpload } from '#web/kernel/uploads.ts'
import { texts } from './texts.ts'

const OPENS = '.xlsx,.xls,.xlsm,.xlsb,.ods,.et,.csv,.txt,.tsv,.dif,.slk,.htm,.html,.xml,.json,.zip'
const PURPOSE = 'financial'

type DropZoneProps = {
  projectId: string
  /** A file has arrived and stands in the list. */
  onArrived: () => void
}

/** Where files are dropped or chosen. What is on its way stands in the frame's tray; leaving the page does not stop it. */
export function DropZone({ projectId, onArrived }: DropZoneProps) {
  const t = useTexts(texts)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const sendOne = async (file: File) => {
    const { id, state } = await startUpload(file, { purpose: PURPOSE, ownerId: projectId })
    if (state !== 'done') return
    await queries.invalidateQueries({ queryKey: ['firmProject'] })
    dropUpload(id)
    onArrived()
  }
  const send = (files: Iterable<File>) => {
    for (const file of files) void sendOne(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    send(event.dataTransfer.files)
  }
  return (
    <div
      className="drop-zone"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div>
        <strong>{t('dropHere')}</strong>
        <p className="second">{t('dropHint')}</p>
      </div>
      <Button onClick={() => input.current?.click()}>{t('chooseFiles')}</Button>
      <input
        ref={input}
        type="file"
        multiple
        accept={OPENS}
        aria-label={t('chooseFiles')}
        onChange={({ target }) => {
          send([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </div>
  )
}
