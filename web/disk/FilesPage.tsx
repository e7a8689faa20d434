import { useQuery } from '@tanstack/react-query'
import { disk } from '#contract/disk.ts'
import type { DiskSpace, SpaceType } from '#contract/disk-shapes.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { Explorer } from './Explorer.tsx'
import { useNamed } from './space-name.ts'
import { texts } from './texts.ts'
import './disk.css'

const order: readonly SpaceType[] = ['firm', 'user', 'course', 'enterprise', 'project']
const sorted = (spaces: readonly DiskSpace[]) =>
  spaces.toSorted(
    (one, other) => order.indexOf(one.type) - order.indexOf(other.type) || one.name.localeCompare(other.name, 'zh'),
  )

function Files({ spaces }: { spaces: readonly DiskSpace[] }) {
  const named = useNamed()
  return <Explorer spaces={spaces.map(named)} home={spaces[0]?.rootId ?? ''} />
}

/** /firm/disk/file: the files of the spaces of the firm, its clients and projects. */
export function FirmFilesPage() {
  const t = useTexts(texts)
  const spaces = useQuery(query(disk.spaces, {}))
  return (
    <div className="disk-page">
      <StateView of={spaces} empty={{ says: t('noSpaces'), when: (rows) => rows.length === 0 }}>
        {(rows) => <Files spaces={sorted(rows)} />}
      </StateView>
    </div>
  )
}

/** /firm/userDisk and /firm/userDisk/file: the files that are one's own alone. */
export function UserFilesPage() {
  const t = useTexts(texts)
  const spaces = useQuery(query(disk.spaces, {}))
  return (
    <div className="disk-page">
      <StateView of={spaces} empty={{ says: t('noSpaces'), when: (rows) => !rows.some(({ type }) => type === 'user') }}>
        {(rows) => <Files spaces={rows.filter(({ type }) => type === 'user')} />}
      </StateView>
    </div>
  )
}
