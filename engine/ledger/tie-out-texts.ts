import { originOf, type JournalColumns } from './journal-columns.ts'
import type { Ledger, Origin } from './model.ts'
import type { CheckId, DifferenceClass } from './tie-out-report.ts'

/** A text of the client's that no accountant wrote: a formula that would run, or characters lost to a wrong encoding. */
export type TextFault = { check: CheckId; class: DifferenceClass; cause: string; text: string; origin: Origin }

/**
 * 锟斤拷 and 烫烫烫 are what lost bytes turn into when read as Chinese, runs of ? stand where nothing could be written,
 * runs of accented letters are Chinese read as Western text.
 */
const lost = /\uFFFD|锟斤|烫烫烫|屯屯屯|^[ -~]*\?{3,}[ -~]*$|[\u00c0-\u00ff]{4,}/
/** What a spreadsheet would run if the text were written into a cell: =HYPERLINK(…), =cmd|…, @SUM(…). */
const formula = /^\s*(?:=\s*[+\-@]?\s*[A-Za-z_.]+\s*[(|!]|[@+-]\s*[A-Za-z_.]+\s*[(|]|=\s*[A-Z]{1,3}\$?\d)/

/** Most faults told of one kind; a file in the wrong encoding has as many as it has rows. */
const MOST = 200

/** F02 and F03 in the texts: names of accounts, parties and assets, summaries. */
export function checkTexts(ledger: Ledger & { journal: JournalColumns }): TextFault[] {
  const found: TextFault[] = []
  const look = (text: string, origin: () => Origin) => {
    if (found.length >= MOST) return
    if (lost.test(text))
      found.push({
        check: 'F02',
        class: 'encoding',
        cause: 'causeLostCharacters',
        text: text.slice(0, 60),
        origin: origin(),
      })
    else if (formula.test(text))
      found.push({
        check: 'F03',
        class: 'formula_text',
        cause: 'causeFormulaText',
        text: text.slice(0, 60),
        origin: origin(),
      })
  }
  for (const { name, origin } of ledger.accounts) look(name, () => origin)
  for (const { name, origin } of ledger.dimensions) look(name, () => origin)
  for (const { name, origin } of ledger.assets) look(name, () => origin)
  const { journal } = ledger
  let before = ''
  for (let index = 0; index < journal.size; index += 1) {
    const text = journal.summary[index] ?? ''
    if (text === before) continue
    before = text
    look(text, () => originOf(journal, index))
  }
  return found
}
