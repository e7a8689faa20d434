import { join } from 'node:path'
import { say, type TextKey } from '#contract/errors.ts'
import type { BankOptions } from '#contract/tool-bank.ts'
import type { AccountCheck } from '#engine/bank/bank-checks.ts'
import { fenOf } from '#engine/money.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import { yuan as shown } from './merge-money.ts'
import type { BankFile, BankOrder, ReadStatement } from './bank-worker.ts'
import {
  type RunBench,
  type RunDone,
  type RunFigure,
  type RunFile,
  type RunOutcome,
  said,
  type Said,
} from './runner.ts'

const SECONDS = 300
const MEMORY_MB = 1024
const yuan = (fen: bigint) => shown(Number(fen))
/** Breaks named one by one; the workbook has them all. */
const BREAKS_SAID = 3

const layoutWords: Record<string, TextKey> = {
  icbc: 'toolBankIcbc',
  ccb: 'toolBankCcb',
  cmb: 'toolBankCmb',
  alipay: 'toolBankAlipay',
  wechat: 'toolBankWechat',
}

/** Statements of banks and payment houses as one workbook: movements, counterparties, and whether the balances follow. */
export async function bankRun(bench: RunBench<BankOptions>): Promise<RunDone> {
  const { files, order, home, language, signal } = bench
  const to = join(home, 'bank.xlsx')
  const names = order.names.split(/\r?\n/).map((name) => name.trim())
  const data: BankOrder = {
    files,
    to,
    firm: await bench.firmLayouts(),
    rules: { large: fenOf(order.large) ?? 0n, names },
    language,
  }
  const read = await runWorker<BankFile[]>(new URL('bank-worker.ts', import.meta.url), data, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(SECONDS * 1000)]),
    progress: (percent, step, params) => void bench.tell(percent / 100, step, params).catch(() => {}),
    memory: MEMORY_MB,
    says: { memory: 'toolMemory', died: 'toolDied' },
  })
  const outcomes = files.map((file, at) => outcomeOf(bench, file, read[at]))
  const known = read.flatMap((one) => one.read ?? [])
  if (known.length === 0) return { outcomes, made: [], figures: [] }
  const name = `${say('toolBankBook', language)}.xlsx`
  return { outcomes, made: [{ path: to, name, folder: '' }], figures: figuresOf(known, read) }
}

function outcomeOf({ language }: RunBench, { name, folder }: RunFile, file: BankFile | undefined): RunOutcome {
  if (file?.twin !== undefined)
    return { name, folder, state: 'same', says: [said('toolBankTwice', { file: file.twin })] }
  const ask = file?.ask && { ask: file.ask }
  if (!file?.read) {
    const says = ask ? [said('toolBankAsk')] : file?.problem ? [file.problem] : []
    return { name, folder, state: 'skipped', says, ...ask }
  }
  const { layout, guessed, accounts, unread, flags, other, left } = file.read
  const sum = (side: 'in' | 'out') => yuan(accounts.reduce((all, account) => all + account[side], 0n))
  const key = 'code' in layout ? layoutWords[layout.code] : undefined
  const days = accounts.flatMap(({ from, to }) => [from, to]).toSorted()
  const says = [
    said('toolBankLines', {
      layout: 'name' in layout && layout.name !== '' ? layout.name : say(key ?? 'toolBankUnnamed', language),
      lines: accounts.reduce((all, { lines }) => all + lines, 0),
      from: days[0] ?? '',
      to: days.at(-1) ?? '',
    }),
    said('toolBankSums', { in: sum('in'), out: sum('out') }),
    ...accounts.flatMap(balanceSays),
  ]
  if (guessed) says.push(said('toolBankGuessed'))
  if (other.count > 0) says.push(said('toolBankOther', { count: other.count, sum: yuan(other.sum) }))
  if (unread.length > 0)
    says.push(said('toolBankUnread', { count: unread.length, rows: unread.slice(0, 10).join(', ') }))
  if (flags > 0) says.push(said('toolBankFlagged', { count: flags }))
  if (left.length > 0)
    says.push(said('toolBankSheetsLeft', { sheets: left.slice(0, 10).join(', '), count: left.length }))
  const sound =
    left.length === 0 &&
    unread.length === 0 &&
    accounts.every(({ checked, breaks }) => checked > 0 && breaks.length === 0)
  return { name, folder, state: sound ? 'done' : 'warned', says, made: 0, ...ask }
}

function balanceSays({ checked, breaks, opening, closing }: AccountCheck): Said[] {
  if (checked === 0 || opening === null || closing === null) return [said('toolBankNoBalance')]
  if (breaks.length === 0) return [said('toolBankTies', { checked, opening: yuan(opening), closing: yuan(closing) })]
  const named = breaks
    .slice(0, BREAKS_SAID)
    .map(({ row, expected, found }) =>
      said('toolBankBreak', { row, expected: yuan(expected), found: yuan(found), gap: yuan(found - expected) }),
    )
  return breaks.length > BREAKS_SAID ? [...named, said('toolBankBreaks', { count: breaks.length })] : named
}

function figuresOf(known: readonly ReadStatement[], read: readonly BankFile[]): RunFigure[] {
  const accounts = known.flatMap((one) => one.accounts)
  const sum = (side: 'in' | 'out') => yuan(accounts.reduce((all, account) => all + account[side], 0n))
  return [
    { label: 'movements', value: String(accounts.reduce((all, { lines }) => all + lines, 0)) },
    { label: 'income', value: sum('in') },
    { label: 'expense', value: sum('out') },
    { label: 'breaks', value: String(accounts.reduce((all, { breaks }) => all + breaks.length, 0)) },
    { label: 'toLookAt', value: String(known.reduce((all, { flags }) => all + flags, 0)) },
    { label: 'leftOut', value: String(read.filter((one) => !one.read && one.twin === undefined).length) },
  ]
}
