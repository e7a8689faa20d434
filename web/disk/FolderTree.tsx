import { useQuery } from '@tanstack/react-query'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { disk } from '#contract/disk.ts'
import type { DiskSpace } from '#contract/disk-shapes.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { NodeIcon } from './NodeIcon.tsx'
import { asGroup, asNothing } from './grid-roles.ts'
import { texts } from './texts.ts'

/** A folder somebody chooses or drops something on. */
export type FolderPlace = { id: string; name: string; spaceId: string; level: number }

type TreeProps = {
  /** What the tree is called. */
  name: string
  spaces: readonly DiskSpace[]
  chosen: string
  onChoose: (folder: FolderPlace) => void
  /** Folders that are unfolded until a person folds them: the way to the chosen one. */
  open?: readonly string[]
  /** Cannot be chosen, e.g. a folder that is being moved. */
  refuses?: (folder: FolderPlace) => boolean
  drop?: FolderDrop
}
/** What dragging over a folder of the tree does. */
export type FolderDrop = {
  takes: (event: DragEvent, folder: FolderPlace) => boolean
  take: (event: DragEvent, folder: FolderPlace) => void
}

const NONE: readonly string[] = []
const itemsOf = (tree: Element) => [...tree.querySelectorAll<HTMLElement>('[role="treeitem"] > .disk-branch')]

/** Up and down go through what is unfolded. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const items = itemsOf(event.currentTarget)
  const at = items.findIndex((item) => item === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
  if (to === undefined || at < 0) return
  event.preventDefault()
  items[Math.max(0, Math.min(items.length - 1, to))]?.focus()
}

/** Spaces and the folders in them, read as they are unfolded; walked with the arrow keys. */
export function FolderTree({ name, spaces, open = NONE, ...rest }: TreeProps) {
  const first = spaces.some(({ rootId }) => rootId === rest.chosen) || open.length > 0 ? '' : (spaces[0]?.rootId ?? '')
  return (
    <ul role="tree" aria-label={name} className="disk-tree" tabIndex={-1} onKeyDown={walk}>
      {spaces.map((space) => (
        <Branch
          key={space.id}
          folder={{ id: space.rootId, name: space.name, spaceId: space.id, level: space.level }}
          space={space}
          hasChildren
          unfolded={open}
          depth={0}
          tabStop={first}
          {...rest}
        />
      ))}
    </ul>
  )
}

type BranchProps = Omit<TreeProps, 'name' | 'spaces' | 'open'> & {
  folder: FolderPlace
  space?: DiskSpace
  hasChildren: boolean
  unfolded: readonly string[]
  depth: number
  /** The branch that Tab reaches while none is chosen. */
  tabStop: string
}

function Branch({ folder, space, hasChildren, depth, ...rest }: BranchProps) {
  const { unfolded, chosen, onChoose, refuses, drop, tabStop } = rest
  const t = useTexts(texts)
  const onTheWay = unfolded.includes(folder.id)
  // what a person folds or unfolds stays so; until then the way to the chosen one is open
  const [own, setOwn] = useState<boolean>()
  const [wasOnTheWay, setWasOnTheWay] = useState(onTheWay)
  if (onTheWay !== wasOnTheWay) {
    setWasOnTheWay(onTheWay)
    if (onTheWay) setOwn(undefined)
  }
  const isOpen = hasChildren && (own ?? onTheWay)
  const below = useQuery({ ...query(disk.tree, { parentId: folder.id }), enabled: isOpen })
  const [over, setOver] = useState(false)
  const refused = refuses?.(folder) ?? false
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const item = event.currentTarget.closest('[role="treeitem"]')
    if (event.key === 'ArrowRight' && hasChildren) {
      event.preventDefault()
      if (isOpen) item?.querySelector<HTMLElement>('[role="group"] .disk-branch')?.focus()
      else setOwn(true)
    } else if (event.key === 'ArrowLeft') {
      event.preventDefault()
      if (isOpen) setOwn(false)
      else item?.parentElement?.closest('[role="treeitem"]')?.querySelector<HTMLElement>('.disk-branch')?.focus()
    }
  }
  return (
    <li role="treeitem" aria-expanded={hasChildren ? isOpen : undefined} aria-selected={folder.id === chosen}>
      <div
        className="disk-branch-line"
        data-chosen={folder.id === chosen || undefined}
        data-over={over || undefined}
        style={{ paddingInlineStart: depth * 14 }}
        onDragOver={(event) => {
          if (!drop?.takes(event, folder)) return
          event.preventDefault()
          event.stopPropagation()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          setOver(false)
          if (!drop?.takes(event, folder)) return
          event.preventDefault()
          event.stopPropagation()
          drop.take(event, folder)
        }}
      >
        {hasChildren ? (
          <button
            type="button"
            tabIndex={-1}
            className="disk-fold"
            data-open={isOpen || undefined}
            aria-label={t(isOpen ? 'fold' : 'unfold', { name: folder.name })}
            onClick={() => setOwn(!isOpen)}
          />
        ) : (
          <span className="disk-fold-none" />
        )}
        <button
          type="button"
          className="disk-branch"
          tabIndex={folder.id === chosen || folder.id === tabStop ? 0 : -1}
          disabled={refused}
          title={folder.name}
          onKeyDown={press}
          onClick={() => onChoose(folder)}
          onDoubleClick={() => setOwn(!isOpen)}
        >
          {space ? <NodeIcon space={space.type} /> : <NodeIcon kind="folder" ext="" />}
          <span>{folder.name}</span>
        </button>
      </div>
      {isOpen && (
        <ul {...asGroup}>
          {below.isPending && <li {...asNothing} className="disk-tree-wait bone" />}
          {below.isError && (
            <li {...asNothing}>
              <button type="button" className="disk-tree-failed" onClick={() => void below.refetch()}>
                {t('treeFailed')}
              </button>
            </li>
          )}
          {below.data?.map(({ id, name, level, hasChildren: more }) => (
            <Branch
              key={id}
              folder={{ id, name, level, spaceId: folder.spaceId }}
              hasChildren={more}
              depth={depth + 1}
              {...rest}
            />
          ))}
        </ul>
      )}
    </li>
  )
}
