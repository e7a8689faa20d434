import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { creditCodeProblem } from '#contract/credit-code.ts'
import { say } from '#contract/errors.ts'
import type { InvoiceOptions } from '#contract/tool-run.ts'
import type { Language } from '#contract/texts.ts'
import { type InvoiceFault, invoiceFaults } from '#engine/invoice/invoice-checks.ts'
import { type InvoiceFacts, invoiceKey } from '#engine/invoice/invoice-facts.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import { safeText } from '../list/safe-text.ts'
import type { ReadInvoice } from './invoice-worker.ts'
import { yuan } from './merge-money.ts'
import type { RunBench, RunDone, RunFile, RunOutcome, Said } from './runner.ts'
import { said } from './runner.ts'

type Bench = RunBench<InvoiceOptions>
type Row = { file: RunFile; facts: InvoiceFacts; says: Said[]; same: boolean }

const MEMORY_MB = 768

/** Reads invoices into a ledger of them, with what should be looked at on each. */
export async function invoiceRun(bench: Bench): Promise<RunDone> {
  const { files, order, home, language, signal } = bench
  const ocr = bench.config.DIGAO_OCR_URL ?? null
  const read = await runWorker<ReadInvoice[]>(
    new URL('invoice-worker.ts', import.meta.url),
    { files, ocr },
    {
      signal,
      // a run that should stop rejects here; the thread hears it by the signal
      progress: (percent, step, params) => void bench.tell(percent / 100, step, params).catch(() => {}),
      memory: MEMORY_MB,
      says: { memory: 'toolMemory', died: 'toolDied' },
    },
  )
  const known = files.flatMap((file, at) => {
    const facts = read[at]?.facts
    return facts ? [{ file, facts }] : []
  })
  const before = await bench.seenInvoices(known.map(({ facts }) => facts))
  const rows = checked(known, order, before)
  const outcomes = files.map((file, at) => outcomeOf(file, read[at], rows))
  if (rows.length === 0) return { outcomes, made: [], figures: [] }
  const path = join(home, 'invoices.xlsx')
  await writeFile(path, await ledgerOf(rows, language), { mode: 0o600 })
  const name = `${say('toolLedgerName', language)}.xlsx`
  return { outcomes, made: [{ path, name, folder: '' }], figures: figuresOf(rows, outcomes) }
}

function checked(
  known: readonly Pick<Row, 'file' | 'facts'>[],
  order: Pick<InvoiceOptions, 'buyer' | 'year'>,
  before: ReadonlyMap<string, Said>,
): Row[] {
  const first = new Map<string, Row['file'] & Pick<InvoiceFacts, 'total'>>()
  const sellers = Map.groupBy(known, ({ facts }) => facts.seller)
  return known.map(({ file, facts }) => {
    const key = invoiceKey(facts)
    const twin = key === '' ? undefined : first.get(key)
    if (key !== '' && twin === undefined) first.set(key, { ...file, total: facts.total })
    const others = (facts.seller === '' ? [] : (sellers.get(facts.seller) ?? [])).filter((one) => one.file !== file)
    const faults = invoiceFaults(facts, order, {
      taxNoRight: (taxNo) => creditCodeProblem(taxNo) === undefined,
      numbers: new Set(others.map((one) => one.facts.number)),
    })
    const says = faults.map(faultSaid)
    if (twin !== undefined) says.unshift(twinSaid(twin, facts.total))
    const earlier = before.get(key)
    if (earlier) says.unshift(earlier)
    return { file, facts, says, same: twin !== undefined }
  })
}

/** One number with two totals is no second copy: one of the papers is wrong or forged. */
function twinSaid({ name, total }: { name: string; total: number | null }, other: number | null): Said {
  if (total === null || other === null || total === other) return said('toolInvoiceTwice', { file: name })
  return said('toolInvoiceForged', { file: name, one: yuan(total), other: yuan(other) })
}

