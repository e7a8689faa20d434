import { CloudOutlined, FileAddOutlined, FolderOpenOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type DragEvent, lazy, Suspense, useRef, useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { readDropped } from '../disk/dropped-files.ts'
import type { PickedFiles } from './picked-files.ts'
import { texts } from './texts.ts'

const DiskFilePicker = lazy(async () => ({ default: (await import('./DiskFilePicker.tsx')).DiskFilePicker }))

type PickProps = {
  picked: PickedFiles
  /** Endings without dot. */
  accept: readonly string[]
  /** Files of the disk can be taken: only for tools that work on the server. */
  fromDisk?: boolean
  /** What else stands below: which kinds, how many. */
  hint?: string
}

/** Where files come in: dropped, chosen, a whole folder, or from the cloud disk. */
export function PickFiles({ picked, accept, fromDisk = false, hint }: PickProps) {
  const t = useTexts(texts)
  const may = useMay()
  const one = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [disk, openDisk] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void readDropped(event.dataTransfer).then(({ files }) => picked.addLocal(files))
  }
  const taken = (target: HTMLInputElement) => {
    const files = [...(target.files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name }))
    target.value = ''
    picked.addLocal(files)
  }
  return (
    <div
      className="tool-drop"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>{t('dropHere')}</p>
      <div className="tool-drop-ways">
        <Button type="primary" ghost icon={<FileAddOutlined />} onClick={() => one.current?.click()}>
          {t('pickFiles')}
        </Button>
        <Button icon={<FolderOpenOutlined />} onClick={() => folder.current?.click()}>
          {t('pickFolder')}
        </Button>
        {fromDisk && may('disk.use') && (
          <Button icon={<CloudOutlined />} onClick={() => openDisk(true)}>
            {t('fromDisk')}
          </Button>
        )}
      </div>
      {hint !== undefined && <p className="third">{hint}</p>}
      <input
        ref={one}
        type="file"
        multiple
        hidden
        aria-label={t('pickFiles')}
        accept={accept.map((ending) => `.${ending}`).join(',')}
        onChange={({ target }) => taken(target)}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        aria-label={t('pickFolder')}
        {...{ webkitdirectory: '' }}
        onChange={({ target }) => taken(target)}
      />
      {disk && (
        <Suspense>
          <DiskFilePicker
            accept={accept}
            onCancel={() => openDisk(false)}
            onPick={(files) => {
              openDisk(false)
              picked.addStored(files)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
