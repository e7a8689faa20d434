import { balanceBefore, foreignAccounts } from './foreign-account.ts'
import { monthIn, plainText, shown } from './foreign-argument.ts'
import type { ForeignNode } from './foreign-syntax.ts'
import type { Translator } from './translate.ts'

type Call = Extract<ForeignNode, { kind: 'call' }>
const words: Readonly<Record<string, string>> = {
  B: '预算',
  BG: '预算',
  BD: '预算',
  BJG: '预算',
  BDG: '预算',
}

/**
 * 金蝶's ACCT("科目1:科目2|核算项目", "取数类型", "货币", 年度, 起始期间, 结束期间, "账套"). Types: C JC DC AC opening, Y JY DY AY closing,
 * JF DF turnover, JL DL turnover since January, SY SL profit and loss. A leading T (折合本位币) means the same here.
 */
export function kingdeeCall(call: Call, translator: Translator): string {
  const { name, args, at } = call
  if (name !== 'ACCT') {
    const reason = name === 'ACCTCASH' ? ['现金流量取数', 'cash flow items'] : ['此函数', 'this function']
    return translator.fail(
      at,
      `不支持「${name}」：${reason[0]}没有对应的账套数据`,
      `"${name}" is not known: ${reason[1]} have no data in a ledger`,
    )
  }
  const [account, kind, currency, year, first, last, book] = args
  const [codes = '', ...items] = plainText(account, translator).split('|')
  if (items.some((item) => item.trim() !== ''))
    return translator.fail(
      account?.at ?? at,
      '核算项目代码是客户自己的，请按明细名称取数',
      "auxiliary items are the client's own; bind by name instead",
    )
  if (codes.trim() === '') return translator.fail(at, 'ACCT 缺少科目', 'ACCT needs an account')
  const accounts = foreignAccounts(codes, account?.at ?? at, translator)
  if (!['', 'RMB', 'CNY', '人民币', '综合本位币', '*'].includes(plainText(currency, translator)))
    return translator.fail(currency?.at ?? at, '底稿只取本位币金额', 'papers hold amounts in yuan only')
  if (!['', '0'].includes(plainText(year, translator)))
    return translator.fail(
      year?.at ?? at,
      `只能取本年度的账，不能取「${shown(plainText(year, translator))}」`,
      `only the project's own year can be read, not "${shown(plainText(year, translator))}"`,
    )
  if (plainText(book, translator) !== '')
    translator.note('账套略去：底稿取本项目的账套', "The book is left out: papers read the project's own")
  const from = monthOf(first, translator)
  // a last period of 0 is the current one, the year's end; one left out is the first
  const current = from !== null && plainText(last, translator) !== '' ? 12 : from
  const to = monthOf(last, translator) ?? current
  const type = plainText(kind, translator)
    .toUpperCase()
    .replace(/^T(?=[A-Z])/, '')
  const { selection, side } = accounts
  const all = from === null && to === null
  if (all) translator.note('期间 0 按年度底稿读作全年', 'Period 0 is read as the whole year, as papers are annual')
  const span = all ? '' : `, ${from ?? 1}, ${to ?? 12}`
  const upTo = to === null || to === 12 ? '' : `, 1, ${to}`
  switch (type) {
    case 'C':
    case '':
      return balanceBefore(accounts, from ?? 1, side)
    case 'Y':
      return balanceBefore(accounts, (to ?? 12) + 1, side)
    case 'AC':
      return `abs(${balanceBefore(accounts, from ?? 1, side)})`
    case 'AY':
      return `abs(${balanceBefore(accounts, (to ?? 12) + 1, side)})`
    case 'JC':
    case 'DC':
    case 'JY':
    case 'DY': {
      const opening = type.endsWith('C')
      if (opening ? (from ?? 1) !== 1 : (to ?? 12) !== 12)
        return translator.fail(
          at,
          '按方向取某月的明细余额无法取得',
          'balances of details by side are not kept for single months',
        )
      translator.note(
        '带方向的余额只取该方向的明细余额',
        'A balance with a side takes only the details that stand on it',
      )
      return `bal(${selection}, ${opening ? 'open' : 'close'}, ${type.startsWith('J') ? 'detail_dr' : 'detail_cr'})`
    }
    case 'JF':
    case 'DF':
      return `occ(${selection}, ${type === 'JF' ? 'dr' : 'cr'}${span}, closing=include)`
    case 'JL':
    case 'DL':
      return `occ(${selection}, ${type === 'JL' ? 'dr' : 'cr'}${upTo}, closing=include)`
    case 'SY':
    case 'SL': {
      if (!accounts.profitOrLoss)
        return translator.fail(
          account?.at ?? at,
          `「${type}」只用于损益类科目`,
          `"${type}" is for profit and loss accounts only`,
        )
      const months = type === 'SL' ? upTo : span
      if (months === '') return `pl(${selection})`
      const net = `occ(${selection}, net${months})`
      return side === 'cr' ? `-${net}` : net
    }
    default: {
      const what = words[type]
      return what
        ? translator.fail(
            kind?.at ?? at,
            `取数类型「${type}」取${what}，账套中没有`,
            `type "${type}" reads budgets, which a ledger does not hold`,
          )
        : translator.fail(kind?.at ?? at, `不支持取数类型「${shown(type)}」`, `type "${shown(type)}" is not known`)
    }
  }
}

/** A month; null for the current period, which in annual papers is the year. */
function monthOf(node: ForeignNode | undefined, translator: Translator): number | null {
  const text = plainText(node, translator)
  if (text === '' || text === '0') return null
  const month = monthIn(text)
  if (month !== undefined) return month
  const said = shown(text)
  return translator.fail(node?.at ?? { from: 0, to: 0 }, `不支持期间「${said}」`, `period "${said}" is not known`)
}
