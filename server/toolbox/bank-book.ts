import { writeXlsx } from 'hucre/xlsx'
import { say, type TextKey } from '#contract/errors.ts'
import type { Language } from '#contract/texts.ts'
import type { AccountCheck, BankFlag, PartySum } from '#engine/bank/bank-checks.ts'
import type { BankLine } from '#engine/bank/bank-line.ts'
import { yuan } from '#engine/money.ts'
import { fittingText, safeText } from '../list/safe-text.ts'

export type BookLine = { file: string; line: BankLine; flags: readonly BankFlag[] }
type Book = {
  lines: readonly BookLine[]
  parties: readonly PartySum[]
  checks: readonly { file: string; account: AccountCheck }[]
}

const flagWords: Record<BankFlag, TextKey> = {
  large: 'toolFlagLarge',
  round: 'toolFlagRound',
  night: 'toolFlagNight',
  through: 'toolFlagThrough',
  named: 'toolFlagNamed',
}

type Value = string | number | null
/** One sheet: its headings with their widths, its rows, and which columns are money. */
type Table = {
  name: TextKey
  head: readonly (readonly [TextKey, number])[]
  rows: Value[][]
  money: readonly number[]
}

const words = (text: string) => fittingText(safeText(text))
/** Nothing where nothing moved, so that a filter finds what did. */
const moved = (fen: bigint): number | null => (fen === 0n ? null : Number(fen) / 100)
const money = (fen: bigint | null): number | null => (fen === null ? null : Number(fen) / 100)

const linesOf = ({ lines }: Book, language: Language): Table => ({
  name: 'toolBankBook',
  head: [
    ['toolBankFile', 26],
    ['toolBankRow', 8],
    ['toolBankDate', 12],
    ['toolBankTime', 10],
    ['toolBankAccount', 22],
    ['toolBankIn', 16],
    ['toolBankOut', 16],
    ['toolBankNeither', 16],
    ['toolBankBalance', 16],
    ['toolBankParty', 32],
    ['toolBankPartyAccount', 24],
    ['toolBankSummary', 44],
    ['toolBankFlags', 24],
  ],
  rows: lines.map(({ file, line, flags }) => [
    words(file),
    line.row,
    line.date,
    line.time,
    words(line.account),
    moved(line.in),
    moved(line.out),
    moved(line.other),
    money(line.balance),
    words(line.party),
    words(line.partyAccount),
    words(line.summary),
    flags.map((flag) => say(flagWords[flag], language)).join(' '),
  ]),
  money: [5, 6, 7, 8],
})

const partiesOf = ({ parties }: Book, language: Language): Table => ({
  name: 'toolBankParties',
  head: [
    ['toolBankParty', 40],
    ['toolBankCount', 10],
    ['toolBankIn', 18],
    ['toolBankOut', 18],
  ],
  rows: parties.map((one) => [
    one.name === '' ? say('toolBankNoParty', language) : words(one.name),
    one.lines,
    moved(one.in),
    moved(one.out),
  ]),
  money: [2, 3],
})

/** Each account with what it began and ended with, and every balance that does not follow. */
function checksOf({ checks }: Book, language: Language): Table {
  const rows = checks.flatMap(({ file, account }) => {
    const { breaks, checked, opening, closing } = account
    const finding =
      checked === 0 || opening === null || closing === null
        ? say('toolBankNoBalance', language)
        : breaks.length > 0
          ? say('toolBankBreaks', language, { count: breaks.length })
          : say('toolBankTies', language, { checked, opening: yuan(opening), closing: yuan(closing) })
    const whole: Value[] = [words(file), words(account.account), null, money(opening), money(closing), null, finding]
    return [
      whole,
      ...breaks.map(({ row, expected, found }): Value[] => [
        words(file),
        words(account.account),
        row,
        money(expected),
        money(found),
        money(found - expected),
        say('toolBankBreak', language, {
          row,
          expected: yuan(expected),
          found: yuan(found),
          gap: yuan(found - expected),
        }),
      ]),
    ]
  })
  return {
    name: 'toolBankChecks',
    head: [
      ['toolBankFile', 26],
      ['toolBankAccount', 22],
      ['toolBankRow', 8],
      ['toolBankExpected', 18],
      ['toolBankBalance', 18],
      ['toolBankGap', 16],
      ['toolBankWhat', 70],
    ],
    rows,
    money: [3, 4, 5],
  }
}

const bold = { font: { name: '微软雅黑', size: 10, bold: true } } as const
const figure = { numFmt: '#,##0.00' } as const

/** A sheet as it is written: headings that stay, amounts that sum. */
export function tableSheet({ name, head, rows, money: columns }: Table, language: Language) {
  const cells = new Map<string, object>(head.map((_, column) => [`0,${column}`, { style: bold }]))
  for (const [row, values] of rows.entries())
    for (const column of columns)
      if (typeof values[column] === 'number') cells.set(`${row + 1},${column}`, { style: figure })
  return {
    name: say(name, language),
    columns: head.map(([, width]) => ({ width })),
    rows: [head.map(([key]) => say(key, language)), ...rows],
    cells,
    freezePane: { rows: 1 },
  }
}

/** Movements, counterparties, and how the balances follow each other. */
export const bankBook = (book: Book, language: Language): Promise<Uint8Array> =>
  writeXlsx({
    sheets: [linesOf(book, language), partiesOf(book, language), checksOf(book, language)].map((table) =>
      tableSheet(table, language),
    ),
    defaultFont: { name: '微软雅黑', size: 10 },
  })
