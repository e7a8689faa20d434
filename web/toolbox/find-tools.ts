import type { Language } from '#contract/texts.ts'
import type { Tool } from './tool-row.ts'

const plain = (text: string) => text.normalize('NFKC').toLowerCase()

/** Tools that hold every typed word in their name, their line or their other words, in both languages; by name first. */
export function findTools(tools: readonly Tool[], typed: string, language: Language): Tool[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...tools]
  const rank = ({ title, says, words: more = '' }: Tool) => {
    const name = plain(language === 'en' ? title.en : title.zh)
    const all = plain([title.zh, title.en, says.zh, says.en, more].join(' '))
    if (!words.every((word) => all.includes(word))) return -1
    return words.every((word) => name.includes(word)) ? 0 : 1
  }
  return tools
    .map((tool) => ({ tool, at: rank(tool) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at)
    .map(({ tool }) => tool)
}
