import { useQuery } from '@tanstack/react-query'
import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { diskLevel } from '#contract/disk-shapes.ts'
import { disk } from '#contract/disk.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { FolderTree } from '../disk/FolderTree.tsx'
import { useNamed } from '../disk/space-name.ts'
import { sizeText } from './picked-files.ts'
import { texts } from './texts.ts'
import '../disk/disk.css'
import './toolbox.css'

/** `id`: of the node on the disk; `fileId`: of its content. */
type Chosen = { id: string; fileId: string; name: string; size: number }
type PickerProps = { accept: readonly string[]; onPick: (files: Chosen[]) => void; onCancel: () => void }

const MOST = 500

/** Files of one folder of the disk, in a dialog. */
export function DiskFilePicker({ accept, onPick, onCancel }: PickerProps) {
  const t = useTexts(texts)
  useFocusBack(true)
  const named = useNamed()
  const spaces = useQuery(query(disk.spaces, {}))
  const [folder, openFolder] = useState('')
  const [chosen, choose] = useState<readonly Chosen[]>([])
  return (
    <Modal
      open
      width={760}
      title={t('pickDiskFiles')}
      okText={t('addChosen', { count: chosen.length })}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: chosen.length === 0 }}
      onOk={() => onPick([...chosen])}
      onCancel={onCancel}
    >
      <div className="tool-disk">
        <StateView of={spaces}>
          {(rows) => (
            <FolderTree
              name={t('folders')}
              spaces={rows.map(named)}
              chosen={folder}
              onChoose={({ id }) => {
                openFolder(id)
                choose([])
              }}
            />
          )}
        </StateView>
        {folder === '' ? (
          <p className="second">{t('chooseFolder')}</p>
        ) : (
          <FolderFiles key={folder} folder={folder} accept={accept} chosen={chosen} onChoose={choose} />
        )}
      </div>
    </Modal>
  )
}

type FilesProps = {
  folder: string
  accept: readonly string[]
  chosen: readonly Chosen[]
  onChoose: (files: readonly Chosen[]) => void
}

function FolderFiles({ folder, accept, chosen, onChoose }: FilesProps) {
  const t = useTexts(texts)
  const found = useQuery(query(disk.list, { parentId: folder, size: String(MOST), kind_equal: 'file', ascs: 'name' }))
  return (
    <StateView of={found}>
      {({ records }) => {
        const files = records.filter(
          ({ ext, fileId, level }) =>
            fileId !== '' && level >= diskLevel.download && (accept.length === 0 || accept.includes(ext)),
        )
        if (files.length === 0) return <p className="second">{t('noDiskFiles')}</p>
        return (
          <Checkbox.Group
            className="tool-disk-files"
            value={chosen.map(({ fileId }) => fileId)}
            options={files.map(({ fileId, name, size }) => ({ value: fileId, label: `${name} · ${sizeText(size)}` }))}
            onChange={(ids) => onChoose(files.filter(({ fileId }) => ids.includes(fileId)))}
          />
        )
      }}
    </StateView>
  )
}
