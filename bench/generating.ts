import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './child.ts'
import { ledgerSource, writeCsv, writeXlsx } from './ledger-source.ts'
import { median, type Row, short } from './table.ts'
import type { Done, Task } from './task.ts'

/** All papers of a project with 50,000 journal lines, against one bare pass over the same columns. */
export async function generating({ rounds }: { rounds: number }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'digao-bench-ledger-'))
  try {
    const source = ledgerSource(50_000)
    const [journal, trialBalance] = [join(folder, '序时账.csv'), join(folder, '科目余额表.xlsx')]
    writeCsv(journal, source.journal())
    await writeXlsx(trialBalance, '科目余额表', source.trialBalance)
    const one = (kind: 'sum' | 'generate') => run<Done>('task.ts', { kind, journal, trialBalance } satisfies Task)
    const sums: Done[] = []
    const generated: Done[] = []
    for (let round = 0; round < rounds; round += 1) {
      sums.push(await one('sum'))
      generated.push(await one('generate'))
    }
    const wall = short(median(generated.map(({ ms }) => ms)))
    return [
      {
        name: 'generate all papers, 50,000 lines',
        unit: 'CPU-ms',
        ours: generated.map(({ cpu }) => cpu),
        reference: sums.map(({ cpu }) => cpu),
        against: 'one pass that sums the columns',
        aim: '≤ 1 s of wall time',
        beside: `wall ${wall} ms, first run in its process`,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
