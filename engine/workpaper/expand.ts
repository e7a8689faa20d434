import { largestVouchers, pairedLines, selectAccounts } from '../binding/atom.ts'
import type { LedgerIndex } from '../binding/ledger-index.ts'
import { LISTED_LINES, listedAndOthers } from '../binding/tagged-lines.ts'
import type { Binding } from '../binding/program.ts'
import type { StatementLine, StatementSets } from '../taxlaw/statement.ts'
import { isCalled } from './called.ts'
import { enteredRows } from './entered-rows.ts'
import type { Entry, Register } from './entry.ts'
import { plainRow } from './plain-row.ts'
import type { Block, Paper, PaperItem, RowSource, TableRow } from './paper.ts'

/** A table with its rows found; a paper whose every figure has a binding. */
export type ExpandedTable = Omit<Extract<Block, { kind: 'table' }>, 'rows'> & { rows: readonly TableRow[] }
export type ExpandedPaper = Omit<Paper, 'blocks'> & {
  blocks: readonly (Extract<Block, { kind: 'items' }> | ExpandedTable)[]
  /** Whether the books or a person ask for it. A paper not called for is computed, since others may read it, but not shown. */
  called?: boolean
}
type Entries = Readonly<Record<string, readonly Entry[]>>
type Facts = { statements: StatementSets; papers: { registers?: readonly Register[] } }

/** The paper with its rows for this ledger, this year and what people entered. */
export function expandPaper(
  paper: Paper,
  index: LedgerIndex,
  { statements, papers: { registers = [] } }: Facts,
  entries: Entries = {},
): ExpandedPaper {
  const sources = new Map<string, readonly TableRow[]>()
  const blocks = paper.blocks.map((block) => {
    if (block.kind === 'items') return block
    const { rows: source } = block
    const rows = enteredRows(source, index, entries, {
      paper: paper.id,
      columns: block.columns,
      above: sources,
      registers,
    })
    if (rows && (source.from === 'entries' || source.from === 'assets')) sources.set(source.register, rows)
    return { ...block, rows: rows ?? rowsFrom(source, index, statements) }
  })
  return { ...paper, blocks, called: isCalled(paper, index, entries) }
}

function rowsFrom(source: RowSource, index: LedgerIndex, statements: StatementSets): TableRow[] {
  const { year } = index.ledger
  switch (source.from) {
    case 'list':
      return source.rows.filter(({ from, to }) => (from ?? year) <= year && (to ?? year) >= year)
    case 'standards':
      return [...index.leaves]
        .flatMap(([key, [first]]) =>
          first?.standard ? [plainRow(key, `${key} ${first.standard.name}`, { vars: { row: `#${key}` } })] : [],
        )
        .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    case 'statement': {
      const set = statements[index.relation.standard]
      const lines = source.which === 'balance_sheet' ? set.balanceSheet : set.incomeStatement
      return lines.map((line) =>
        plainRow(line.id, line.name, {
          style: line.sum.length > 0 ? 'total' : line.memo ? 'memo' : null,
          exprs: source.which === 'income_statement' ? adjustedBy(line) : {},
        }),
      )
    }
    case 'lines':
      return entryRows(index, source.tag)
    case 'relation':
      return relationRows(index, statements)
    case 'entries':
    case 'assets':
    case 'groups':
      return []
    case 'pairing':
    default: {
      const codes = (keys: readonly string[]) =>
        selectAccounts(index, {
          kind: 'selection',
          accounts: keys.map((key) => ({ key, under: null })),
          tag: null,
          at: { from: 0, to: 0 },
        }).accounts.map(({ account }) => account.code)
      const lines = pairedLines(index, {
        pick: 'cr',
        debit: codes(source.debit),
        credit: codes(source.credit),
        text: null,
        atLeast: null,
        voucher: null,
        line: null,
      })
      return pairedRows(index, source, lines)
    }
  }
}

const anyOf = (accounts: readonly string[]): string => accounts.map((key) => `#${key}`).join('|')

/** The largest vouchers of a pairing one by one, and what is left in one row. */
function pairedRows(
  index: LedgerIndex,
  { debit, credit }: Extract<RowSource, { from: 'pairing' }>,
  lines: readonly number[],
): TableRow[] {
  const { journal } = index.ledger
  const largest = largestVouchers(index, lines, LISTED_LINES)
  const listed = lines.filter((line) => largest.has(journal.voucher[line] ?? 0))
  const vouchers = new Map(listed.map((line) => [voucherOf(index, line), line]))
  const rows = [...vouchers].map(([key, line]) => plainRow(key, `${key} ${journal.summary[line] ?? ''}`))
  const others = new Set(lines.map((line) => journal.voucher[line] ?? 0)).size - largest.size
  if (others === 0) return rows
  const rest = plainRow('others', `其余 ${others} 张凭证`, {
    label: { zh: `其余 ${others} 张凭证`, en: `${others} further vouchers` },
    exprs: { found: `vsum(cr=${anyOf(credit)}, dr=${anyOf(debit)}, beyond=${LISTED_LINES})` },
  })
  return [...rows, rest]
}

