import type { MarkdownNode } from './markdown-marks.ts'

/** A node that leads elsewhere. */
type LinkNode = MarkdownNode & { url?: string }

/**
 * A remark plugin after GFM: an address that stands bare in a text ends where its signs end. GFM takes all up to the next blank, and Chinese
 * has none: `见https://a.cn。另据……` would be one address to the end of the sentence.
 */
export const remarkAddresses = () => (tree: MarkdownNode) => {
  tree.children = ended(tree.children ?? [])
}

function ended(nodes: readonly MarkdownNode[]): MarkdownNode[] {
  const all = nodes.flatMap((node) => {
    if (node.type === 'link') return endedLink(node)
    if (node.children) node.children = ended(node.children)
    return [node]
  })
  return all.reduce<MarkdownNode[]>((joined, node) => {
    const last = joined.at(-1)
    // what an address had taken goes on in the text behind it: [1] may stand over both
    if (last?.type === 'text' && node.type === 'text') joined[joined.length - 1] = textOf(last, node)
    else joined.push(node)
    return joined
  }, [])
}

function textOf(one: MarkdownNode, next: MarkdownNode): MarkdownNode {
  const value = `${one.value ?? ''}${next.value ?? ''}`
  const [start, end] = [one.position?.start, next.position?.end]
  return start && end ? { type: 'text', value, position: { start, end } } : { type: 'text', value }
}

function endedLink(node: LinkNode): MarkdownNode[] {
  const [words, ...more] = node.children ?? []
  const { value, position } = words ?? {}
  const { url = '' } = node
  // written as a link with words of its own: its address is what it says
  if (value === undefined || more.length > 0 || decoded(url) !== decoded(value)) return [node]
  const length = addressLength(value)
  if (length === value.length) return [node]
  const end = position?.end.offset
  const rest: MarkdownNode = { type: 'text', value: value.slice(length) }
  if (end !== undefined) rest.position = { start: { offset: end - (value.length - length) }, end: { offset: end } }
  const address = value.slice(0, length)
  return [{ ...node, url: address, children: [{ type: 'text', value: address }] } as LinkNode, rest]
}

function decoded(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}

/** How much of a text is an address: printable ASCII, without a bracket that was never opened and the marks before it. */
function addressLength(text: string): number {
  let open = 0
  let at = 0
  for (; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (!/[\x21-\x7e]/.test(sign)) break
    if (sign === '(') open += 1
    else if (sign === ')') {
      open -= 1
      if (open < 0) break
    }
  }
  while (at < text.length && at > 0 && /[.,;:!?'"]/.test(text.charAt(at - 1))) at -= 1
  return at
}
