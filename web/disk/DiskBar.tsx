import {
  AppstoreOutlined,
  BarsOutlined,
  FolderAddOutlined,
  InfoCircleOutlined,
  MenuOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown, Segmented, Tooltip } from 'antd'
import { useRef, useState } from 'react'
import { disk } from '#contract/disk.ts'
import { diskFile } from '#contract/disk-file.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { usePrompt } from '#web/kit/Prompt.tsx'
import { takesFocus } from '../bar/use-menu-focus.ts'
import type { DiskPlace } from './disk-place.ts'
import { bringsFiles, canGoInto, hanging } from './dragging.ts'
import { SearchBar } from './SearchBar.tsx'
import { texts } from './texts.ts'
import type { Desk, Here } from './use-desk.tsx'

type BarProps = { place: DiskPlace; here: Here; desk: Desk; infoOpen: boolean; onSide: (() => void) | undefined }

/** Where one is, and what can be done there. */
export function DiskBar({ place, here, desk, infoOpen, onSide }: BarProps) {
  const t = useTexts(texts)
  const tags = useQuery(query(diskFile.tags, { spaceId: here.space.id }))
  // links are one table, without tiles and details
  const listsFiles = place.mark !== 'links'
  return (
    <div className="disk-bar">
      <div className="disk-bar-way">
        {onSide && <Button type="text" icon={<MenuOutlined />} aria-label={t('showFolders')} onClick={onSide} />}
        {place.mark || place.searches ? <MarkTitle place={place} /> : <Way place={place} here={here} desk={desk} />}
      </div>
      <div className="disk-bar-tools">
        <SearchBar place={place} tags={(tags.data ?? []).map(({ tag }) => tag)} />
        {desk.stores && <AddButtons desk={desk} />}
        {listsFiles && (
          <>
            <Segmented
              aria-label={t('showAs')}
              value={place.as}
              onChange={(as) => place.setAs(as === 'list' ? '' : as)}
              options={[
                { value: 'list', icon: <BarsOutlined aria-label={t('asList')} />, title: t('asList') },
                { value: 'tiles', icon: <AppstoreOutlined aria-label={t('asTiles')} />, title: t('asTiles') },
              ]}
            />
            <Tooltip title={t('do_details')}>
              <Button
                type="text"
                icon={<InfoCircleOutlined />}
                aria-label={t('do_details')}
                aria-pressed={infoOpen}
                onClick={() => place.setInfoOpen(!infoOpen)}
              />
            </Tooltip>
          </>
        )}
      </div>
    </div>
  )
}

function MarkTitle({ place }: { place: DiskPlace }) {
  const t = useTexts(texts)
  return (
    <>
      <h1>{place.searches ? t('searchTitle') : t(`mark_${place.mark ?? 'recent'}`)}</h1>
      {place.searches && (
        <Button size="small" type="link" onClick={() => place.setSearch({})}>
          {t('endSearch')}
        </Button>
      )}
    </>
  )
}

/** The way from the top of the space; each step takes what is dropped on it. */
function Way({ place, here, desk }: Pick<BarProps, 'place' | 'here' | 'desk'>) {
  const t = useTexts(texts)
  const [over, setOver] = useState('')
  const { node, space, steps } = here
  // the top may come with the steps or not; it bears the name of the space
  const above = steps.filter(({ id }) => id !== node.id && id !== space.rootId)
  const way = node.id === space.rootId ? [] : [{ id: space.rootId, name: space.name }, ...above]
  return (
    <nav aria-label={t('way')} className="disk-way">
      <ol>
        {way.map(({ id, name }) => (
          <li key={id} data-over={over === id || undefined}>
            <button
              type="button"
              className="disk-step"
              onClick={() => place.go({ folder: id })}
              onDragOver={(event) => {
                if (!canGoInto(hanging(event), id) && !bringsFiles(event)) return
                event.preventDefault()
                setOver(id)
              }}
              onDragLeave={() => setOver('')}
              onDrop={(event) => {
                event.preventDefault()
                setOver('')
                desk.dropInto(event, { id, name })
              }}
            >
              {name}
            </button>
          </li>
        ))}
        <li aria-current="page">
          <h1 title={node.name || space.name}>{node.name || space.name}</h1>
        </li>
      </ol>
    </nav>
  )
}

/** Files or a folder from this computer, or a new folder. */
function AddButtons({ desk }: { desk: Desk }) {
  const t = useTexts(texts)
  const prompt = usePrompt()
  const make = useCommand(disk.makeFolder)
  const add = async () => {
    const name = await prompt({
      title: t('newFolderIn', { name: desk.target.name }),
      label: t('folderName'),
      initial: t('newFolder'),
      check: (typed) => typed !== '' || t('namePlease'),
    })
    if (name) make.mutate({ parentId: desk.target.id, name })
  }
  return (
    <>
      <UploadButton desk={desk} primary />
      <Button icon={<FolderAddOutlined />} onClick={() => void add()}>
        {t('newFolder')}
      </Button>
    </>
  )
}

/** Files, or a folder with all that is in it, from this computer. */
export function UploadButton({ desk, primary = false }: { desk: Desk; primary?: boolean }) {
  const t = useTexts(texts)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  return (
    <>
      <input ref={files} type="file" multiple hidden aria-label={t('uploadFiles')} onChange={desk.addPicked} />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        {...{ webkitdirectory: '' }}
        aria-label={t('uploadFolder')}
        onChange={desk.addPicked}
      />
      <Dropdown
        trigger={['click']}
        {...takesFocus}
        menu={{
          items: [
            { key: 'files', label: t('uploadFiles'), onClick: () => files.current?.click() },
            { key: 'folder', label: t('uploadFolder'), onClick: () => folder.current?.click() },
          ],
        }}
      >
        <Button type={primary ? 'primary' : 'default'} icon={<UploadOutlined />}>
          {t(primary ? 'upload' : 'choose')}
        </Button>
      </Dropdown>
    </>
  )
}
