import type { Language } from '#contract/texts.ts'
import { linesOf } from '#engine/taxlaw/statement.ts'
import { statementSets } from '#facts/facts.ts'
import { standardName, tagName } from '#server/relation/relation-words.ts'
import type { StoredAtom } from './stored-cell.ts'

const lines = linesOf(statementSets)
const a104000 = /^a104000_(\d+)$/

/** What a reading of the ledger asked, in words: 「业务招待费」（6601、6602）借方发生额，不含结转凭证. */
export function atomText(atom: StoredAtom, language: Language): string {
  return language === 'en' ? english(atom) : chinese(atom)
}

/** `tag:advertising @ #6601` with names for codes; a statement line's term by the line's name. */
function subject({ of, fn }: StoredAtom, language: Language): string {
  const named = of
    .replaceAll(/tag:([\w:.<=]+)/g, (_, tag: string) => {
      const line = a104000.exec(tag)?.[1]
      const own = language === 'en' ? `A104000 line ${line}` : `A104000 第${line}行`
      return language === 'en'
        ? `"${line ? own : tagName(tag, language)}"`
        : `「${line ? own : tagName(tag, language)}」`
    })
    .replaceAll(/#(\w+)/g, (_, key: string) => `${key} ${standardName(key)}`.trim())
    .replaceAll('|', language === 'en' ? ', ' : '、')
  if (fn !== 'line') return named
  const [id = '', ...term] = named.split(' ')
  const name = lines.get(id)?.name ?? id
  return language === 'en' ? `"${name}" ${term.join(' ')}` : `「${name}」${term.join(' ')}`
}

const monthsOf = ({ months }: StoredAtom) => (months && (months[0] !== 1 || months[1] !== 12) ? months : null)

function chinese(atom: StoredAtom): string {
  const what = subject(atom, 'zh-CN') || '全部科目'
  const months = monthsOf(atom)
  const when = months ? (months[0] === months[1] ? `${months[0]}月` : `${months[0]}–${months[1]}月`) : ''
  const side = { dr: '借方', cr: '贷方', net: '' }[atom.side]
  switch (atom.fn) {
    case 'bal':
      return `${what} ${atom.at === 'open' ? '期初余额' : atom.at === 'close' ? '期末余额' : `${atom.at} 月末余额`}`
    case 'line':
      return atom.at === null ? `${what} 本年发生额` : `${what} ${atom.at === 'open' ? '年初余额' : '期末余额'}`
    case 'je':
      return `凭证分录 ${atom.of}`
    case 'je_others':
      return `未逐条列出的分录 ${tagName(atom.of, 'zh-CN')}`
    case 'je_count':
      return atom.of === 'vouchers' ? '凭证数' : '分录数'
    case 'vsum':
      return `凭证对应关系 ${what} ${side}金额`
    case 'pl':
    case 'occ':
    case 'sum_occ':
    case 'adj':
      return `${what} ${when}${atom.fn === 'pl' ? '' : side}发生额${atom.closing ? '（含结转凭证）' : '（不含结转凭证）'}`
  }
}

function english(atom: StoredAtom): string {
  const what = subject(atom, 'en') || 'all accounts'
  const months = monthsOf(atom)
  const when = months ? `, months ${months[0]} to ${months[1]}` : ''
  const side = { dr: 'debit ', cr: 'credit ', net: '' }[atom.side]
  switch (atom.fn) {
    case 'bal':
      return `${what}: ${atom.at === 'open' ? 'opening balance' : atom.at === 'close' ? 'closing balance' : `balance at the end of ${atom.at}`}`
    case 'line':
      return atom.at === null
        ? `${what}: for the year`
        : `${what}: ${atom.at === 'open' ? 'opening' : 'closing'} balance`
    case 'je':
      return `voucher line ${atom.of}`
    case 'je_others':
      return `lines not listed one by one: ${tagName(atom.of, 'en')}`
    case 'je_count':
      return atom.of === 'vouchers' ? 'number of vouchers' : 'number of lines'
    case 'vsum':
      return `vouchers that pair ${what}: ${side}amounts`
    case 'pl':
    case 'occ':
    case 'sum_occ':
    case 'adj':
      return `${what}: ${atom.fn === 'pl' ? '' : side}turnover${when}${atom.closing ? ', closing vouchers included' : ', closing vouchers excluded'}`
  }
}
