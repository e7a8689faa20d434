import { run } from './child.ts'
import type { Row } from './table.ts'

export type MergeTask = { who: 'ours' | 'bare'; files: number; perPage: '1' | '2' | '4' }
/** Milliseconds, the largest resident size in MB, and how long the PDF is. */
export type MergeDone = { ms: number; peak: number; bytes: number }

const FILES = 200

/** 200 receipts as one PDF, read, checked for duplicates and laid out, against putting the files after one another. */
export async function merging({ rounds, only }: { rounds: number; only: string }): Promise<Row[]> {
  const name = `merge ${FILES} receipts, 2 to a page`
  if (!name.includes(only)) return []
  const [ours, bare]: [MergeDone[], MergeDone[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await run<MergeDone>('tools-task.ts', { who: 'ours', files: FILES, perPage: '2' } satisfies MergeTask))
    bare.push(await run<MergeDone>('tools-task.ts', { who: 'bare', files: FILES, perPage: '2' } satisfies MergeTask))
  }
  const most = (done: readonly MergeDone[], of: 'peak' | 'bytes') => Math.max(...done.map((one) => one[of]))
  const told = (done: readonly MergeDone[]) =>
    `${most(done, 'peak').toFixed(0)} MB at its peak, ${(most(done, 'bytes') / 1e6).toFixed(1)} MB of PDF`
  return [
    {
      name,
      unit: 's',
      against: 'files put after one another',
      aim: '< 60 s, < 800 MB',
      ours: ours.map(({ ms }) => ms / 1000),
      reference: bare.map(({ ms }) => ms / 1000),
      beside: `ours ${told(ours)}; reference ${told(bare)}`,
    },
  ]
}
