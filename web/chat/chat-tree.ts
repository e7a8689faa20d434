import type { ChatMessage } from '#contract/chat-message.ts'

/** A message of the branch that is shown, among those that stand beside it, oldest first. */
export type Shown = { message: ChatMessage; beside: readonly ChatMessage[]; at: number }

const childrenOf = (messages: readonly ChatMessage[], parentId: string) =>
  messages.filter((message) => message.parentId === parentId)

/** The end of the newest branch under a message. */
export function leafUnder(messages: readonly ChatMessage[], messageId: string): string {
  const last = childrenOf(messages, messageId).at(-1)
  return last ? leafUnder(messages, last.id) : messageId
}

/**
 * From the beginning to the leaf, and beyond it to the end of its newest branch: an answer that has just begun stands under the
 * question that was the leaf. Without a leaf, or with one that is gone, the newest branch.
 */
export function branchOf(messages: readonly ChatMessage[], leafId: string): Shown[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const start = byId.has(leafId) ? leafId : ''
  const branch: Shown[] = []
  for (let id = leafUnder(messages, start); id !== '';) {
    const message = byId.get(id)
    if (!message) break
    const beside = childrenOf(messages, message.parentId)
    branch.unshift({ message, beside, at: beside.indexOf(message) })
    id = message.parentId
  }
  return branch
}

/** The leaf to show for the branch so many places beside this message. */
export function leafBeside(messages: readonly ChatMessage[], { beside, at }: Shown, by: number): string | undefined {
  const next = beside[at + by]
  return next && leafUnder(messages, next.id)
}
