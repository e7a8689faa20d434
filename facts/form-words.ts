import source from './form-words.json' with { type: 'json' }

const words: Readonly<Record<string, string>> = source.words
const numbers = '一二三四五六七八九十'
const signs: Readonly<Record<string, string>> = { 减: 'Less: ', 加: 'Plus: ', 乘: 'Times: ', 其中: 'Of which: ' }
const roman = ['', 'X', 'XX']
const romanOnes = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX']

const digit = (one: string) => numbers.indexOf(one) + 1
/** 二十五 → 25; the forms count no further than that. */
function counted(text: string): number {
  const [tens = '', ones] = text.includes('十') ? text.split('十') : ['', text]
  return (text.includes('十') ? (tens === '' ? 1 : digit(tens)) * 10 : 0) + (ones ? digit(ones) : 0)
}

const lead = /^(?:([一二三四五六七八九十]+)、|\(([一二三四五六七八九十]+)\)|(\d+)\.(?=\D)|(减|加|乘|其中):|(\d+)(?=\D))/
const tail = /(\((?:损失|亏损)以“-”号填列\)|\((?:\d+[-+])+\d+\))$/

function english(text: string): string {
  let rest = text
  let head = ''
  for (let found = lead.exec(rest); found && words[rest] === undefined; found = lead.exec(rest)) {
    const [whole, top, part, item, sign, column] = found
    if (top) head += `${roman[Math.floor(counted(top) / 10)] ?? ''}${romanOnes[counted(top) % 10] ?? ''}. `
    else if (part) head += `(${counted(part)}) `
    else if (item) head += `${item}. `
    else head += sign ? (signs[sign] ?? '') : (column ?? '')
    rest = rest.slice(whole.length)
  }
  const end = tail.exec(rest)?.[0] ?? ''
  const core = rest.slice(0, rest.length - end.length)
  return `${head}${words[core] ?? core}${end === '' ? '' : end.includes('以') ? ' (a loss as a negative)' : ` ${end}`}`
}

/** The name of a form, a line or a column of the annual return in both languages; the Chinese is the form's own. */
export const formWord = (name: string): { zh: string; en: string } => ({ zh: name, en: english(name) })
