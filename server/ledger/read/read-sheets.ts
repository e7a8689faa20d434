import { accountResolver } from '#engine/ledger/account-resolver.ts'
import { parseChart } from '#engine/ledger/account-chart.ts'
import { parseAssets } from '#engine/ledger/asset-register.ts'
import type { SheetRow } from '#engine/ledger/cell.ts'
import { parseDimensionBalances } from '#engine/ledger/dimension-balance.ts'
import { journalBuilder } from '#engine/ledger/journal-columns.ts'
import { journalReader, type JournalNotes, type PrintedAccount } from '#engine/ledger/journal-lines.ts'
import { buildLedger } from '#engine/ledger/ledger-builder.ts'
import type { Asset, JournalLine, ReturnFigure, StatementFigure } from '#engine/ledger/model.ts'
import type { DroppedRow, RowRemark } from '#engine/ledger/row-class.ts'
import type { SheetPlan } from '#engine/ledger/sheet-plan.ts'
import { parseStatement } from '#engine/ledger/statement.ts'
import { inVoucherOrder, subsidiaryReader } from '#engine/ledger/subsidiary.ts'
import { parseTaxReturn } from '#engine/ledger/tax-return.ts'
import type { VoucherHead } from '#engine/ledger/voucher-reading.ts'
import { detectStandard } from '#engine/mapping/standard-detection.ts'
import { mappingFacts } from '#facts/facts.ts'

import { withNames, type DimensionNames } from './dimension-names.ts'
import { eachBatch, type OpenSheet, wholeSheet } from './each-batch.ts'
import type { Dataset, DatasetOptions, FileReading } from './read-dataset.ts'
import { readYear } from './read-year.ts'

/** Lines handed over at once where they were collected first. */
const CHUNK = 2000

