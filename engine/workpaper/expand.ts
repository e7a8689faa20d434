import { pairedLines, selectAccounts } from '../binding/atom.ts'
import type { LedgerIndex } from '../binding/ledger-index.ts'
import { answersTo } from '../binding/ledger-index.ts'
import type { Binding } from '../binding/program.ts'
import type { StatementSets } from '../taxlaw/statement.ts'
import type { Block, Paper, PaperItem, RowSource, TableRow } from './paper.ts'

/** A table with its rows found; a paper whose every figure has a binding. */
export type ExpandedTable = Omit<Extract<Block, { kind: 'table' }>, 'rows'> & { rows: readonly TableRow[] }
export type ExpandedPaper = Omit<Paper, 'blocks'> & {
  blocks: readonly (Extract<Block, { kind: 'items' }> | ExpandedTable)[]
}

const plainRow = (key: string, zh: string, more: Partial<TableRow> = {}): TableRow => ({
  key,
  no: '',
  label: { zh, en: zh },
  vars: {},
  exprs: {},
  feeds: {},
  style: null,
  from: null,
  to: null,
  ...more,
})

/** The paper with its rows for this ledger and year. */
export function expandPaper(paper: Paper, index: LedgerIndex, statements: StatementSets): ExpandedPaper {
  const blocks = paper.blocks.map((block) =>
    block.kind === 'items' ? block : { ...block, rows: rowsFrom(block.rows, index, statements) },
  )
  return { ...paper, blocks }
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
      return lines.map(({ id, name, memo, sum }) =>
        plainRow(id, name, { style: sum.length > 0 ? 'total' : memo ? 'memo' : null }),
      )
    }
    case 'lines':
      return taggedLines(index, source.tag).map((line) => entryRow(index, line))
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
      const vouchers = new Map(lines.map((line) => [voucherOf(index, line), line]))
      return [...vouchers].map(([key, line]) => plainRow(key, `${key} ${index.ledger.journal.summary[line] ?? ''}`))
    }
  }
}

function voucherOf(index: LedgerIndex, line: number): string {
  const { journal } = index.ledger
  return journal.vouchers[journal.voucher[line] ?? 0]?.key ?? ''
}

/** Lines of this nature on profit and loss or cost accounts, in journal order. */
function taggedLines(index: LedgerIndex, tag: string): number[] {
  const found: number[] = []
  for (const [code, groups] of index.groups) {
    if (!['cost', 'pl-income', 'pl-expense'].includes(index.accounts.get(code)?.standard?.class ?? '')) continue
    for (const group of groups)
      if (!group.closing && !group.transfer && answersTo(index, group, tag)) found.push(...group.lines)
  }
  return found.toSorted((a, b) => a - b)
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
          const feeds = row.feeds[column.key] ?? column.feeds.map((feed) => filled(feed, row))
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
