import { type InvoiceFacts, invoiceKey } from '#engine/invoice/invoice-facts.ts'
import { yuan } from './merge-money.ts'
import { type RunFile, said, type Said } from './runner.ts'

/** Finds, file by file in the order given, what was there before: the same bytes, the same invoice, or what looks like it. */
export function duplicates(keep: boolean) {
  const bytes = new Map<string, string>()
  const numbers = new Map<string, string>()
  const alike = new Map<string, string>()
  return (file: RunFile, facts: InvoiceFacts): { same: boolean; says: Said[] } => {
    const twin = first(bytes, file.sha256, file.name)
    if (twin !== undefined)
      return { same: true, says: [said(keep ? 'toolSameFileKept' : 'toolSameFile', { file: twin })] }
    const key = invoiceKey(facts)
    const before = key === '' ? undefined : first(numbers, key, file.name)
    if (before !== undefined) {
      const params = { file: before, number: facts.number }
      return { same: true, says: [said(keep ? 'toolSameNumberKept' : 'toolSameNumber', params)] }
    }
    const { seller, date, total } = facts
    if (key !== '' || seller === '' || date === '' || total === null) return { same: false, says: [] }
    const look = first(alike, `${seller}|${date}|${yuan(total)}`, file.name)
    return { same: false, says: look === undefined ? [] : [said('toolMaybeSame', { file: look })] }
  }
}

/** Who had this key before; whoever comes first has it from now on. */
function first(map: Map<string, string>, key: string, name: string): string | undefined {
  const before = map.get(key)
  if (before === undefined) map.set(key, name)
  return before
}
