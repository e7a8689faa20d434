import type { z } from 'zod'
import type { DatasetFile } from '#contract/dataset-file.ts'
import { clauseMark } from '#web/kernel/language.ts'

/** Rows of one reason, over all files. */
export type LeftOut = { reason: string; name: string; count: number }
type File = Pick<z.output<typeof DatasetFile>, 'name'> & {
  sheets: Pick<
    z.output<typeof DatasetFile>['sheets'][number],
    'name' | 'used' | 'rows' | 'rowNames' | 'kindName' | 'evidence'
  >[]
}

/** Rows of sheets that are part of the ledger but were not taken, by reason, most first. */
export function leftOutOf(files: readonly File[]): LeftOut[] {
  const reasons = new Map<string, LeftOut>()
  for (const { rows, rowNames } of files.flatMap(({ sheets }) => sheets)) {
    for (const [reason, count] of Object.entries(rows)) {
      if (reason === 'data' || count === 0) continue
      const known = reasons.get(reason)
      reasons.set(reason, { reason, name: rowNames[reason] ?? reason, count: (known?.count ?? 0) + count })
    }
  }
  return [...reasons.values()].toSorted((one, other) => other.count - one.count)
}

/** Sheets that are no part of the ledger, with what is said of them. */
export const unusedSheets = (files: readonly File[]) =>
  files.flatMap(({ name, sheets }) =>
    sheets.flatMap(({ name: sheet, used, evidence }) =>
      used
        ? []
        : [
            {
              place: sheet === '' || sheet === name ? name : `${name} · ${sheet}`,
              why: evidence.map(({ text }) => text).join(clauseMark()),
            },
          ],
    ),
  )

/** Vouchers by month (rows) and word (columns), with the sum of each month. */
export function byMonthAndWord(months: readonly { period: string; word: string; vouchers: number }[]) {
  const words = [...new Set(months.map(({ word }) => word))]
  const periods = [...new Set(months.map(({ period }) => period))].toSorted()
  const count = (period: string, word: string) =>
    months.find((one) => one.period === period && one.word === word)?.vouchers ?? 0
  return {
    words,
    rows: periods.map((period) => {
      const counts = words.map((word) => count(period, word))
      return { period, counts, sum: counts.reduce((sum, one) => sum + one, 0) }
    }),
  }
}
