import type { Span } from './fault.ts'
import { shown } from './foreign-argument.ts'
import type { Translator } from './translate.ts'

/** Accounts as we name them, and the side their balance counts on. */
export type ForeignAccounts = { selection: string; side: 'dr' | 'cr'; profitOrLoss: boolean }

const isPl = (kind: string) => kind === 'pl-income' || kind === 'pl-expense'

/** Most letters of an account's code, pattern or range. */
const LONGEST = 60

/**
 * First-level codes of the standard charts behind `1001`, `16??`, `66*` or `1001:1009`. Codes below the first level are the client's
 * own and mean nothing for another client, so they are refused: bind them by name.
 */
export function foreignAccounts(code: string, at: Span, translator: Translator): ForeignAccounts {
  // a run of * says no more than one, and would take for ever to match
  const text = code.trim().replaceAll(/\*+/g, '*')
  if (text.length > LONGEST)
    return translator.fail(at, `科目「${shown(text)}」过长`, `account "${shown(text)}" is too long`)
  const range = /^(\d*):(\d*)$/.exec(text)
  const pattern =
    /^[\d?*]+$/.test(text) && /[?*]/.test(text)
      ? new RegExp(`^${text.replaceAll('?', '\\d').replaceAll('*', '\\d*')}$`)
      : null
  if (!range && !pattern && !/^\d{4}$/.test(text)) {
    const deep = /^\d{4}(?:[.-]?\d+)+$/.test(text)
    if (deep)
      return translator.fail(
        at,
        `「${text}」是客户自己的明细科目代码，请按名称取数，如 #${text.slice(0, 4)}/明细名称`,
        `"${text}" is a client's own sub-account; name it, as in #${text.slice(0, 4)}/name`,
      )
    return translator.fail(at, `无法识别科目「${text}」`, `account "${text}" cannot be read`)
  }
  const holds = (account: string) => {
    // accounts to which the Ministry gave no code are in no range of codes
    if (account === '') return false
    if (pattern) return pattern.test(account)
    if (!range) return account === text
    const [, from = '', to = ''] = range
    return (from === '' || account >= from.slice(0, 4)) && (to === '' || account <= to.slice(0, 4))
  }
  const found = translator.charts.cas.filter((account) => holds(account.code))
  const others = translator.charts.small.filter((account) => holds(account.code))
  const accounts = found.length > 0 ? found : others
  if (accounts.length === 0)
    return translator.fail(at, `标准科目表中没有「${text}」`, `the standard chart has no account "${text}"`)
  for (const { code, name } of found) {
    const other = others.find((one) => one.code === code && one.name !== name)
    if (other)
      translator.note(
        `${code} 按企业会计准则读作「${name}」；小企业会计准则中为「${other.name}」`,
        `${code} is read as "${name}" of 企业会计准则; in 小企业会计准则 it is "${other.name}"`,
      )
  }
  const [first] = accounts
  const sides = new Set(accounts.map(({ side }) => side))
  if (sides.size > 1)
    translator.note(
      `「${text}」中有借方科目也有贷方科目，余额按借方为正相加`,
      `"${text}" holds accounts of both sides; balances are added debit positive`,
    )
  return {
    selection: [...new Set(accounts.map(({ key }) => `#${key}`))].join('|'),
    side: sides.size === 1 && first?.side === 'cr' ? 'cr' : 'dr',
    profitOrLoss: accounts.every((account) => isPl(account.class)),
  }
}

/** The balance at the start of a month, 1 to 13, on the given side. */
export function balanceBefore({ selection }: ForeignAccounts, month: number, side: 'dr' | 'cr'): string {
  if (month <= 1) return `bal(${selection}, open, ${side})`
  if (month > 12) return `bal(${selection}, close, ${side})`
  const moved = `occ(${selection}, net, 1, ${month - 1}, closing=include)`
  return side === 'cr' ? `bal(${selection}, open, cr) - ${moved}` : `bal(${selection}, open, dr) + ${moved}`
}
