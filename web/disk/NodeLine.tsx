import { LockOutlined, SafetyOutlined, StarFilled, TeamOutlined } from '@ant-design/icons'
import { memo, type ReactNode, use } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { useShortDate } from '#web/kit/short-date.ts'
import { sizeText } from '../ledger/size-text.ts'
import type { DiskRow } from './disk-rows.ts'
import { NodeIcon } from './NodeIcon.tsx'
import { RenameField } from './RenameField.tsx'
import { asCell } from './grid-roles.ts'
import { SpaceNames } from './space-name.ts'
import type { DiskColumn, DrawnColumn } from './use-disk-columns.ts'
import { texts } from './texts.ts'

/** Small signs beside a name: who holds it, rules of its own, legal hold, favourite. */
export function NodeSigns({ row }: { row: DiskRow }) {
  const t = useTexts(texts)
  return (
    <>
      {row.favourite && (
        <StarFilled className="disk-sign" data-hue="star" title={t('isFavourite')} aria-label={t('isFavourite')} />
      )}
      {row.lockedBy && (
        <LockOutlined
          className="disk-sign"
          data-hue="held"
          title={t('heldBy', { name: row.lockedByName })}
          aria-label={t('heldBy', { name: row.lockedByName })}
        />
      )}
      {row.ownRules && <TeamOutlined className="disk-sign" title={t('hasRules')} aria-label={t('hasRules')} />}
      {row.legalHold && (
        <SafetyOutlined className="disk-sign" data-hue="held" title={t('underHold')} aria-label={t('underHold')} />
      )}
    </>
  )
}

type LineProps = {
  row: DiskRow
  picked: boolean
  renaming: boolean
  onRenamed: () => void
  /** The columns after the name, in order. */
  columns: readonly DrawnColumn[]
}

const sameColumns = (one: readonly DrawnColumn[], other: readonly DrawnColumn[]) =>
  one.length === other.length && one.every(({ key, width }, at) => key === other[at]?.key && width === other[at].width)

/** The cells of one row of the list; while one scrolls through thousands they are drawn once. */
export const NodeLine = memo(
  Cells,
  (one, other) =>
    !other.renaming &&
    one.row === other.row &&
    one.picked === other.picked &&
    one.renaming === other.renaming &&
    sameColumns(one.columns, other.columns),
)

function Cells({ row, picked, renaming, onRenamed, columns }: LineProps) {
  const short = useShortDate()
  return (
    <>
      <span {...asCell} className="disk-cell disk-cell-tick">
        <input type="checkbox" readOnly checked={picked} tabIndex={-1} aria-label={row.name} />
      </span>
      <span {...asCell} className="disk-cell disk-cell-name">
        <NodeIcon kind={row.kind} ext={row.ext} />
        {renaming ? (
          <RenameField row={row} onDone={onRenamed} />
        ) : (
          <span className="disk-name-box">
            <span className="disk-name-line">
              <button type="button" tabIndex={-1} className="disk-name" title={row.name}>
                {row.name}
              </button>
              <NodeSigns row={row} />
            </span>
            <span className="disk-name-more third">
              {row.kind === 'file' && `${sizeText(row.size)} · `}
              {short(row.updateTime)}
            </span>
            {row.snippet && <span className="disk-snippet third">{row.snippet}</span>}
          </span>
        )}
      </span>
      {columns.map(({ key, width }) => (
        <span key={key} {...asCell} className="disk-cell" data-column={key} style={widthOf(width)}>
          {cellOf(row, key, short)}
        </span>
      ))}
    </>
  )
}

/** Where something lies: its space and the folders down to it. */
function Place({ row }: { row: DiskRow }) {
  const names = use(SpaceNames)
  const way = [names.get(row.spaceId), ...(row.steps ?? []).map(({ name }) => name)].filter(Boolean).join(' / ')
  return <span title={way}>{way}</span>
}

/** A width that a person has set stays as it is. */
export const widthOf = (width: number | undefined) => (width === undefined ? {} : { flex: `0 0 ${width}px` })

function cellOf(row: DiskRow, column: DiskColumn, short: (text: string) => string): ReactNode {
  switch (column) {
    case 'size':
      return row.kind === 'folder' && row.size === 0 ? '—' : sizeText(row.size)
    case 'updateTime':
      return <time title={row.updateTime}>{short(row.updateTime)}</time>
    case 'createTime':
      return <time title={row.createTime}>{short(row.createTime)}</time>
    case 'updateUserName':
      return row.updateUserName || '—'
    case 'ext':
      return row.ext || '—'
    case 'tags':
      return row.tags.map((tag) => (
        <span key={tag} className="disk-tag">
          {tag}
        </span>
      ))
    case 'place': {
      return <Place row={row} />
    }
  }
}
