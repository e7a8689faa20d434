import type { MaskKind } from './kinds.ts'
import type { Spot } from './spot.ts'

const heads: readonly (readonly [MaskKind, RegExp])[] = [
  ['idCard', /^(?:身份证|身份证号码?|居民身份证号码?|公民身份号码|证件号码?|证照号码)$/],
  ['taxNumber', /^(?:.{0,6}(?:税号|识别号|信用代码|登记号))$/],
  ['phone', /^(?:(?:联系|移动|办公|固定|公司|单位)?(?:电话|手机)(?:号码?)?|联系方式|传真)$/],
  ['email', /^(?:.{0,4}邮箱|e-?mail|电子邮件)$/i],
  ['address', /^(?:.{0,6}(?:地址|住址|住所))$/],
  ['bankAccount', /^(?:.{0,6}(?:账号|帐号|卡号))$/],
  ['invoice', /^(?:发票(?:号码?|代码)|数电票?号码?|票号)$/],
  ['document', /^(?:护照号码?|通行证号码?)$/],
  ['plate', /^(?:车牌号?码?|车号)$/],
  [
    'person',
    /^(?:.{0,4}姓名|名字|联系人|法人(?:代表)?|法定代表人|负责人|经办人|收款人|付款人|领款人|报销人|申请人|员工|业务员|制单人?|审核人?|记账人?|出纳|股东|自然人股东)$/,
  ],
  [
    'company',
    /^(?:.{0,4}(?:客户|供应商|企业|公司|单位|往来户?|购买?方|销售?方|开票方|受票方|户名|交易对手|对手方?)(?:单位|企业|公司)?(?:名称|全称|简称)?|对方户名|往来单位)$/,
  ],
]
const nobody = /^(?:合计|小计|总计|本月合计|本年累计|其他|其它|无|空|个人|零星.*|暂估.*|-+|\/+|—+|\d{1,7})$/

const headKind = (cell: string) => {
  const word = cell.replaceAll(/[\s"'*:]/g, '')
  return word.length > 0 && word.length <= 14 ? heads.find(([, pattern]) => pattern.test(word))?.[0] : undefined
}

type Cell = { first: number; last: number }

/** Cells of tables under a head that names a kind: tab, bar or comma between them. */
export function columnCells(text: string): Spot[] {
  const spots: Spot[] = []
  let kinds: (MaskKind | undefined)[] = []
  let mark = ''
  for (let first = 0; first <= text.length;) {
    const newline = text.indexOf('\n', first)
    const last = newline === -1 ? text.length : newline
    const line = { first, last }
    if (mark !== '') {
      const cells = cellsOf(text, line, mark)
      if (cells.length < 2) mark = ''
      else {
        const again = cells.map((cell) => headKind(text.slice(cell.first, cell.last)))
        if (again.some((kind) => kind !== undefined)) kinds = again
        else for (const [index, cell] of cells.entries()) pushCell(text, cell, kinds[index], spots)
      }
    }
    if (mark === '' && last - first <= 2000) {
      for (const candidate of ['\t', '|', ',']) {
        const cells = cellsOf(text, line, candidate)
        const found = cells.map((cell) => headKind(text.slice(cell.first, cell.last)))
        // two heads side by side, or one among short cells: a sentence with a comma is no table
        if (cells.length < 2 || !found.some((kind) => kind !== undefined)) continue
        if (cells.some((cell) => cell.last - cell.first > 14) || /\d{4,}/.test(text.slice(first, last))) continue
        mark = candidate
        kinds = found
        break
      }
    }
    if (newline === -1) break
    first = newline + 1
  }
  return spots
}

function cellsOf(text: string, line: Cell, mark: string): Cell[] {
  const cells: Cell[] = []
  let first = line.first
  for (let at = line.first; at <= line.last; at += 1) {
    if (at < line.last && text.charAt(at) !== mark) continue
    cells.push({ first, last: at })
    first = at + 1
  }
  return cells
}

const shapes: Partial<Record<MaskKind, RegExp>> = {
  idCard: /^[0-9A-Za-z][0-9A-Za-z -]{5,29}$/,
  taxNumber: /^[0-9A-Za-z][0-9A-Za-z -]{11,24}$/,
  phone: /^[0-9+(][0-9 ()/,;-]{5,40}$/,
  email: /@/,
  bankAccount: /^[0-9A-Za-z][0-9A-Za-z -]{5,34}$/,
  invoice: /^[0-9][0-9 -]{6,40}$/,
  document: /^[A-Za-z0-9]{6,18}$/,
  plate: /^.{6,10}$/,
  person: /^[\p{Script=Han}A-Za-z·. ]{2,30}$/u,
  company: /^(?=.*[\p{Script=Han}A-Za-z]).{2,80}$/u,
  address: /^(?=.*\p{Script=Han}).{4,120}$/u,
}

function pushCell(text: string, cell: Cell, kind: MaskKind | undefined, spots: Spot[]) {
  if (kind === undefined) return
  let { first, last } = cell
  while (first < last && /[\s"'*]/.test(text.charAt(first))) first += 1
  while (last > first && /[\s"'*]/.test(text.charAt(last - 1))) last -= 1
  if (last - first > 130) return
  const value = text.slice(first, last)
  if (nobody.test(value) || !shapes[kind]?.test(value)) return
  spots.push({ kind, first, last, by: 'column' })
}
