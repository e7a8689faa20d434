import { ChunkList, cutText, MOST_CHARACTERS, type Block, type Chunked } from './block.ts'
import { numeralCharacters } from './numeral.ts'

const number = `[\\d${numeralCharacters}]+`
const parts = new RegExp(
  `^第\\s*${number}\\s*(分编|编|章|节)(?:[\\s\\u3000:：]+|(?=[\\u4e00-\\u9fff]))([^。；，：]{0,60})$`,
)
const levels: Readonly<Record<string, number>> = { 编: 1, 分编: 2, 章: 3, 节: 4 }
// 第五条规定的 at the head of a line refers to an article, it does not begin one
const article = new RegExp(`^(第\\s*${number}\\s*条(?:之${number})?)(?!第|规定|所|至|[、和及与，。])[\\s\\u3000:：]*`)
/** Notices have no articles: 一、 is what is cited as the first. */
const heading = new RegExp(`^([${numeralCharacters}]{1,3})、`)
const item = new RegExp(`^[（(]${number}[)）]|^\\d{1,2}[.．、]`)

type Line = { text: string; paragraph: number }
type Article = { name: string; lines: Line[] }

/**
 * A law by its articles, each under its part, chapter and section; paragraphs (款) and items (项) stay lines.
 * An article that is too long is cut between paragraphs, then between items under their opening words. A notice
 * without articles goes by its 一、二、; what stands before the first is the preamble.
 */
export function chunkLaw(title: string, blocks: readonly Block[]): Chunked {
  const list = new ChunkList()
  const path: (string | undefined)[] = []
  let current: Article = { name: '', lines: [] }
  const lines = linesOf(blocks)
  const starts = lines.some(({ text }) => article.test(text)) ? article : heading
  const flush = () => {
    putArticle(list, [title, ...path.filter((part) => part !== undefined)], current)
    current = { name: '', lines: [] }
  }
  for (const line of lines) {
    const part = parts.exec(line.text)
    const start = starts.exec(line.text)
    if (part) {
      flush()
      const level = levels[part[1] ?? ''] ?? 4
      path.length = level
      path[level] = line.text.replaceAll(/[\s\u3000]+/g, ' ')
    } else if (start) {
      flush()
      current = { name: (start[1] ?? '').replaceAll(/\s/g, ''), lines: [line] }
    } else if (current.name || !/^(?:目\s*录|.{0,2}title)$/i.test(line.text)) current.lines.push(line)
  }
  flush()
  return list.done
}

function linesOf(blocks: readonly Block[]): Line[] {
  return blocks.flatMap((block) => {
    const texts =
      block.kind === 'table'
        ? block.rows.map(({ cells }) => cells.map(({ text }) => text).join(' | '))
        : block.text.split('\n')
    return texts
      .map((text) => ({ text: text.replace(/^[\s\u3000]+|[\s\u3000]+$/g, ''), paragraph: block.origin.paragraph }))
      .filter(({ text }) => text !== '')
  })
}

function putArticle(list: ChunkList, path: readonly string[], { name, lines }: Article): void {
  const [first] = lines
  if (!first) return
  // the opening words of a paragraph stand in front of each group of its items
  let opening = ''
  let held: Line[] = []
  const put = () => {
    const [head] = held
    const tail = held.at(-1)
    if (!head || !tail) return
    const lead = opening && item.test(head.text) ? `${opening}\n` : ''
    const text = lead + held.map(({ text }) => text).join('\n')
    const itemName = item.exec(head.text)?.[0]
    for (const piece of cutText(text)) {
      list.push(path, {
        kind: 'article',
        text: piece,
        anchor: {
          kind: 'article',
          article: name,
          paragraphs: [head.paragraph, tail.paragraph],
          ...(itemName ? { item: itemName } : {}),
        },
      })
    }
    held = []
  }
  for (const line of lines) {
    const length = held.reduce((sum, { text }) => sum + text.length + 1, 0)
    const lead = held[0] && item.test(held[0].text) ? opening.length + 1 : 0
    if (held.length && lead + length + line.text.length > MOST_CHARACTERS) put()
    if (!item.test(line.text)) opening = line.text.length <= 200 ? line.text : ''
    held.push(line)
  }
  put()
}
