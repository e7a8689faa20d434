import { FolderAddOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { disk } from '#contract/disk.ts'
import { diskLevel } from '#contract/disk-shapes.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import { usePrompt } from '#web/kit/Prompt.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { FolderTree, type FolderPlace } from './FolderTree.tsx'
import { useNamed } from './space-name.ts'
import { texts } from './texts.ts'
import './disk.css'

const NONE: readonly string[] = []

type PickerProps = {
  /** A folder in which the person may store files. */
  onPick: (folder: FolderPlace) => void
  onCancel: () => void
  /** 选择文件夹 unless said. */
  title?: string
  /** The label of the button; 选择此处 unless said. */
  ok?: string
  /** Folders that cannot be the place, e.g. those that are moved. */
  not?: readonly string[]
  /** Folders that are unfolded at first, from the top of the space. */
  from?: readonly string[]
}

/** A folder of any space of the disk, in a dialog; one can be made on the way. */
export function DiskFolderPicker({ onPick, onCancel, title, ok, not = NONE, from = NONE }: PickerProps) {
  const t = useTexts(texts)
  useFocusBack(true)
  const prompt = usePrompt()
  const spaces = useQuery(query(disk.spaces, {}))
  const make = useCommand(disk.makeFolder)
  const [chosen, setChosen] = useState<FolderPlace>()
  const [made, setMade] = useState<readonly string[]>([])
  const named = useNamed()
  const mayStore = chosen !== undefined && chosen.level >= diskLevel.upload
  const add = async () => {
    if (!chosen) return
    const name = await prompt({
      title: t('newFolderIn', { name: chosen.name }),
      label: t('folderName'),
      check: (typed) => typed !== '' || t('namePlease'),
    })
    if (name === undefined) return
    const folder = await make.mutateAsync({ parentId: chosen.id, name }).catch(() => undefined)
    if (!folder) return
    // the folder it was made in unfolds, and the new one is chosen
    setMade([...made, chosen.id])
    setChosen({ id: folder.id, name: folder.name, spaceId: folder.spaceId, level: folder.level })
  }
  return (
    <Modal
      open
      title={title ?? t('pickFolder')}
      onCancel={onCancel}
      width={520}
      footer={
        <div className="dialog-buttons">
          <Button
            type="text"
            icon={<FolderAddOutlined />}
            disabled={!mayStore}
            onClick={() => void add()}
            style={{ marginInlineEnd: 'auto' }}
          >
            {t('newFolder')}
          </Button>
          <Button onClick={onCancel}>{t('cancel')}</Button>
          <Button type="primary" disabled={!mayStore} onClick={() => chosen && onPick(chosen)}>
            {ok ?? t('pickHere')}
          </Button>
        </div>
      }
    >
      <div className="disk-picker">
        <StateView of={spaces} empty={{ says: t('noSpaces'), when: (rows) => rows.length === 0 }}>
          {(rows) => (
            <FolderTree
              name={t('folders')}
              spaces={rows.map(named)}
              chosen={chosen?.id ?? ''}
              onChoose={setChosen}
              open={[...from, ...made]}
              refuses={({ id }) => not.includes(id)}
            />
          )}
        </StateView>
      </div>
      <p className="third" aria-live="polite">
        {chosen && !mayStore
          ? t('mayNotStore', { name: chosen.name })
          : chosen
            ? t('pickedFolder', { name: chosen.name })
            : t('pickPlease')}
      </p>
    </Modal>
  )
}
