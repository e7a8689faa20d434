/** One line of the table: a figure of ours and of a reference, measured in turn, round by round. */
export type Row = {
  name: string
  /** What the figures are, e.g. `CPU-ms/request`. */
  unit: string
  ours: readonly number[]
  reference: readonly number[]
  /** What the reference is. */
  against: string
  /** Of `../docs/benchmarks.md`; says nothing about passing: the reader judges. */
  aim: string
  /** Other figures of the same runs. */
  beside?: string
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[half] ?? NaN) : ((sorted[half - 1] ?? NaN) + (sorted[half] ?? NaN)) / 2
}

/** The median of the rounds' own ratios: both sides of a round met the same weather. */
export const ratioOf = ({ ours, reference }: Pick<Row, 'ours' | 'reference'>): number =>
  median(ours.map((value, round) => value / (reference[round] ?? NaN)))

/** A number as short as it stays honest. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value >= 100) return value.toFixed(0).replace(/\B(?=(\d{3})+$)/g, ',')
  return value >= 10 ? value.toFixed(1) : value.toFixed(value >= 1 ? 2 : 3)
}

const both = (values: readonly number[]) =>
  values.length === 0 ? '–' : `${short(Math.min(...values))} / ${short(median(values))}`

/** The table as Markdown, padded so that a terminal shows it as well. */
export function tableOf(rows: readonly Row[]): string {
  const head = ['name', 'unit', 'ours (min / median)', 'reference', 'against', 'ratio', 'aim', 'beside']
  const lines = rows.map((row) => [
    row.name,
    row.unit,
    both(row.ours),
    both(row.reference),
    row.against,
    row.reference.length ? `${short(ratioOf(row))}×` : '–',
    row.aim,
    row.beside ?? '',
  ])
  const widths = head.map((title, at) => Math.max(title.length, ...lines.map((line) => line[at]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...lines.map(line)].join('\n')
}
