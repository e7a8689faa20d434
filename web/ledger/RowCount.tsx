import { useTexts } from '#web/kernel/language.ts'
import { bookTexts } from './book-texts.ts'

type RowCountProps = {
  of: { total: number; atLeast?: boolean } | undefined
  /** What is counted. */
  what?: 'rows' | 'vouchers'
}

/** How many rows a book shows; where counting stopped it says that there are at least so many. */
export function RowCount({ of, what = 'rows' }: RowCountProps) {
  const t = useTexts(bookTexts)
  if (!of) return null
  const count = of.total.toLocaleString('en-US')
  if (of.atLeast)
    return (
      <span className="second row-count" title={t('atLeastHint')}>
        {t(what === 'rows' ? 'atLeast' : 'atLeastVouchers', { count })}
      </span>
    )
  return <span className="second row-count">{t(what === 'rows' ? 'counted' : 'countedVouchers', { count })}</span>
}
