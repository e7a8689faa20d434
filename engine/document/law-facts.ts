import type { Block } from '../retrieval/block.ts'
import { findIdentifiers } from '../retrieval/identifiers.ts'
import { statedTerm, type StatedTerm } from '../retrieval/law-version.ts'
import { searchForm } from '../retrieval/normal-text.ts'
import { quantities } from '../retrieval/quantity.ts'

/** What a law or notice says of itself; proposals with their words, for a person to confirm. */
export type LawFacts = {
  /** 文号 in one writing. */
  numbers: string[]
  /** Who issued it, as written. */
  issuers: string[]
  /** The day under the signature, YYYY-MM-DD. */
  published: string | null
  term: StatedTerm
}

const HEAD = 12
const TAIL = 12
/** A line of a head or a signature is short; longer ones are sentences, which name others' numbers. */
const SHORT = 60

const bodies =
  /全国人民代表大会(?:常务委员会)?|国务院办公厅|国务院|财政部|国家税务总局|税务总局|海关总署|国家发展改革委|国家发展和改革委员会|人力资源社会保障部|商务部|科技部|工业和信息化部|民政部|教育部|住房城乡建设部|中国人民银行|证监会|国家金融监督管理总局|[\u4e00-\u9fff]{2,8}(?:省|市|自治区)(?:财政厅|财政局|税务局|人民政府)/g

const ownTerm = /本(?:法|条例|办法|规定|细则|公告|通知|决定|准则|制度|解释)[^。；]{0,40}自|执行期限|有效期/
const dayLine = /^(\S{4}年\S{1,3}月\S{1,3}日)(?:印发|发布|公布)?$/

/** Reads head, signature and the sentences on its own term. What the text does not say is empty, never guessed. */
export function lawFacts(blocks: readonly Block[]): LawFacts {
  const texts = blocks.flatMap((block) => (block.kind === 'table' ? [] : block.text.split('\n'))).map((t) => t.trim())
  const filled = texts.filter((text) => text !== '')
  // the head ends where sentences begin
  const prose = filled.findIndex((text) => text.length > SHORT || /[。；：，]$/.test(text))
  const head = filled.slice(0, Math.min(HEAD, prose < 0 ? HEAD : prose))
  const tail = filled.slice(-TAIL).filter((text) => text.length <= SHORT)
  // what stands in book-title marks is another text's; a number may go on in the next line
  const numbers = findIdentifiers(searchForm(head.join(' ').replaceAll(/《[^》]*》/g, '')))
    .filter(({ kind }) => kind === 'document')
    .map(({ value }) => value)
  const issuers = [...head, ...tail]
    .filter((line) => line.length <= SHORT / 2 || /(?:公告|通知|令|决定)$/.test(line))
    .flatMap((line) => line.replaceAll(/《[^》]*》/g, '').match(bodies) ?? [])
  const dated = tail.map((line) => dayLine.exec(line.replaceAll(/\s/g, ''))?.[1]).findLast((line) => line !== undefined)
  const sentences = filled.flatMap((text) => text.split(/(?<=[。；])/))
  const own = sentences.filter((sentence) => ownTerm.test(sentence)).join('')
  const stated = statedTerm(own)
  return {
    numbers: [...new Set(numbers)],
    issuers: [...new Set(issuers)],
    published: dated === undefined ? null : dayOf(dated),
    term: stated.from || stated.to ? stated : statedTerm(sentences.slice(-20).join('')),
  }
}

function dayOf(words: string): string | null {
  const [year, month, day] = quantities(searchForm(words))
  if (year?.unit !== '年' || month?.unit !== '月' || day?.unit !== '日' || year.value.length !== 4) return null
  if (Number(month.value) > 12 || Number(day.value) > 31) return null
  return `${year.value}-${month.value.padStart(2, '0')}-${day.value.padStart(2, '0')}`
}