/** What posted entries change of an income statement line, on its own side; by its accounts, or by the lines it sums. */
function adjustedBy({ terms, sum }: StatementLine): Record<string, string> {
  const parts = [
    ...terms
      .filter(({ tags, measure }) => tags.length === 0 && (measure === 'pl_cr' || measure === 'pl_dr'))
      .map(
        ({ account, sign, measure }) => `${sign * (measure === 'pl_cr' ? -1 : 1) < 0 ? '-' : '+'}adj(#${account}, aje)`,
      ),
    ...sum.map(({ line, sign }) => `${sign < 0 ? '-' : '+'}[A03.aje@${line}]`),
  ]
  const aje = parts.join('').replace(/^\+/, '')
  return aje === '' ? { aje, audited: '' } : { aje }
}

function voucherOf(index: LedgerIndex, line: number): string {
  const { journal } = index.ledger
  return journal.vouchers[journal.voucher[line] ?? 0]?.key ?? ''
}

/** A text that may stand between quotes in a formula. */
const plain = (text: string): string => text.replaceAll(/["“”]/g, '')

/** 关系单: leaf accounts with a balance or turnover, in the order of their codes. */
function relationRows(index: LedgerIndex, statements: StatementSets): TableRow[] {
  const set = statements[index.relation.standard]
  const lines = set.balanceSheet.concat(set.incomeStatement).filter(({ memo }) => !memo)
  return [...index.accounts.values()]
    .filter(
      ({ account: { leaf, opening, debit, credit, closing } }) =>
        leaf && [opening, debit, credit, closing].some((amount) => amount !== 0n),
    )
    .map(({ account, mapped, standard }) => {
      const of = lines.filter(({ terms }) => terms.some((term) => term.account === standard?.key))
      return plainRow(account.code, `${account.code} ${account.fullName}`, {
        vars: {
          standard: plain(standard ? `${standard.key} ${standard.name}` : ''),
          line: plain(of.map(({ name }) => name).join('、')),
          tag: plain(index.natures.get(mapped.nature ?? '')?.name.zh ?? ''),
        },
      })
    })
}

/** The largest lines of a nature one by one, and what is left in one row, so that the rows always sum to the whole. */
function entryRows(index: LedgerIndex, tag: string): TableRow[] {
  const { listed, others } = listedAndOthers(index, tag)
  const rows = listed.map((line) => entryRow(index, line))
  if (others.length === 0) return rows
  // a paper may list several natures
  const rest = plainRow(`others-${tag}`, `其余 ${others.length} 条`, {
    label: { zh: `其余 ${others.length} 条`, en: `${others.length} further lines` },
    exprs: { amount: `je_others("${tag}")` },
  })
  return [...rows, rest]
}

function entryRow(index: LedgerIndex, ordinal: number): TableRow {
  const { journal } = index.ledger
  const key = voucherOf(index, ordinal)
  const line = (index.vouchers.get(key)?.lines.indexOf(ordinal) ?? 0) + 1
  const account = journal.accountCodes[journal.account[ordinal] ?? 0] ?? ''
  const name = index.accounts.get(account)?.account.fullName ?? ''
  return plainRow(`${key}/${line}`, `${key} · ${journal.summary[ordinal] ?? ''} · ${account} ${name}`, {
    vars: { voucher: key, line: String(line) },
  })
}

const filled = (template: string, row: TableRow): string =>
  template.replace(/\$([a-z]+)/g, (whole, name: string) => row.vars[name] ?? (name === 'row' ? row.key : whole))

/** Every formula of the paper, tied to its cell; and the columns of its tables, so that an empty one is known. */
export function bindingsOf(paper: ExpandedPaper): { bindings: Binding[]; columns: string[] } {
  const bindings: Binding[] = []
  const columns: string[] = []
  const item = ({ key, expr, unit, label, feeds, rule }: Omit<PaperItem, 'note'>) =>
    bindings.push({ paper: paper.id, cell: key, row: null, expression: expr, unit, label, feeds, rule })
  for (const block of paper.blocks) {
    if (block.kind === 'items') for (const figure of block.items) item(figure)
    else {
      for (const column of block.columns) {
        columns.push(`${paper.id}.${column.key}`)
        for (const row of block.rows) {
          const expression = row.exprs[column.key] ?? column.expr
          if (expression === '') continue
          const label = { zh: `${row.label.zh} ${column.label.zh}`, en: `${row.label.en} ${column.label.en}` }
          // a row outside the form's years fills no line of it
          const feeds = (row.feeds[column.key] ?? column.feeds.map((feed) => filled(feed, row))).filter(
            (feed) => !feed.includes('$'),
          )
          bindings.push({
            paper: paper.id,
            cell: column.key,
            row: row.key,
            expression: filled(expression, row),
            unit: column.unit,
            label,
            feeds,
            rule: null,
          })
        }
      }
      for (const { column, key, expr, feeds } of block.totals) {
        const over = block.columns.find((candidate) => candidate.key === column)
        const label = { zh: `${over?.label.zh ?? ''}合计`, en: `${over?.label.en ?? ''}, total` }
        item({ key, expr, unit: over?.unit ?? 'money', label, feeds, rule: null })
      }
    }
  }
  return { bindings, columns }
}
