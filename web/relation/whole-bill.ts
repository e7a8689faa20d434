import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { AccountRelation, LineRelation, relation } from '#contract/relation.ts'
import { call } from '#web/kernel/api.ts'

export type AccountTie = z.output<typeof AccountRelation>
export type LineTag = z.output<typeof LineRelation>

const PAGE = 500
/** A bill larger than this is a ledger with dimensions in its account codes; the rest is reached by the filters of the server. */
const MOST = 20_000

type Paged<T> = { records: T[]; total: number }
async function everyPage<T>(page: (current: number) => Promise<Paged<T>>): Promise<T[]> {
  const rows: T[] = []
  for (let current = 1; ; current++) {
    const { records, total } = await page(current)
    rows.push(...records)
    if (records.length === 0 || rows.length >= Math.min(total, MOST)) return rows
  }
}

/** All accounts of the bill at once: counts, filters and the keyboard then need no server. */
export const allAccounts = (projectId: string) =>
  queryOptions({
    queryKey: ['relation', 'all accounts', projectId],
    queryFn: ({ signal }) =>
      everyPage((current) => call(relation.accounts, { projectId, current, size: PAGE, ascs: 'code' }, { signal })),
  })

/** All line tags of the bill at once. */
export const allLines = (projectId: string) =>
  queryOptions({
    queryKey: ['relation', 'all lines', projectId],
    queryFn: ({ signal }) =>
      everyPage((current) => call(relation.lines, { projectId, current, size: PAGE }, { signal })),
  })

/** Names a line tag. */
export const lineKey = ({ voucherKey, line }: { voucherKey: string; line: number }) => `${voucherKey}|${line}`
