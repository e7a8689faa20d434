import { textOf, type SheetRow } from './cell.ts'
import type { ColumnReading } from './column-reading.ts'
import { headerKey } from './column-roles.ts'

const companyHeader =
  /^(?:(?:核算|会计|记账|法人|所属)(?:公司|单位|主体|组织|机构)|(?:分)?公司|组织|机构|账[簿套])(?:名称|编码|代码|编号)?$|^(?:company|entity|ledger)(?:code|name)?$/
const companyTitle =
  /^(?:编制单位|编报单位|核算单位|核算主体|记账主体|公司名称|企业名称|会计主体|账套(?:名称)?|公司)\s*[:：]\s*(\S.*)$/

/** Whether a header names the company whose books a row is of. */
export const namesCompany = (header: string): boolean => companyHeader.test(headerKey(header))

/**
 * Tells when the rows of one sheet are of several companies: by a column that names the company, or by the 编制单位 lines
 * between tables that stand one below the other. Each answers both names, once.
 */
export function companyWatch(columns: readonly ColumnReading[] = []) {
  const named = columns.find(({ role, header }) => role === 'other' && namesCompany(header))?.column
  let first: string | undefined
  let titled: string | undefined
  let told = false
  const tell = (known: string, other: string) => {
    told = true
    return { company: known, other }
  }
  return {
    ofData(row: SheetRow): { company: string; other: string } | undefined {
      if (named === undefined || told) return undefined
      const text = textOf(row.cells[named])
      if (text === '' || text === first) return undefined
      if (first !== undefined) return tell(first, text)
      first = text
      return undefined
    },
    ofTitle(row: SheetRow): { company: string; other: string } | undefined {
      for (const cell of row.cells) {
        if (told || typeof cell !== 'string' || cell.length > 80) continue
        const name = companyTitle
          .exec(textOf(cell))?.[1]
          ?.split(/\s{2,}|\s(?=\S+:)/)[0]
          ?.trim()
        if (name === undefined || name === titled) continue
        if (titled !== undefined) return tell(titled, name)
        titled = name
      }
      return undefined
    },
  }
}
