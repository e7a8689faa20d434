import type { InvoiceFacts } from '#engine/invoice/invoice-facts.ts'
import type { MergeOptions } from '#contract/tool-run.ts'
import type { RunFile } from './runner.ts'

const names = new Intl.Collator('zh-CN-u-co-pinyin', { numeric: true, sensitivity: 'base' })

/** Receipts in the order that was asked for; those without a date or an amount stand last, ties as they were given. */
export function ordered<T extends { file: RunFile; facts: InvoiceFacts }>(
  receipts: readonly T[],
  { order, descending }: Pick<MergeOptions, 'order' | 'descending'>,
): T[] {
  const way = descending ? -1 : 1
  const pathOf = ({ file }: T) => (file.folder === '' ? file.name : `${file.folder}/${file.name}`)
  if (order === 'name') return receipts.toSorted((one, other) => way * names.compare(pathOf(one), pathOf(other)))
  if (order === 'given') return descending ? receipts.toReversed() : [...receipts]
  const valueOf = ({ facts }: T) => (order === 'date' ? facts.date || null : facts.total)
  return receipts.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return a < b ? -way : a > b ? way : 0
  })
}
