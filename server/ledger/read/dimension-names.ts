import { textOf, wordsOf } from '#engine/ledger/cell.ts'
import { headerKey } from '#engine/ledger/column-roles.ts'
import type { SheetPlan } from '#engine/ledger/sheet-plan.ts'

import { FileProblem } from './file-problem.ts'
import type { Inspection } from './inspect-files.ts'
import type { SheetSource } from './sheet-source.ts'

/** Customers, suppliers, departments … by their code: what tables print where the standard's exports have codes alone. */
export type DimensionNames = ReadonlyMap<string, { kind: string; name: string }>

const codeHeader = /^(客户|供应商|往来单位|客商|部门|职员|员工|人员|项目|成本中心|利润中心)(?:编号|编码|代码)$/
/** The header stands among the first rows. */
const HEADER_ROWS = 6

/** The columns of a list of such codes (客户档案); undefined for any other row. */
function listColumns(words: readonly string[]): { kind: string; code: number; name: number } | undefined {
  const keys = words.map(headerKey)
  const code = keys.findIndex((key) => codeHeader.test(key))
  const kind = codeHeader.exec(keys[code] ?? '')?.[1]
  const name = kind === undefined ? -1 : keys.findIndex((key) => key === `${kind}名称` || key === `${kind}全称`)
  return kind === undefined || name < 0 ? undefined : { kind, code, name }
}

/**
 * Reads the lists of codes among sheets that are no table of the ledger (GB/T 24589 公共档案, 客户档案) and says so in their
 * plans. A code that two lists give different names is left out: nobody knows which is meant.
 */
export async function dimensionNames(
  { found, books }: Inspection,
  plans: readonly SheetPlan[],
  signal?: AbortSignal,
): Promise<DimensionNames> {
  const names = new Map<string, { kind: string; name: string }>()
  const twice = new Set<string>()
  for (const [at, { file, sheet, reading, print }] of found.entries()) {
    const [plan, source] = [plans[at], books[file]?.sheets[sheet]]
    const first = print.split('\n', HEADER_ROWS).map((line) => line.split('\t'))
    if (reading.kind !== 'unknown' || !plan || !source || !first.some(listColumns)) continue
    const list = await listOf(source, signal)
    for (const [code, one] of list) {
      const known = names.get(code)
      if (known && known.name !== one.name) twice.add(code)
      else names.set(code, one)
    }
    const params = { sheet: reading.sheet || reading.file, count: list.size }
    plan.remarks = [{ severity: 'info', code: 'dimensionNamesRead', params }]
  }
  for (const code of twice) names.delete(code)
  return names
}

async function listOf(source: SheetSource, signal?: AbortSignal): Promise<Map<string, { kind: string; name: string }>> {
  const list = new Map<string, { kind: string; name: string }>()
  let columns: ReturnType<typeof listColumns>
  try {
    for await (const { rows } of source.batches(signal))
      for (const { cells } of rows) {
        if (!columns) {
          columns = listColumns(cells.map(textOf))
          continue
        }
        const [code, name] = [wordsOf(cells[columns.code]), wordsOf(cells[columns.name])]
        if (code !== '' && name !== '') list.set(code, { kind: kindOf(columns.kind), name })
      }
  } catch (error) {
    // a list of names that breaks off gives fewer names; its sheet is no part of the ledger
    if (!(error instanceof FileProblem)) throw error
  }
  return list
}

const kindOf = (word: string): string => (word === '客户' ? 'customer' : word === '供应商' ? 'supplier' : word)

/** `C0001` as `C0001 甲公司`; several codes each by itself, and as printed unless all of them are known. */
export function withNames(printed: string, names: DimensionNames): string {
  if (printed === '' || names.size === 0) return printed
  const parts = printed.split(' ').map((code) => ({ code, name: names.get(code)?.name }))
  return parts.every(({ name }) => name !== undefined)
    ? parts.map(({ code, name }) => (code === name ? code : `${code} ${name}`)).join(' ')
    : printed
}
