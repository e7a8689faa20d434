const FENCE = /^ {0,3}(`{3,}|~{3,})/
/** A line that, after a blank one, begins a block of its own whatever stands before: no list, quote, table or indentation. */
const BEGINS = /^(?:#{1,6} |[\p{L}（「《“【])/u

/**
 * Markdown cut where a new block begins for certain, so that what is finished is not drawn anew with every piece that streams in.
 * `from` is where it stands in the text.
 */
export function blocksOf(text: string): { text: string; from: number }[] {
  const blocks: { text: string; from: number }[] = []
  let from = 0
  const end = () => {
    const block = lines.join('\n')
    blocks.push({ text: block, from })
    from += block.length + 1
    lines = []
  }
  let lines: string[] = []
  let fence = ''
  let blank = false
  for (const line of text.split('\n')) {
    if (fence === '' && blank && BEGINS.test(line)) end()
    fence = fenceAfter(line, fence)
    blank = line.trim() === ''
    lines.push(line)
  }
  end()
  return blocks
}

/** The fence of code that is open after a line; empty for none. */
function fenceAfter(line: string, fence: string): string {
  const mark = FENCE.exec(line)?.[1]
  if (mark === undefined) return fence
  if (fence === '') return mark
  return mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark ? '' : fence
}

/** How far back from the end something can be half there. */
const TAIL = 1000
/** What stands in the brackets of a citation, also half. */
const NUMBERS = /^\d*(?:[,，、 ]\d*)*$/

const countOf = (text: string, sign: string) => text.split(sign).length - 1

const cellsOf = (line: string) => countOf(line, '|')

/** A table begins with its second line; the first would stand there as text until then. */
function withoutHalfTable(block: string): string {
  const lines = block.replace(/\n$/, '').split('\n')
  const from = lines.findLastIndex((line) => !line.startsWith('|')) + 1
  const [head = '', ruler = ''] = lines.slice(from)
  const begun = /^[\s|:-]+$/.test(ruler) && cellsOf(ruler) >= cellsOf(head)
  return head === '' || begun ? block : lines.slice(0, from).join('\n')
}

/**
 * The last block of a text that is still coming, with what is only half there finished or held back: a bold that is not closed
 * would show its stars and lose them again, a half link its address.
 */
export function mended(text: string): string {
  if (text.split('\n').reduce((fence, line) => fenceAfter(line, fence), '') !== '') return text
  const block = withoutHalfTable(text)
  const at = Math.max(block.lastIndexOf('\n') + 1, block.length - TAIL)
  // '[1', '[依据', '[依据]' and '[依据](/know…'
  const tail = block
    .slice(at)
    .replace(/!?\[([^\][\n]*)(\]?)(?:\([^)\n]*)?$/, (whole, label: string, closed: string) =>
      NUMBERS.test(label) ? (closed ? whole : '') : label,
    )
    .replace(/[*_`~]+$/, '')
  const whole = block.slice(0, at) + tail
  const paragraph = whole.slice(whole.lastIndexOf('\n\n') + 1)
  return whole + (countOf(paragraph, '`') % 2 === 1 ? '`' : '') + (countOf(paragraph, '**') % 2 === 1 ? '**' : '')
}
