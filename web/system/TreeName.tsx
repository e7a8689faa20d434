import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import type { FlatRow } from './flat-tree.ts'
import { texts } from './texts.ts'

type TreeNameProps<T> = {
  at: FlatRow<T>
  name: string
  /** Nothing in the whole table opens: no room is kept for the mark. */
  flat?: boolean
  onToggle: () => void
  children: ReactNode
}

/** The first cell of a tree's row: indented by its depth, with the mark that opens and closes what is below. */
export function TreeName<T>({
  at: { depth, opens, closed },
  name,
  flat = false,
  onToggle,
  children,
}: TreeNameProps<T>) {
  const t = useTexts(texts)
  return (
    <span className="tree-name" style={{ paddingInlineStart: depth * 20 }}>
      {opens ? (
        <button
          type="button"
          className="plain-button tree-toggle"
          aria-expanded={!closed}
          aria-label={t(closed ? 'expand' : 'collapse', { name })}
          onClick={onToggle}
        >
          {closed ? <CaretRightOutlined aria-hidden /> : <CaretDownOutlined aria-hidden />}
        </button>
      ) : (
        !flat && <span className="tree-toggle" />
      )}
      {children}
    </span>
  )
}
