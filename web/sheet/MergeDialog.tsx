import { Button, Modal, Radio, Space } from 'antd'
import { useState } from 'react'
import type { SheetBook } from '#contract/sheet-book.ts'
import type { SheetOp } from '#contract/sheet-ops.ts'
import { useTexts } from '#web/kernel/language.ts'
import { placeName } from '#engine/sheet/place-name.ts'
import type { Collision } from './merge-ops.ts'
import { texts } from './texts.ts'

type MergeProps = {
  book: SheetBook
  collisions: readonly Collision[] | undefined
  onMerge: (keepMine: ReadonlySet<string>) => Promise<void>
}

/** Cells two people changed at once, each to be decided; nothing is overwritten silently. */
export function MergeDialog({ book, collisions, onMerge }: MergeProps) {
  const t = useTexts(texts)
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const list = collisions ?? []
  const nameOf = (sheet: string) => book.sheets.find(({ id }) => id === sheet)?.name ?? sheet
  const says = (op: SheetOp) => {
    if (op.kind === 'cell') {
      if (op.cell === null) return t('blank')
      return op.cell.f === undefined ? String(op.cell.v ?? t('blank')) : `=${op.cell.f}`
    }
    return op.kind === 'sheet' ? t('wholeSheet', { name: op.sheet.name }) : t('wholeSheet', { name: '' })
  }
  const place = (op: SheetOp) =>
    op.kind === 'cell'
      ? `${nameOf(op.sheet)}!${placeName(op.r, op.c)}`
      : t('wholeSheet', { name: op.kind === 'sheet' ? op.sheet.name : op.kind === 'order' ? '' : nameOf(op.sheet) })
  const choose = (key: string, keep: boolean) => {
    const next = new Set(mine)
    if (keep) next.add(key)
    else next.delete(key)
    setMine(next)
  }
  const merge = async () => {
    setBusy(true)
    try {
      await onMerge(mine)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open={collisions !== undefined}
      title={t('mergeTitle')}
      closable={false}
      keyboard={false}
      width={680}
      footer={
        <Button type="primary" loading={busy} onClick={() => void merge()}>
          {t('mergeDo')}
        </Button>
      }
    >
      <p className="second">{t('mergeHint')}</p>
      <Space style={{ margin: '8px 0' }}>
        <Button size="small" onClick={() => setMine(new Set(list.map(({ key }) => key)))}>
          {t('allMine')}
        </Button>
        <Button size="small" onClick={() => setMine(new Set())}>
          {t('allTheirs')}
        </Button>
      </Space>
      <ul className="sheet-merge">
        {list.map(({ key, mine: own, theirs, who }) => (
          <li key={key}>
            <strong>{place(own)}</strong>
            <Radio.Group
              aria-label={place(own)}
              value={mine.has(key) ? 'mine' : 'theirs'}
              onChange={({ target }) => choose(key, target.value === 'mine')}
              options={[
                { value: 'mine', label: `${t('mine')}：${says(own)}` },
                { value: 'theirs', label: `${t('theirs', { name: who })}：${says(theirs)}` },
              ]}
            />
          </li>
        ))}
      </ul>
    </Modal>
  )
}
