import { SecondTable, type Reshaping } from '#engine/ledger/reshape.ts'

import { FileProblem } from './file-problem.ts'
import type { SheetSource } from './sheet-source.ts'

/** A sheet of `file` whose rows are turned as they are read, all columns of them or the `wanted`; each reading starts anew. Throws `FileProblem` fileSecondTable. */
export function reshaped(
  source: SheetSource,
  reshaping: () => Reshaping,
  { file, whole }: { file: string; whole: boolean },
): SheetSource {
  return {
    ...source,
    async *batches(signal, wanted) {
      const turn = reshaping()
      let row = 0
      try {
        for await (const batch of source.batches(signal, whole ? undefined : wanted)) {
          yield { ...batch, rows: batch.rows.flatMap((one) => turn.push(one)) }
          row = batch.consumed
        }
      } catch (error) {
        if (error instanceof SecondTable) throw new FileProblem('fileSecondTable', { file, row: error.row })
        throw error
      }
      const rest = turn.end()
      if (rest.length > 0) yield { rows: rest, consumed: row, total: row }
    },
  }
}