function faultSaid(fault: InvoiceFault): Said {
  switch (fault.kind) {
    case 'sum':
      return said('toolFaultSum', { amount: yuan(fault.amount), tax: yuan(fault.tax), total: yuan(fault.total) })
    case 'buyer':
      return said('toolFaultBuyer', { found: fault.found })
    case 'buyerTaxNo':
    case 'sellerTaxNo':
      return said(fault.kind === 'buyerTaxNo' ? 'toolFaultBuyerTaxNo' : 'toolFaultSellerTaxNo', { found: fault.found })
    case 'year':
      return said('toolFaultYear', { found: fault.found })
    case 'neighbour':
      return said('toolFaultNeighbour', { number: fault.number })
    case 'noNumber':
      return said('toolFaultNoNumber')
    case 'noTotal':
      return said('toolFaultNoTotal')
    case 'numberForm':
      return said('toolFaultNumberForm')
  }
}

function outcomeOf(file: RunFile, read: ReadInvoice | undefined, rows: readonly Row[]): RunOutcome {
  const { name, folder } = file
  const row = rows.find((one) => one.file === file)
  if (!row) {
    const problem = read?.problem
    return { name, folder, state: 'skipped', says: problem ? [said(problem.key, problem.params)] : [] }
  }
  const { facts, says, same } = row
  const total = facts.total === null ? '-' : yuan(facts.total)
  const line = said('toolInvoiceLine', { number: facts.number || '-', date: facts.date || '-', total })
  const copy = same && says.every(({ key }) => key !== 'toolInvoiceForged')
  return { name, folder, state: copy ? 'same' : says.length > 0 ? 'warned' : 'done', says: [line, ...says], made: 0 }
}

const head = [
  'toolCoverIndex', 'toolCoverFile', 'toolColumnCode', 'toolCoverNumber', 'toolColumnDate', 'toolColumnBuyer', 'toolColumnBuyerTaxNo',
  'toolColumnSeller', 'toolColumnSellerTaxNo', 'toolColumnItem', 'toolColumnAmount', 'toolColumnTax', 'toolCoverAmount', 'toolColumnChecks',
] as const // prettier-ignore
const widths = [6, 30, 14, 24, 12, 30, 22, 30, 22, 24, 14, 12, 14, 60]

const money = (fen: number | null) => (fen === null ? null : fen / 100)

function ledgerOf(rows: readonly Row[], language: Language): Promise<Uint8Array> {
  const lines = rows.map(({ file, facts, says }, at) => [
    at + 1,
    safeText(file.name),
    facts.code,
    facts.number,
    facts.date,
    safeText(facts.buyer),
    safeText(facts.buyerTaxNo),
    safeText(facts.seller),
    safeText(facts.sellerTaxNo),
    safeText(facts.item),
    money(facts.amount),
    money(facts.tax),
    money(facts.total),
    says.map(({ key, params }) => say(key, language, params)).join('; '),
  ])
  const bold = { font: { name: '微软雅黑', size: 10, bold: true } } as const
  const figure = { numFmt: '#,##0.00' } as const
  const cells = new Map<string, object>(head.map((_, column) => [`0,${column}`, { style: bold }]))
  for (const [row] of lines.entries())
    for (const column of [10, 11, 12]) cells.set(`${row + 1},${column}`, { style: figure })
  return writeXlsx({
    sheets: [
      {
        name: say('toolLedgerName', language),
        columns: widths.map((width) => ({ width })),
        rows: [head.map((key) => say(key, language)), ...lines],
        cells,
        freezePane: { rows: 1 },
      },
    ],
    defaultFont: { name: '微软雅黑', size: 10 },
  })
}

function figuresOf(rows: readonly Row[], outcomes: readonly RunOutcome[]) {
  const once = rows.filter(({ same }) => !same)
  const sum = (key: 'amount' | 'tax' | 'total') => yuan(once.reduce((all, { facts }) => all + (facts[key] ?? 0), 0))
  return [
    { label: 'invoices', value: String(once.length) },
    { label: 'amount', value: sum('amount') },
    { label: 'tax', value: sum('tax') },
    { label: 'total', value: sum('total') },
    { label: 'toLookAt', value: String(rows.filter(({ says }) => says.length > 0).length) },
    { label: 'duplicates', value: String(rows.length - once.length) },
    { label: 'leftOut', value: String(outcomes.filter(({ state }) => state === 'skipped').length) },
  ]
}
