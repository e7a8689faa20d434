import type { BalanceSide, Side } from './ledger-access.ts'
import { type Argument, type Expression, isAll, type Selection } from './syntax.ts'

const nothing: Selection = { kind: 'selection', accounts: [], tag: null, at: { from: 0, to: 0 } }
export const selectionIn = (argument: Argument | undefined): Selection =>
  argument?.kind === 'selection' ? argument : nothing
/** `all` reads as every account, or as a choice of that name. */
export const wordIn = (argument: Argument | undefined): string =>
  argument?.kind === 'word' ? argument.value : argument && isAll(argument) ? 'all' : ''
export const isExpression = (argument: Argument): argument is Expression =>
  argument.kind !== 'word' && argument.kind !== 'selection'
export const optionOf = (call: Extract<Expression, { kind: 'call' }>, name: string): Argument | undefined =>
  call.options.find((option) => option.name === name)?.value
export const isSide = (text: string): text is Side => text === 'dr' || text === 'cr' || text === 'net'
export const isBalanceSide = (text: string): text is BalanceSide =>
  isSide(text) || text === 'detail_dr' || text === 'detail_cr'

/** The selections of a call as a person wrote them: `tag:advertising @ #6601`. */
export function written(call: Extract<Expression, { kind: 'call' }>): string {
  const options = call.options.map(({ name, value }) =>
    value.kind === 'selection' ? `${name}=${selectionText(value)}` : '',
  )
  return [...call.args.map(selectionText), ...options].filter((part) => part !== '').join(' ')
}

function selectionText(argument: Argument): string {
  if (argument.kind !== 'selection') return ''
  const accounts = argument.accounts.map(({ key, under }) => `#${key}${under === null ? '' : `/${under}`}`).join('|')
  return [argument.tag === null ? '' : `tag:${argument.tag}`, accounts].filter((part) => part !== '').join(' @ ')
}
