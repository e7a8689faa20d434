import type { Language } from '#contract/texts.ts'
import type { AnswerEvent } from './answer-port.ts'
import { type AnswerDesk, unworded } from './answer-desk.ts'
import { word } from './chat-words.ts'
import { say } from './model-rounds.ts'
import { asOfDay } from './retrieve-step.ts'
import { asData } from '../tool/tool-text.ts'
import { toolStep } from './tool-step.ts'

const MOST_EXCERPTS = 6

type PlainAsk = { name: 'voucher' | 'ledger_balance'; input: Record<string, string | number> }

/** What a question plainly asks of the books: a voucher by its word and number, an account by its code or its name. */
export function plainAsks(question: string): PlainAsk[] {
  const asks: PlainAsk[] = []
  const voucher = /([记收付转现银])(?:账)?\s*(?:字第?|第|[-—])\s*(\d{1,6})/.exec(question)
  if (voucher) {
    const month = /(?<!\d)(1[0-2]|0?[1-9])\s*月/.exec(question.slice(0, voucher.index))?.[1]
    const period = month && { period: month.padStart(2, '0') }
    asks.push({ name: 'voucher', input: { word: voucher[1] ?? '', number: Number(voucher[2]), ...period } })
  }
  const code = /(?<![\d.,-])([1-6]\d{3}(?:\d{2}){0,4})(?![\d.,]|\s*(?:年|元|号|月|日|条))/.exec(question)
  const named =
    /[“"「]?([\p{Script=Han}（）()—-]{2,20}?)[”"」]?(?:科目|的?(?:期末|期初|年末|年初)?余额|的?(?:本年|本期)?(?:发生额|借方|贷方))/u.exec(
      question,
    )
  if (code?.[1]) asks.push({ name: 'ledger_balance', input: { account: code[1] } })
  else if (named?.[1]) {
    const account = accountName(named[1])
    if (account.length > 1) asks.push({ name: 'ledger_balance', input: { account } })
  }
  return asks
}

/** What stands before a name in a question: whose, and of when. */
const LEADING =
  /^(?:请问|请|帮我|查询|查一下|查|看一下|看看|列出|截[至止]|[该我贵]司|[本该我贵]?(?:项目|公司|企业(?!发展))|[年月](?:度|[初末底])?|日(?!常)|[今去上]年度?|本年度?(?!利润余额|利润$)|[本上]月|期[初末]|全年|和|的)+/
const accountName = (words: string) => {
  const own = words.replace(LEADING, '').replace(/的$/, '')
  // 管理费用中的业务招待费: the narrower is meant
  return /^.{2,}?(?:中|下|里)的(.{2,})$/.exec(own)?.[1] ?? own
}

/**
 * An answer of excerpts: what the steps of a chain gave, or records that were plainly asked for, then the passages as they stand. Nothing
 * is worded.
 */
export async function* extract(
  desk: AnswerDesk,
  found: readonly number[],
  results: readonly string[] = [],
): AsyncGenerator<AnswerEvent> {
  yield* unworded(desk)
  const { book, language, asker, turn } = desk
  let told = false
  const reasons: string[] = []
  for (const result of results) {
    yield* say(desk, `${told ? '\n\n' : ''}${asMarkdown(result, language)}`)
    told = true
  }
  for (const ask of asker.projectId && results.length === 0 ? plainAsks(turn.question) : []) {
    if (!desk.tools.some(({ name }) => name === ask.name)) continue
    const { ok, text, numbers } = yield* toolStep(desk, ask)
    if (!ok) reasons.push(text)
    if (!ok || numbers.length === 0) continue
    yield* say(desk, `${told ? '\n\n' : ''}**${word(language, 'toolFound')}**\n\n${asMarkdown(text, language)}`)
    told = true
  }
  const sources = book.list().filter(({ no, quote }) => found.includes(no) && quote)
  if (sources.length > 0) {
    yield* say(desk, `${told ? '\n\n' : ''}**${word(language, 'excerpts')}**\n`)
    for (const { no, title, at, quote } of sources.slice(0, MOST_EXCERPTS))
      yield* say(
        desk,
        `\n> ${asWords(quote ?? '').replaceAll('\n', '\n> ')}\n>\n> —— ${asWords([title, at].filter(Boolean).join(' · '))} [${no}]\n`,
      )
    return
  }
  const day = asOfDay(desk)
  // the rules that papers stand on are known without any document
  if (!told && desk.tools.some(({ name }) => name === 'law_lookup')) {
    const { ok, text, numbers } = yield* toolStep(desk, {
      name: 'law_lookup',
      input: { question: turn.question.slice(0, 500), ...(day && { inForceOn: day }) },
    })
    if (ok && numbers.length > 0) {
      yield* say(desk, asMarkdown(text, language))
      return
    }
  }
  if (!told) {
    yield { kind: 'notice', notice: { code: 'nothingFound', params: {} } }
    yield* say(desk, [word(language, 'insufficient'), ...reasons].join('\n\n'))
  }
}

/** Outside text inside Markdown: it reads as it stands, sign by sign; no image, no link in words, no tag, no list comes of it. */
const asWords = (text: string) =>
  text
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, String.raw`\\`)
    .replaceAll(/[*`<]|~(?=~)|(?<=~)~|!(?=\[)|(?<=\])\(|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\$&`)
    .replaceAll(/^[ \t]+/gm, ' ')
    .replaceAll(/^( ?)(?=[#>+=-])|^( ?\d{1,9})(?=[.)])/gm, (lead) => `${lead}\\`)

/** What a tool found as Markdown: rows that it parts by | as a table, any other line a paragraph. What is said to models alone is left out. */
function asMarkdown(text: string, language: Language): string {
  const blocks: string[] = []
  let table: string[] = []
  const close = () => {
    const [head = '', ...rows] = table
    if (table.length > 0) blocks.push([head, `|${' --- |'.repeat(head.split(' | ').length)}`, ...rows].join('\n'))
    table = []
  }
  for (const line of asWords(text).split('\n')) {
    if (line.includes(' | ')) {
      table.push(`| ${line} |`)
      continue
    }
    close()
    if (line.trim() !== '' && line !== asData(language)) blocks.push(line)
  }
  close()
  return blocks.join('\n\n')
}
