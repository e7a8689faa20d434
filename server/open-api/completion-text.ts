import type { ChatSource, Doubt, Notice } from '#contract/chat-message.ts'
import type { Language, Text } from '#contract/texts.ts'
import { fill } from '#contract/texts.ts'
import type { AnswerEvent } from '../chat/answer-port.ts'

/** What a reader without our screen must be told before the answer. */
const before: Partial<Record<Notice['code'], Text>> = {
  noModel: {
    zh: '未配置模型：以下为检索原文摘录，非 AI 生成。',
    en: 'No model is set: what follows are excerpts as found, not written by AI.',
  },
  modelDown: {
    zh: '模型没有回答（{reason}）：以下为检索原文摘录，非 AI 生成。',
    en: 'The model did not answer ({reason}): what follows are excerpts as found, not written by AI.',
  },
  overLimit: {
    zh: '本月模型用量已用完：以下为检索原文摘录，非 AI 生成。',
    en: 'This month’s tokens are used up: what follows are excerpts as found, not written by AI.',
  },
}

const words = {
  sources: { zh: '来源', en: 'Sources' },
  doubts: {
    zh: '以下内容未能在来源中核对，请勿直接引用：{list}',
    en: 'These could not be verified in the sources; do not rely on them: {list}',
  },
} satisfies Record<string, Text>

const say = (text: Text, language: Language, params: Notice['params'] = {}) =>
  fill(language === 'en' ? text.en : text.zh, params)

/** Turns the events of an answer into the text a program gets: notices before it, doubts and numbered sources after. */
export class CompletionText {
  #sources: ChatSource[] = []
  #doubts: Doubt[] = []
  readonly #language: Language
  /** The address that opens a place of Digao. */
  readonly #address: (place: string) => string

  constructor(language: Language, address: (place: string) => string) {
    this.#language = language
    this.#address = address
  }

  /** What to append now; empty for an event that has no text of its own. */
  take(event: AnswerEvent): string {
    if (event.kind === 'text') return event.text
    if (event.kind === 'notice') {
      const text = before[event.notice.code]
      return text ? `${say(text, this.#language, event.notice.params)}\n\n` : ''
    }
    if (event.kind === 'sources') this.#sources = event.sources
    else if (event.kind === 'doubts') this.#doubts = event.doubts
    return ''
  }

  /** Sources that are cited, or all where none is, each with the address that opens it. */
  end(): string {
    const cited = this.#sources.filter((source) => source.cited)
    const shown = cited.length > 0 ? cited : this.#sources
    const doubts = [...new Set(this.#doubts.map((doubt) => doubt.words))]
    const parts = [
      doubts.length > 0 ? say(words.doubts, this.#language, { list: doubts.join('、') }) : '',
      shown.length > 0
        ? [`${say(words.sources, this.#language)}:`, ...shown.map((one) => this.#line(one))].join('\n')
        : '',
    ].filter((part) => part !== '')
    return parts.length > 0 ? `\n\n${parts.join('\n\n')}` : ''
  }

  #line({ no, title, at, place }: ChatSource): string {
    const link = place === '' ? '' : ` ${this.#address(place)}`
    return `[${no}] ${[title, at].filter(Boolean).join(' · ')}${link}`
  }
}
