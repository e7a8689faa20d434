import { ClockCircleOutlined, LinkOutlined, StarOutlined, TeamOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useState } from 'react'
import type { DiskSpace } from '#contract/disk-shapes.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { type DiskPlace, type Mark, marks } from './disk-place.ts'
import { type FolderDrop, FolderTree } from './FolderTree.tsx'
import { QuotaBar } from './QuotaBar.tsx'
import { texts } from './texts.ts'
import type { Here } from './use-desk.tsx'

const icons: Record<Mark, typeof StarOutlined> = {
  recent: ClockCircleOutlined,
  favourite: StarOutlined,
  shared: TeamOutlined,
  links: LinkOutlined,
}
/** From so many spaces on they can be filtered. */
const MANY = 10

type SideProps = {
  place: DiskPlace
  spaces: readonly DiskSpace[]
  here: Here
  drop: FolderDrop
  /** After a choice, e.g. to close the drawer it stands in. */
  onGone?: () => void
}

/** Lists of one's own, the spaces with their folders, and how full the one is that is open. */
export function DiskSide({ place, spaces, here, drop, onGone }: SideProps) {
  const t = useTexts(texts)
  const may = useMay()
  const [typed, type] = useState('')
  const wanted = typed.trim().toLowerCase()
  const shown = wanted
    ? spaces.filter(({ name, id }) => id === here.space.id || name.toLowerCase().includes(wanted))
    : spaces
  const go = (to: Parameters<DiskPlace['go']>[0]) => {
    place.go(to)
    onGone?.()
  }
  const shownMarks = marks.filter((mark) => mark !== 'links' || may('share.use'))
  const listed = place.mark !== undefined || place.searches
  return (
    <nav className="disk-side" aria-label={t('folders')}>
      <ul className="disk-marks">
        {shownMarks.map((mark) => {
          const Icon = icons[mark]
          return (
            <li key={mark}>
              <button
                type="button"
                className="disk-mark"
                aria-current={place.mark === mark || undefined}
                onClick={() => go({ show: mark, folder: place.folderId })}
              >
                <Icon aria-hidden /> {t(`mark_${mark}`)}
              </button>
            </li>
          )
        })}
      </ul>
      {spaces.length > MANY && (
        <Input
          size="small"
          allowClear
          value={typed}
          placeholder={t('filterSpaces')}
          aria-label={t('filterSpaces')}
          onChange={({ target }) => type(target.value)}
        />
      )}
      <FolderTree
        name={t('folders')}
        spaces={shown}
        chosen={listed ? '' : here.node.id}
        open={[here.space.rootId, ...here.steps.map(({ id }) => id).filter((id) => id !== here.node.id)]}
        onChoose={({ id }) => go({ folder: id })}
        drop={drop}
      />
      <QuotaBar space={here.space} />
    </nav>
  )
}
