import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { MOST_PICKED } from '#contract/list.ts'
import { useTexts } from '#web/kernel/language.ts'
import { listTexts as texts } from './list-texts.ts'

type BulkBarProps<Row> = {
  picked: { rows: Row[]; keys: string[]; clear: () => void }
  /** Rows on this page. */
  shown: number
  total: number
  withChecked: ((rows: Row[], clear: () => void) => ReactNode) | undefined
  /** Writes these rows, or all that the filters find. */
  onExport: ((ids?: string[]) => void) | undefined
}

/** What can be done with the ticked rows; all rows of a search can only be exported, nothing else is done to what one has not seen. */
export function BulkBar<Row>({ picked, shown, total, withChecked, onExport }: BulkBarProps<Row>) {
  const t = useTexts(texts)
  const [all, setAll] = useState(false)
  const count = picked.keys.length
  if (count === 0) return null
  const clear = () => {
    setAll(false)
    picked.clear()
  }
  const wholePage = count >= shown && total > count
  return (
    <div className="list-checked no-print">
      <span aria-live="polite">{all ? t('allSelected', { count: total }) : t('rowsSelected', { count })}</span>
      {onExport && !all && wholePage && (
        <Button type="link" size="small" onClick={() => setAll(true)}>
          {t('selectAll', { count: total })}
        </Button>
      )}
      {!all && withChecked?.(picked.rows, clear)}
      {onExport && (all || count <= MOST_PICKED) && (
        <Button size="small" onClick={() => onExport(all ? undefined : picked.keys)}>
          {all ? t('exportAll', { count: total }) : t('exportPicked')}
        </Button>
      )}
      <Button type="text" size="small" onClick={clear}>
        {t('clearPicked')}
      </Button>
    </div>
  )
}
