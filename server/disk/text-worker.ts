import { searchForm } from '#engine/retrieval/normal-text.ts'
import type { Block } from '#engine/retrieval/block.ts'
import { eachToken } from '#engine/retrieval/tokens.ts'
import { storable } from '#server/kernel/stored-text.ts'
import { serveTasks } from '#server/kernel/warm-thread.ts'

// The thread that makes the text of a document and the numbers of its words.

export type TextOrder = { blocks: readonly Block[]; most: number }
export type ReadText = { text: string; terms: number[] }

serveTasks(async ({ blocks, most }: TextOrder): Promise<ReadText> => {
  const parts: string[] = []
  let length = 0
  for (const block of blocks) {
    if (length >= most) break
    const part =
      block.kind === 'table'
        ? block.rows.map(({ cells }) => cells.map(({ text }) => text).join('\t')).join('\n')
        : block.text
    parts.push(part)
    length += part.length + 1
  }
  const text = storable(parts.join('\n').slice(0, most))
  const terms = new Set<number>()
  eachToken(searchForm(text), (key) => void terms.add(key))
  return { text, terms: [...terms] }
})
