import { writing } from '#contract/writing.ts'
import { type BlockNode, type InlineNode, plainPage, type WritingBody } from '#contract/writing-doc.ts'
import type { Caller } from '#server/kernel/testing.ts'
import { pngOf } from '../document/picture.ts'

export const say = (text: string, ...marks: NonNullable<InlineNode['marks']>): InlineNode => ({
  type: 'text', text, ...(marks.length > 0 ? { marks } : {}),
}) // prettier-ignore

export const line = (...content: InlineNode[]): BlockNode => ({
  type: 'paragraph', attrs: { textAlign: null, indent: 0 }, ...(content.length > 0 ? { content } : {}),
}) // prettier-ignore

/** A document of these blocks, without header and footer. */
export const bodyOf = (...content: BlockNode[]): WritingBody => ({
  doc: { type: 'doc', content: content.length > 0 ? content : [line()] },
  header: null,
  footer: null,
  page: plainPage,
})
export const bodySaying = (...lines: string[]): WritingBody => bodyOf(...lines.map((text) => line(say(text))))

/** A new document of this person with these lines; answers its id. */
export async function newWriting(
  caller: Caller,
  title: string,
  { lines = ['正文'], ...more }: { lines?: string[]; share?: 'personal' | 'project' | 'firm'; projectId?: string } = {},
): Promise<string> {
  const { id } = await caller(writing.create, { kind: 'word', title, ...more })
  await caller(writing.save, { id, baseRev: 1, body: bodySaying(...lines) })
  await caller(writing.lease, { id, act: 'release' })
  return id
}

/** A small picture. */
export const dot = (): Buffer => pngOf(new Uint8Array(3 * 20 * 10).fill(120), 20, 10, 3)
