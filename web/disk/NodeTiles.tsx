import { CheckCircleFilled } from '@ant-design/icons'
import type { PointerEvent } from 'react'
import { sizeText } from '../ledger/size-text.ts'
import type { DiskRow } from './disk-rows.ts'
import { asNothing, asTile, asTiles } from './grid-roles.ts'
import { NodeIcon } from './NodeIcon.tsx'
import { NodeSigns } from './NodeLine.tsx'
import { RenameField } from './RenameField.tsx'
import { type ListProps, useNodeList } from './use-node-list.ts'

const TILE = { width: 136, height: 136 }

/** Things of the disk as tiles; only those in sight are drawn. */
export function NodeTiles(props: ListProps) {
  const { rows, selection, renaming, deeds } = props
  const { count, sight, places, ofFrame, ofRow } = useNodeList(props, {
    lineHeight: TILE.height,
    tileWidth: TILE.width,
    head: 0,
  })
  const placeOf = (at: number) => ({
    insetBlockStart: Math.floor(at / sight.across) * TILE.height,
    insetInlineStart: `${((at % sight.across) / sight.across) * 100}%`,
    inlineSize: `${100 / sight.across}%`,
  })
  // a finger picks by the mark and opens everywhere else
  const tapped = (row: DiskRow) => (event: PointerEvent) => {
    const ticked = event.target instanceof Element && event.target.closest('.disk-tile-tick')
    if (event.pointerType === 'touch' && !ticked && selection.ids.size === 0) deeds.open(row)
  }
  return (
    <div {...ofFrame} {...asTiles} className="disk-list disk-tiles">
      <div {...asNothing} className="disk-room" style={{ height: Math.ceil(count / sight.across) * TILE.height }}>
        {places.map((at) => {
          const row = rows.at(at)
          return row ? (
            <div
              key={row.id}
              {...asTile}
              className="disk-tile"
              style={placeOf(at)}
              {...ofRow(at, row)}
              onPointerUp={tapped(row)}
            >
              <span className="disk-tile-tick" aria-hidden>
                <CheckCircleFilled />
              </span>
              <NodeIcon kind={row.kind} ext={row.ext} />
              {renaming === row.id ? (
                <RenameField row={row} onDone={deeds.endRename} />
              ) : (
                <span className="disk-tile-name" title={row.name}>
                  {row.name}
                </span>
              )}
              <span className="third">
                <NodeSigns row={row} /> {row.kind === 'file' ? sizeText(row.size) : ''}
              </span>
            </div>
          ) : (
            <div key={`wait-${at}`} {...asNothing} className="disk-tile" style={placeOf(at)}>
              <span className="bone" style={{ width: '60%' }} />
            </div>
          )
        })}
      </div>
    </div>
  )
}
