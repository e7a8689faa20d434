import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined, CloudOutlined, HolderOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { type PickedFiles, sizeText } from './picked-files.ts'
import { texts } from './texts.ts'

/** The files of a run, in their order; `ordered`: they can be dragged, or moved by buttons. */
export function FileOrder({ picked, ordered = false }: { picked: PickedFiles; ordered?: boolean }) {
  const t = useTexts(texts)
  const { files, leftOut, empty } = picked
  const [dragged, drag] = useState<string>()
  const [over, setOver] = useState<string>()
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const left = (
    <>
      {leftOut > 0 && <p className="second">{t('leftOutKinds', { count: leftOut })}</p>}
      {empty.length > 0 && <p className="second">{t('leftOutEmpty', { names: empty.join(', ') })}</p>}
    </>
  )
  if (files.length === 0) return left
  return (
    <div className="tool-files">
      <div className="tool-files-head">
        <span className="second" aria-live="polite">
          {t('fileCount', { count: files.length, size: sizeText(bytes) })}
          {ordered && files.length > 1 && ` · ${t('dragToOrder')}`}
        </span>
        <Button type="link" size="small" onClick={picked.clear}>
          {t('clearFiles')}
        </Button>
      </div>
      {left}
      <ol>
        {files.map(({ key, name, folder, size, fileId }, at) => (
          <li key={key}>
            <div
              role="presentation"
              className="tool-file"
              draggable={ordered}
              data-over={over === key || undefined}
              onDragStart={() => drag(key)}
              onDragEnd={() => {
                drag(undefined)
                setOver(undefined)
              }}
              onDragOver={(event) => {
                if (dragged === undefined) return
                event.preventDefault()
                setOver(key)
              }}
              onDrop={(event) => {
                if (dragged === undefined) return
                event.preventDefault()
                picked.move(dragged, at)
                setOver(undefined)
              }}
            >
              {ordered && <HolderOutlined className="third" aria-hidden />}
              <span className="tool-file-at number third">{at + 1}</span>
              <span className="tool-file-name">
                {folder !== '' && <span className="third">{folder}/</span>}
                {name}
              </span>
              {fileId !== undefined && <CloudOutlined className="third" aria-label={t('onDisk')} />}
              <span className="number third">{sizeText(size)}</span>
              <span className="tool-file-acts">
                {ordered && (
                  <>
                    <Button
                      type="text"
                      size="small"
                      icon={<ArrowUpOutlined />}
                      disabled={at === 0}
                      aria-label={t('moveUp', { name })}
                      onClick={() => picked.move(key, at - 1)}
                    />
                    <Button
                      type="text"
                      size="small"
                      icon={<ArrowDownOutlined />}
                      disabled={at === files.length - 1}
                      aria-label={t('moveDown', { name })}
                      onClick={() => picked.move(key, at + 1)}
                    />
                  </>
                )}
                <Button
                  type="text"
                  size="small"
                  icon={<CloseOutlined />}
                  aria-label={t('removeFile', { name })}
                  onClick={() => picked.remove(key)}
                />
              </span>
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
