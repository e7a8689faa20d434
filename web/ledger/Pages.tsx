import { Pagination } from 'antd'

type PagesProps = { of: { current: number; size: number; total: number } | undefined; onTurn: (page: number) => void }

/** Turns the pages of a list inside a page; nothing when there is only one. */
export function Pages({ of, onTurn }: PagesProps) {
  if (!of || of.total <= of.size) return null
  return (
    <Pagination
      style={{ marginBlockStart: 12, justifyContent: 'flex-end' }}
      size="small"
      current={of.current}
      pageSize={of.size}
      total={of.total}
      showSizeChanger={false}
      onChange={onTurn}
    />
  )
}
