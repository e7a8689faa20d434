import { useSetView, useTab } from '#web/kernel/tab.ts'

/**
 * The filters and the page of one book in the address, as `v.<book>.<name>`: several books stand on a page, and a link shows
 * what was seen. Any change of a filter goes back to the first page.
 */
export function useBookPlace<const Name extends string>(book: string, names: readonly Name[]) {
  const { query } = useTab()
  const setView = useSetView()
  const of = (name: string) => `v.${book}.${name}`
  const values = Object.fromEntries(names.map((name) => [name, query.get(of(name)) ?? ''])) as Record<Name, string>
  return {
    values,
    page: Math.max(1, Math.trunc(Number(query.get(of('page')))) || 1),
    set: (patch: Partial<Record<Name, string>>) => {
      const entries = Object.entries<string | undefined>(patch).map(([name, value]) => [of(name), value || undefined])
      setView({ ...Object.fromEntries(entries), [of('page')]: undefined })
    },
    turn: (page: number) => setView({ [of('page')]: page === 1 ? undefined : String(page) }),
  }
}

/** The voucher shown beside the books, and the line one came from. */
export function useShownVoucher() {
  const { query } = useTab()
  const setView = useSetView()
  return {
    voucher: query.get('v.voucher'),
    line: Number(query.get('v.line')) || undefined,
    show: (key: string, line?: number) =>
      setView({ 'v.voucher': key, 'v.line': line === undefined ? undefined : String(line) }),
    close: () => setView({ 'v.voucher': undefined, 'v.line': undefined }),
  }
}
