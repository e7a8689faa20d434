import {
  BookOutlined,
  CopyOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  EyeOutlined,
  FileAddOutlined,
  FileExcelOutlined,
  FileZipOutlined,
  FolderOpenOutlined,
  FolderViewOutlined,
  HistoryOutlined,
  InfoCircleOutlined,
  LockOutlined,
  PaperClipOutlined,
  ProjectOutlined,
  SafetyOutlined,
  ScissorOutlined,
  ShareAltOutlined,
  StarOutlined,
  SwapOutlined,
  TagsOutlined,
  TeamOutlined,
  UnlockOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { type DiskNode, diskLevel } from '#contract/disk-shapes.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay, useSession } from '#web/kernel/session.ts'
import type { DiskRow } from './disk-rows.ts'
import { texts } from './texts.ts'

/** Something that can be done with what is picked. */
export type Deed = {
  key: string
  label: string
  icon: ReactNode
  run: () => void
  danger?: boolean
  /** The key that does it, too. */
  keys?: string
  /** Stands in the bar above the list; the others in its menu. */
  bar?: boolean
}

export type Dialog = 'share' | 'move' | 'copy' | 'tags' | 'project' | 'knowledge' | 'paper' | 'evidence' | 'unzip'
/** What the explorer does for a deed. */
export type DeedWork = {
  open: (row: DiskRow) => void
  /** Shows where it lies. */
  reveal: (row: DiskRow) => void
  download: (rows: readonly DiskRow[]) => void
  ask: (dialog: Dialog, rows: readonly DiskRow[]) => void
  rename: (row: DiskRow) => void
  remove: (rows: readonly DiskRow[]) => void
  favour: (rows: readonly DiskRow[], on: boolean) => void
  lock: (row: DiskRow) => void
  unlock: (row: DiskRow, force: boolean) => void
  hold: (rows: readonly DiskRow[], on: boolean) => void
  newVersion: (row: DiskRow) => void
  details: (row: DiskRow, tab: string) => void
  cut: (rows: readonly DiskRow[], copy: boolean) => void
}

const PAPERS = new Set(['xlsx', 'xlsm', 'xls'])

/** The lowest of the levels on these. */
const lowest = (rows: readonly DiskNode[]) => Math.min(...rows.map(({ level }) => level))

const when = (condition: boolean, make: () => Deed): Deed[] => (condition ? [make()] : [])

/** What may be done with these rows, in groups as a menu shows them. */
export function useDeeds(work: DeedWork): (rows: readonly DiskRow[]) => Deed[][] {
  const t = useTexts(texts)
  const may = useMay()
  const { userId } = useSession()
  const deed = (key: Deed['key'], icon: ReactNode, run: () => void, rest: Partial<Deed> = {}): Deed => ({
    key,
    label: t(`do_${key}` as Parameters<typeof t>[0]),
    icon,
    run,
    ...rest,
  })
  return (rows) => {
    const [row] = rows
    if (!row) return []
    const one = rows.length === 1 ? row : undefined
    const file = one?.kind === 'file' ? one : undefined
    const level = lowest(rows)
    const mayTake = level >= diskLevel.download
    const mayEdit = level >= diskLevel.edit
    const filesOnly = rows.every(({ kind }) => kind === 'file')
    const favourite = rows.every((each) => each.favourite)
    const held = rows.every((each) => each.legalHold)
    return [
      [
        ...when(!!one, () =>
          deed('open', one?.kind === 'folder' ? <FolderOpenOutlined /> : <EyeOutlined />, () => work.open(row), {
            keys: 'Enter',
          }),
        ),
        ...when(one?.steps !== undefined, () => deed('reveal', <FolderViewOutlined />, () => work.reveal(row))),
        ...when(mayTake, () => deed('download', <DownloadOutlined />, () => work.download(rows), { bar: true })),
        ...when(mayTake && may('share.use'), () =>
          deed('share', <ShareAltOutlined />, () => work.ask('share', rows), { bar: true }),
        ),
      ],
      [
        ...when(!!one && mayEdit, () => deed('rename', <EditOutlined />, () => work.rename(row), { keys: 'F2' })),
        ...when(mayEdit, () => deed('move', <SwapOutlined />, () => work.ask('move', rows), { bar: true })),
        ...when(mayTake, () => deed('copy', <CopyOutlined />, () => work.ask('copy', rows))),
        ...when(mayEdit, () => deed('cut', <ScissorOutlined />, () => work.cut(rows, false), { keys: 'Ctrl+X' })),
        deed(favourite ? 'unfavour' : 'favour', <StarOutlined />, () => work.favour(rows, !favourite), { bar: true }),
        ...when(mayEdit, () => deed('tags', <TagsOutlined />, () => work.ask('tags', rows))),
      ],
      [
        ...when(!!file && mayEdit, () => deed('newVersion', <FileAddOutlined />, () => work.newVersion(row))),
        ...when(!!file, () => deed('versions', <HistoryOutlined />, () => work.details(row, 'versions'))),
        ...when(!!file && mayEdit && !row.lockedBy, () => deed('lock', <LockOutlined />, () => work.lock(row))),
        ...when(!!file && row.lockedBy === userId, () =>
          deed('unlock', <UnlockOutlined />, () => work.unlock(row, false)),
        ),
        ...when(!!file && row.lockedBy !== '' && row.lockedBy !== userId && level >= diskLevel.manage, () =>
          deed('forceUnlock', <UnlockOutlined />, () => work.unlock(row, true), { danger: true }),
        ),
        ...when(!!one && level >= diskLevel.manage, () =>
          deed('rules', <TeamOutlined />, () => work.details(row, 'rules')),
        ),
        ...when(!!one, () => deed('details', <InfoCircleOutlined />, () => work.details(row, 'info'))),
      ],
      [
        ...when(filesOnly && mayTake && may('ledger.import'), () =>
          deed('project', <ProjectOutlined />, () => work.ask('project', rows)),
        ),
        ...when(filesOnly && mayTake && may('docFile.add'), () =>
          deed('knowledge', <BookOutlined />, () => work.ask('knowledge', rows)),
        ),
        ...when(!!file && PAPERS.has(row.ext) && mayTake && may('project.edit') && may('docFile.add'), () =>
          deed('paper', <FileExcelOutlined />, () => work.ask('paper', rows)),
        ),
        ...when(filesOnly && mayTake && (may('docFile.add') || may('ledger.import')), () =>
          deed('evidence', <PaperClipOutlined />, () => work.ask('evidence', rows)),
        ),
        ...when(!!file && row.ext === 'zip' && mayTake, () =>
          deed('unzip', <FileZipOutlined />, () => work.ask('unzip', rows)),
        ),
        ...when(may('disk.manage'), () =>
          deed(held ? 'unhold' : 'hold', <SafetyOutlined />, () => work.hold(rows, !held)),
        ),
      ],
      [
        ...when(mayEdit, () =>
          deed('remove', <DeleteOutlined />, () => work.remove(rows), { danger: true, keys: 'Delete', bar: true }),
        ),
      ],
    ].filter((group) => group.length > 0)
  }
}

/** The same as a menu of the component library, its groups apart. */
export const menuOf = (groups: readonly Deed[][]) =>
  groups.flatMap((group, at) => [
    ...(at > 0 ? [{ key: `line-${at}`, type: 'divider' as const }] : []),
    ...group.map(({ key, label, icon, run, danger, keys }) => ({
      key,
      icon,
      danger: danger ?? false,
      label: keys ? (
        <span className="disk-menu-line">
          {label}
          <kbd>{keys}</kbd>
        </span>
      ) : (
        label
      ),
      onClick: ({ domEvent }: { domEvent: { stopPropagation(): void } }) => {
        domEvent.stopPropagation()
        run()
      },
    })),
  ])
