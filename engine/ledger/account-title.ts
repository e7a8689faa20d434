import { plain } from './cell.ts'

const withCode =
  /科目(?:编码|代码|编号|号|名称)?\s*[:：]?\s*[[(【]?\s*(\d[\dA-Za-z.-]{2,}(?: \d{2,3}(?!\d))*)\s*[\])】]?\s*[-_/ ]*\s*(?:科目名称\s*[:：]?\s*)?([^\s:：]*)/
const english = /G\/L (?:account|acct)(?: no\.?| number)?/i
const nameOnly = /科目(?:名称)?\s*[:：]\s*([^\s:：]{2,40})/
const inSheetName = /^[[(【]?(\d{4}[\dA-Za-z.-]*(?: \d{2,3}(?!\d))*)[\])】]?[\s\-_]*(\D*)$/

/** A code as a chart prints it: without blanks between its levels, nor a separator at its end. */
const codeOf = (text = ''): string => text.replaceAll(' ', '').replace(/[-.]$/, '')

/**
 * The account that the lines above an account page name (`科目：1002.01 银行存款-工行`): its code, or its name if there is
 * no code. Null if the line names none.
 */
export function accountInTitle(text: string): string | null {
  const words = plain(text).replace(english, '科目')
  if (!words.includes('科目')) return null
  const found = withCode.exec(words)
  if (found) return codeOf(found[1])
  const name = nameOnly.exec(words)?.[1]
  return name === undefined || /^(?:编码|代码|名称|级次)/.test(name) ? null : name
}

/** The account a sheet is named after: `1002.01 银行存款`. */
export const accountInSheetName = (name: string): string | null => {
  const code = inSheetName.exec(plain(name.split(' · ').at(-1) ?? ''))?.[1]
  return code === undefined ? null : codeOf(code)
}

/** Whether words may name an account: a quick look before the patterns. */
export const mayNameAccount = (words: string): boolean => words.includes('科目') || english.test(words)
