import type { BankAsk } from '#contract/tool-bank.ts'
import type { TextKey } from '#contract/errors.ts'
import type { Outcome, ToolOrder } from '#contract/tool-run.ts'
import type { Language, Params } from '#contract/texts.ts'
import type { InvoiceFacts } from '#engine/invoice/invoice-facts.ts'
import type { Config } from '#server/kernel/config.ts'
import type { FirmLayouts } from './bank-layouts.ts'

/** One thing to be said about a file, turned into words when it is read. */
export type Said = { key: TextKey; params: Params }
export const said = (key: TextKey, params: Params = {}): Said => ({ key, params })

/** A file of the run, copied to the job's own folder. */
export type RunFile = { name: string; folder: string; path: string; size: number; sha256: string }
/** How it went with one file. `made` is the place in `RunDone.made` of what came of it. */
export type RunOutcome = {
  name: string
  folder: string
  state: Outcome['state']
  says: Said[]
  made?: number
  ask?: BankAsk
}
/** A file that was made; it is used up when it is kept. */
export type MadeFile = { path: string; name: string; folder: string }
/** A figure of the whole run: a key of `web/toolbox/figure-words.ts`, and what it is. */
export type RunFigure = { label: string; value: string }
export type RunDone = { outcomes: RunOutcome[]; made: MadeFile[]; figures: RunFigure[] }

export type RunBench<O extends ToolOrder = ToolOrder> = {
  files: readonly RunFile[]
  order: O
  /** A folder of this run alone, removed afterwards. */
  home: string
  config: Config
  language: Language
  maxPages: number
  signal: AbortSignal
  /** Which invoices the tenant has read before, by `invoiceKey`, in words; once the run is kept it has read all of these. */
  seenInvoices(invoices: readonly InvoiceFacts[]): Promise<ReadonlyMap<string, Said>>
  /** How the firm’s people said bank statements are to be read. */
  firmLayouts(): Promise<FirmLayouts>
  /** `share` from 0 to 1. Throws once the run should stop. */
  tell(share: number, step: TextKey, params?: Params): Promise<void>
}
