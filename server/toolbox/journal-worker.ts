import { writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { writeXlsx } from 'hucre/xlsx'
import { say } from '#contract/errors.ts'
import type { Language } from '#contract/texts.ts'
import { journalSums } from '#engine/ledger/journal-balance.ts'
import type { Account } from '#engine/ledger/model.ts'
import type { Fen } from '#engine/money.ts'
import { sentence } from '#server/ledger/words.ts'
import { FileProblem } from '#server/ledger/read/file-problem.ts'
import { readDataset } from '#server/ledger/read/read-dataset.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import { problemOf } from './file-words.ts'
import { balanceBook, type BalanceTie } from './journal-book.ts'
import { type RunFile, said, type Said } from './runner.ts'

// The thread that sums a journal into a balance of its accounts.

export type JournalOrder = { files: readonly RunFile[]; to: string; year: number; language: Language }
/** Of each file what it was taken for, or why it gave nothing; of all what was summed and whether it ties. */
export type JournalDone = {
  files: { state: 'done' | 'warned' | 'skipped'; says: Said[] }[]
  sums?: { lines: number; vouchers: number; accounts: number; debit: Fen; credit: Fen; uneven: number; untied: number }
}

const { files, to, year, language }: JournalOrder = workerData
const tell = (says: WorkerSays<JournalDone>) => parentPort?.postMessage(says, [])

async function summed(): Promise<JournalDone> {
  const sums = journalSums()
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  let heard = 0
  const read = await readDataset(files, {
    year,
    onLines: (lines) => sums.add(lines),
    onProgress({ file, part, whole }) {
      const before = files.slice(0, file).reduce((sum, { size }) => sum + size, 0)
      const percent = ((before + (part / Math.max(1, whole)) * (files[file]?.size ?? 0)) / Math.max(1, bytes)) * 90
      if (percent < heard + 1) return
      heard = percent
      tell({ kind: 'progress', percent, step: 'toolJournalReading', params: {} })
    },
  })
  const { trialBalance, priorTrialBalance, used } = read
  const known = new Map<string, { name: string; opening: Fen }>()
  for (const [code, { name }] of used) known.set(code, { name, opening: 0n })
  const opened = trialBalance?.accounts ?? priorTrialBalance?.accounts ?? []
  for (const account of opened)
    known.set(account.code, { name: account.name, opening: trialBalance ? account.opening : account.closing })
  const balance = sums.finish(known)
  const told = read.files.map((file, at) => fileSays(read, at, file.problem))
  if (balance.lines === 0) return { files: told.map((one) => ({ ...one, state: 'skipped' as const })) }
  const ties = [
    ...tiesOf(balance, trialBalance?.accounts ?? []),
    ...(trialBalance && priorTrialBalance ? yearTies(priorTrialBalance.accounts, trialBalance.accounts) : []),
  ]
  const untied = ties.filter(({ gap }) => gap !== 0n).length
  writeFileSync(to, await writeXlsx(balanceBook({ balance, ties, opened: opened.length > 0 }, language)), {
    mode: 0o600,
  })
  const { lines, vouchers, debit, credit, uneven, rows } = balance
  return {
    files: told,
    sums: { lines, vouchers, accounts: rows.length, debit, credit, uneven: uneven.length, untied },
  }
}

type Read = Awaited<ReturnType<typeof readDataset>>

const asked: ReadonlySet<string> = new Set(['sheetKindAsked', 'sheetQuestions', 'sheetPeriodAsked'])

function fileSays(
  { plans, trialBalance }: Read,
  at: number,
  problem: FileProblem | null,
): JournalDone['files'][number] {
  if (problem) return { state: 'skipped', says: [problemOf(problem, files[at]?.name ?? '')] }
  const own = plans.filter(({ file }) => file === at)
  const says = own.flatMap(({ use, remarks }) => [
    ...(use === 'journal' || use === 'subsidiary_ledger' ? [said('toolJournalUsed')] : []),
    ...(use === 'trial_balance' ? [said('toolJournalPrinted')] : []),
    ...(use === 'prior_trial_balance' ? [said(trialBalance ? 'toolJournalPrior' : 'toolJournalOpening')] : []),
    ...remarks
      .filter(({ severity }) => severity === 'block')
      .map((one) => said('toolJournalSays', { says: sentence(one, language) })),
    // what a table is, and what its columns are, can be said only where a ledger is imported
    ...(remarks.some(({ code }) => asked.has(code)) ? [said('toolJournalAsked')] : []),
  ])
  const blocked = own.some(({ remarks }) => remarks.some(({ severity }) => severity === 'block'))
  if (says.length === 0) return { state: 'skipped', says: [said('toolJournalNone')] }
  return { state: blocked ? 'warned' : 'done', says }
}

/** Both sides of the journal, what the accounts come to, and each printed account beside what was summed. */
function tiesOf(
  balance: ReturnType<ReturnType<typeof journalSums>['finish']>,
  printed: readonly Account[],
): BalanceTie[] {
  const { rows, debit, credit, uneven } = balance
  const top = rows.filter(({ level }) => level === 1)
  const sum = (side: 'opening' | 'debit' | 'credit' | 'closing') => top.reduce((all, row) => all + row[side], 0n)
  const ties: BalanceTie[] = [
    { what: say('toolTieSides', language), one: debit, other: credit, gap: debit - credit },
    { what: say('toolTieDebit', language), one: sum('debit'), other: debit, gap: sum('debit') - debit },
    { what: say('toolTieCredit', language), one: sum('credit'), other: credit, gap: sum('credit') - credit },
    { what: say('toolTieOpening', language), one: sum('opening'), other: 0n, gap: sum('opening') },
    { what: say('toolTieClosing', language), one: sum('closing'), other: 0n, gap: sum('closing') },
    ...uneven.map((one) => ({
      what: say('toolTieVoucher', language, { voucher: one.key }),
      one: one.debit,
      other: one.credit,
      gap: one.debit - one.credit,
    })),
  ]
  const summed = new Map(rows.map((row) => [row.code, { code: row.code, name: row.name, fen: row.closing }]))
  const shown = new Map(printed.map((one) => [one.code, { code: one.code, name: one.fullName, fen: one.closing }]))
  if (printed.length > 0)
    ties.push(...accountTies(summed, shown, 'toolTieAccount'), {
      what: say('toolTiePrinted', language, { count: printed.length }),
      one: null,
      other: null,
      gap: 0n,
    })
  return ties
}

/** What last year ended with beside what this one is printed to begin with. */
function yearTies(prior: readonly Account[], printed: readonly Account[]): BalanceTie[] {
  const ended = new Map(prior.map((one) => [one.code, { code: one.code, name: one.fullName, fen: one.closing }]))
  const begun = new Map(printed.map((one) => [one.code, { code: one.code, name: one.fullName, fen: one.opening }]))
  return [
    ...accountTies(ended, begun, 'toolTieYear'),
    { what: say('toolTieYears', language, { count: prior.length }), one: null, other: null, gap: 0n },
  ]
}

type Sum = { code: string; name: string; fen: Fen }

/** Accounts whose two sums differ. One that only a side has is looked at in its parent, where both have that. */
function accountTies(
  left: ReadonlyMap<string, Sum>,
  right: ReadonlyMap<string, Sum>,
  says: 'toolTieAccount' | 'toolTieYear',
): BalanceTie[] {
  const within = (code: string) =>
    Array.from(code, (_, at) => code.slice(0, at)).some((above) => left.has(above) && right.has(above))
  return [...new Map([...left, ...right]).values()]
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
    .flatMap((sum) => {
      const [one, other] = [left.get(sum.code)?.fen, right.get(sum.code)?.fen]
      if ((one === undefined || other === undefined) && within(sum.code)) return []
      const gap = (one ?? 0n) - (other ?? 0n)
      if (gap === 0n) return []
      const what = say(says, language, { account: `${sum.code} ${sum.name}` })
      return [{ what, one: one ?? 0n, other: other ?? 0n, gap }]
    })
}

try {
  tell({ kind: 'done', result: await summed() })
} catch (error) {
  if (!(error instanceof FileProblem)) throw error
  tell({
    kind: 'done',
    result: { files: files.map(({ name }) => ({ state: 'skipped', says: [problemOf(error, name)] })) },
  })
}