/** Reads the sheets that are used, in the order in which each needs the ones before. */
export async function readSheets(
  open: readonly OpenSheet[],
  files: FileReading[],
  options: DatasetOptions,
  partners: DimensionNames,
): Promise<Omit<Dataset, 'files' | 'plans'>> {
  const dropped: DroppedRow[] = []
  const remarks: RowRemark[] = []
  const keep = (table: { dropped: readonly DroppedRow[]; remarks?: readonly RowRemark[] }) => {
    for (const row of table.dropped) dropped.push(row)
    for (const row of table.remarks ?? []) remarks.push(row)
  }
  const of = (...uses: SheetPlan['use'][]) => open.filter(({ plan }) => uses.includes(plan.use))
  const whole = (sheet: OpenSheet): Promise<SheetRow[]> => wholeSheet(sheet, files, options)

  const names = new Map<string, string>()
  for (const sheet of of('account_chart')) {
    const chart = parseChart(await whole(sheet), sheet.plan.reading, sheet.plan.file)
    for (const [code, name] of chart.names) names.set(code, name)
    keep(chart)
  }
  const year = await readYear(of('trial_balance'), { names, year: options.year, whole })
  const { trialBalance, months, missing } = year
  if (trialBalance) keep(trialBalance)
  keep(year)
  const before = await readYear(of('prior_trial_balance'), { names, year: options.year - 1, whole })
  const priorTrialBalance = before.trialBalance
  if (priorTrialBalance) keep(priorTrialBalance)
  keep(before)
  const sample = of('journal', 'subsidiary_ledger').flatMap(({ codes }) => codes)
  const { resolve, segment } = accountResolver(trialBalance?.accounts ?? [], sample)
  if (segment !== null)
    for (const { plan } of of('journal'))
      plan.remarks.push({
        severity: 'info',
        code: 'segmentChosen',
        params: { sheet: plan.reading.file, place: segment + 1 },
      })
  const dimensions = trialBalance?.dimensions ?? []
  for (const sheet of of('aux_balance')) {
    const table = parseDimensionBalances(await whole(sheet), sheet.plan.reading, sheet.plan.file, resolve)
    for (const balance of table.balances) dimensions.push(balance)
    keep(table)
  }
  for (const balance of dimensions) {
    const known = balance.name === balance.code ? partners.get(balance.code) : undefined
    if (known) Object.assign(balance, { name: known.name, kind: balance.kind || known.kind })
  }
  const statements: StatementFigure[] = []
  for (const sheet of [...of('balance_sheet'), ...of('income_statement')]) {
    const table = parseStatement(await whole(sheet), sheet.plan.reading, sheet.plan.file)
    statements.push(...table.figures)
    keep(table)
  }
  const assets: Asset[] = []
  for (const sheet of of('asset_register')) {
    const table = parseAssets(await whole(sheet), sheet.plan.reading, sheet.plan.file)
    assets.push(...table.assets)
    keep(table)
  }
  const priorReturn: ReturnFigure[] = []
  for (const sheet of of('tax_return')) {
    const table = parseTaxReturn(await whole(sheet), sheet.plan.reading, sheet.plan.file)
    priorReturn.push(...table.figures)
    keep(table)
  }

  const builder = journalBuilder()
  const used = new Map<string, PrintedAccount>()
  let inherited = 0
  const noted = (notes: JournalNotes) => {
    keep(notes)
    inherited += notes.inherited
    for (const [code, account] of notes.accounts) {
      if (used.has(code)) continue
      used.set(code, account.name === '' ? { ...account, name: names.get(account.printed) ?? '' } : account)
    }
  }
  const hand = async (lines: JournalLine[]) => {
    for (const line of lines) line.dimension = withNames(line.dimension, partners)
    const places = lines.map((line) => builder.add(line))
    await options.onLines?.(lines, places)
  }
  let above: { file: number; head: VoucherHead | undefined } | undefined
  for (const sheet of inTime(of('journal'))) {
    const { plan } = sheet
    const goesOn = above && (above.file === plan.file || plan.reading.header?.rows.length === 0)
    const context = { file: plan.file, year: plan.year, resolve, above: goesOn ? above?.head : undefined }
    const reader = journalReader(plan.reading, context)
    await eachBatch(sheet, files, options, (rows) => hand(reader.push(rows)))
    above = { file: plan.file, head: reader.last() }
    noted(reader.notes)
  }
  const parents = new Set(trialBalance?.accounts.filter(({ leaf }) => !leaf).map(({ code }) => code))
  const pages: JournalLine[] = []
  for (const sheet of of('subsidiary_ledger')) {
    const { plan } = sheet
    const context = { file: plan.file, year: plan.year, resolve, isParent: (code: string) => parents.has(code) }
    const reader = subsidiaryReader(plan.reading, context)
    await eachBatch(sheet, files, options, (rows) => {
      for (const line of reader.push(rows)) pages.push(line)
    })
    for (const code of parents) reader.notes.accounts.delete(code)
    noted(reader.notes)
  }
  const ordered = inVoucherOrder(pages)
  for (let start = 0; start < ordered.length; start += CHUNK) await hand(ordered.slice(start, start + CHUNK))

  const built = buildLedger({
    year: options.year,
    accounts: trialBalance?.accounts ?? [],
    dimensions,
    journal: builder.finish(),
    statements,
    prior: priorTrialBalance?.accounts ?? [],
    assets,
    priorReturn,
    months,
    scheme: trialBalance?.scheme ?? 'prefix',
    standardOf: (accounts) => detectStandard(accounts, mappingFacts.charts, mappingFacts.oldChart).standard,
    used,
  })
  return { built, trialBalance, priorTrialBalance, missingMonths: missing, dropped, remarks, inherited, used }
}

/** Journals by their first month, files of one time in the order given. */
const inTime = (sheets: OpenSheet[]): OpenSheet[] =>
  sheets.toSorted((one, other) => {
    const [a, b] = [one, other].map(({ plan }) => plan.reading.period?.from ?? '')
    // a sheet without a header goes on where the one before it ended
    if (one.plan.reading.header?.rows.length === 0 || other.plan.reading.header?.rows.length === 0) return 0
    return (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0
  })
