import { Button, Modal, Radio, Space } from 'antd'
import { useState } from 'react'
import type { FreeContent, StaleSave, WorkbookOp } from '#contract/workbook.ts'
import { freePlace } from '#engine/workbook/row-keys.ts'
import { useTexts } from '#web/kernel/language.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { type Clash, clashesOf } from './paper-edits.ts'
import { texts } from './texts.ts'

type MergeDialogProps = {
  stale: StaleSave
  mine: readonly WorkbookOp[]
  /** What a place is called. */
  nameOf: (place: string) => string
  onMerge: (dropped: ReadonlySet<string>) => void
  onClose: () => void
}

/** Two people changed the paper: cell by cell, mine or theirs. Cells that only one touched stand as they are. */
export function MergeDialog({ stale, mine, nameOf, onMerge, onClose }: MergeDialogProps) {
  const t = useTexts(texts)
  const clashes = clashesOf(mine, stale.ops)
  const [dropped, drop] = useState<ReadonlySet<string>>(new Set())
  const choose = (place: string, theirs: boolean) => {
    const next = new Set(dropped)
    if (theirs) next.add(place)
    else next.delete(place)
    drop(next)
  }
  const shown = (content: FreeContent | null) =>
    content === null ? t('emptied') : content.formula === undefined ? content.value : `=${content.formula}`
  const side = (clash: Clash, theirs: boolean) => (
    <Radio checked={dropped.has(clash.place) === theirs} onChange={() => choose(clash.place, theirs)}>
      {shown(theirs ? clash.theirs : clash.mine)}
    </Radio>
  )
  return (
    <Modal
      open
      width={720}
      title={t('mergeTitle', { name: stale.userName })}
      onCancel={onClose}
      onOk={() => onMerge(dropped)}
      okText={t('merge')}
    >
      {clashes.length === 0 ? (
        <p>{t('mergeNone', { name: stale.userName })}</p>
      ) : (
        <>
          <Space style={{ marginBlockEnd: 8 }}>
            <Button size="small" onClick={() => drop(new Set())}>
              {t('allMine')}
            </Button>
            <Button size="small" onClick={() => drop(new Set(clashes.map(({ place }) => place)))}>
              {t('allTheirs')}
            </Button>
          </Space>
          <DataTable<Clash>
            name={t('mergeTitle', { name: stale.userName })}
            rows={clashes}
            rowKey={({ place }) => place}
            dense
            columns={[
              { key: 'place', title: t('mergeCell'), render: ({ row, column }) => nameOf(freePlace(row, column)) },
              { key: 'mine', title: t('mine'), render: (clash) => side(clash, false) },
              { key: 'theirs', title: t('theirs'), render: (clash) => side(clash, true) },
            ]}
          />
        </>
      )}
    </Modal>
  )
}
