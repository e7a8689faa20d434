import { balanceBefore, foreignAccounts } from './foreign-account.ts'
import { monthIn, plainText, shown } from './foreign-argument.ts'
import type { ForeignNode } from './foreign-syntax.ts'
import type { Translator } from './translate.ts'

type Call = Extract<ForeignNode, { kind: 'call' }>
/** Which argument is what; −1: the function has none. 科目, [对方科目], 期间, 方向, 账套, 年度, 编码1, 编码2. */
type Places = { other: number; period: number; side: number; book: number; year: number }
const usual: Places = { other: -1, period: 1, side: 2, book: 3, year: 4 }
const places: Readonly<Record<string, Places>> = {
  QC: usual,
  QM: usual,
  FS: usual,
  LFS: usual,
  JE: { ...usual, side: -1, book: 2, year: 3 },
  LJE: { ...usual, side: -1, book: 2, year: 3 },
  DFS: { other: 1, period: 2, side: 3, book: 6, year: 7 },
}
const measures: Readonly<Record<string, string>> = { S: '数量', W: '外币' }

/** 用友 UFO's ledger functions (账务函数). Throws by `translator.fail` what cannot be said in ours. */
export function ufoCall(call: Call, translator: Translator): string {
  const { name, args, at } = call
  const where = places[name]
  if (!where) {
    const foreign = /^([SW])(?:QC|QM|FS|LFS|JE|LJE|DFS|TFS)$/.exec(name)?.[1]
    const measure = measures[foreign ?? '']
    if (measure !== undefined)
      return translator.fail(
        at,
        `「${name}」取${measure}，底稿只取本位币金额`,
        `"${name}" reads ${foreign === 'S' ? 'quantities' : 'foreign currency'}; papers hold amounts in yuan only`,
      )
    return translator.fail(at, `不支持函数「${name}」`, `function "${name}" is not known`)
  }
  const accounts = foreignAccounts(codeOf(args[0], call, translator), args[0]?.at ?? at, translator)
  const period = periodOf(args[where.period], translator)
  const side = where.side < 0 ? null : sideOf(args[where.side], translator)
  sameBooks(call, where, translator)
  switch (name) {
    case 'QC':
    case 'QM': {
      if (side !== null) {
        translator.note(
          '带方向的余额只取该方向的明细余额',
          'A balance with a side takes only the details that stand on it',
        )
        const detail = side === 'cr' ? 'detail_cr' : 'detail_dr'
        if (period !== 'year' && !(name === 'QM' && period === 12) && !(name === 'QC' && period === 1))
          return translator.fail(
            at,
            '按方向取某月的明细余额无法取得',
            'balances of details by side are not kept for single months',
          )
        return `bal(${accounts.selection}, ${name === 'QC' ? 'open' : 'close'}, ${detail})`
      }
      if (period === 'year') return `bal(${accounts.selection}, ${name === 'QC' ? 'open' : 'close'}, ${accounts.side})`
      return balanceBefore(accounts, name === 'QC' ? period : period + 1, accounts.side)
    }
    case 'FS':
    case 'LFS':
      if (side === null) return translator.fail(at, `「${name}」缺少方向（借或贷）`, `"${name}" needs a side, 借 or 贷`)
      return `occ(${accounts.selection}, ${side}${months(name === 'LFS', period)}, closing=include)`
    case 'JE':
    case 'LJE': {
      const net = `occ(${accounts.selection}, net${months(name === 'LJE', period)}, closing=include)`
      return accounts.side === 'cr' ? `-${net}` : net
    }
    default: {
      if (side === null) return translator.fail(at, `「${name}」缺少方向（借或贷）`, `"${name}" needs a side, 借 or 贷`)
      const other = foreignAccounts(
        codeOf(args[where.other], call, translator),
        args[where.other]?.at ?? at,
        translator,
      )
      if (plainText(args[4], translator) !== '')
        return translator.fail(
          args[4]?.at ?? at,
          '带摘要的对方科目发生请用 vsum(dr=, cr=, text=~"…")',
          'with a summary, use vsum(dr=, cr=, text=~"…")',
        )
      return `occ(${accounts.selection}, ${side}${months(false, period)}, with=${other.selection})`
    }
  }
}

/** One month, the months up to it, or nothing for the whole year. */
function months(upTo: boolean, period: Period): string {
  if (period === 'year' || (upTo && period === 12)) return ''
  return upTo ? `, 1, ${period}` : `, ${period}, ${period}`
}

type Period = number | 'year'

/** 月 and 全年 are the whole year: papers are made for a tax year. */
function periodOf(node: ForeignNode | undefined, translator: Translator): Period {
  const text = plainText(node, translator)
  if (text === '' || text === '全年' || text === '年') return 'year'
  if (text === '月') {
    translator.note(
      '「月」按年度底稿读作全年：期初为年初，期末为年末，发生额为全年',
      '「月」 is read as the whole year, as papers are annual: from its opening to its close',
    )
    return 'year'
  }
  const month = monthIn(text)
  if (month !== undefined) return month
  const said = shown(text)
  return translator.fail(node?.at ?? { from: 0, to: 0 }, `不支持会计期间「${said}」`, `period "${said}" is not known`)
}

function sideOf(node: ForeignNode | undefined, translator: Translator): 'dr' | 'cr' | null {
  const text = plainText(node, translator)
  if (text === '') return null
  if (/^(?:借|j|J|dr)$/.test(text)) return 'dr'
  if (/^(?:贷|d|D|cr)$/.test(text)) return 'cr'
  return translator.fail(
    node?.at ?? { from: 0, to: 0 },
    `方向应为借或贷，现为「${shown(text)}」`,
    `the side should be 借 or 贷, not "${shown(text)}"`,
  )
}

/** Another set of books or another year is not in this project; auxiliary codes are the client's own. */
function sameBooks({ args }: Call, { book, year }: Places, translator: Translator): void {
  const ledger = shown(plainText(args[book], translator))
  if (ledger !== '')
    translator.note(
      `账套号「${ledger}」略去：底稿取本项目的账套`,
      `Book "${ledger}" is left out: papers read the project's own`,
    )
  const of = args[year]
  const text = plainText(of, translator)
  if (text !== '' && text !== '年' && text !== '0')
    translator.fail(
      of?.at ?? { from: 0, to: 0 },
      `只能取本年度的账，不能取「${shown(text)}」`,
      `only the project's own year can be read, not "${shown(text)}"`,
    )
  for (const extra of args.slice(year + 1))
    if (!/^[YNyn]?$/.test(plainText(extra, translator)))
      translator.fail(
        extra.at,
        '辅助核算编码是客户自己的，请按明细名称取数',
        "auxiliary codes are the client's own; bind by name instead",
      )
}

function codeOf(node: ForeignNode | undefined, { name, at }: Call, translator: Translator): string {
  const text = plainText(node, translator)
  return text === '' ? translator.fail(at, `「${name}」缺少科目`, `"${name}" needs an account`) : text
}
