import { type TextKey, texts } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import type { Dataset } from './read/read-dataset.ts'

/** The files cannot become a ledger of the project, and why: a text for the person who imports. */
export class ImportRefused extends Error {
  readonly key: TextKey
  readonly params: Params

  constructor(code: string, params: Params = {}) {
    super(code)
    if (!isText(code)) throw new Error(`there is no text for ${code}`)
    this.key = code
    this.params = params
  }
}

const isText = (code: string): code is TextKey => Object.hasOwn(texts, code)

/**
 * Throws for the first reason not to take these files: one that cannot be read, a sheet of another year, a journal whose
 * dates have no year, no trial balance at all. Half of what was handed over is never imported silently.
 */
export function refuseUnusable({ files, plans }: Pick<Dataset, 'files' | 'plans'>, { year }: { year: number }): void {
  for (const { problem } of files) if (problem) throw new ImportRefused(problem.code, problem.params)
  for (const { remarks } of plans) {
    const block = remarks.find(({ severity }) => severity === 'block')
    if (block) throw new ImportRefused(block.code, block.params)
  }
  if (!plans.some(({ use }) => use === 'trial_balance')) throw new ImportRefused('importNoTrialBalance', { year })
}

const full = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const down = /^(?:08\w{3}|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/

/** What a person should hear when the database cannot take the rows; undefined for anything else. */
export function storeRefusal(error: unknown): ImportRefused | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (full.has(code)) return new ImportRefused('storeFull')
  return down.test(code) ? new ImportRefused('storeDown') : undefined
}
