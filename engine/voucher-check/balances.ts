import type { Fen } from '../money.ts'
import { type Check, isMoney, isOpenItem, note, unmapped } from './check.ts'
import type { CheckIndex } from './check-books.ts'
import { daysToMonthEnd } from './calendar.ts'
import { absolute, say, shown } from './hit.ts'
import { isPerson } from './person-name.ts'

/** A balance by party where the client keeps parties, else by leaf account. Debit positive. */
type Item = {
  account: string
  standard: string
  path: string
  party: string
  opening: Fen
  debit: Fen
  credit: Fen
  closing: Fen
}

function* items(index: CheckIndex): Generator<Item> {
  const { ledger, mapped } = index
  const divided = new Set(ledger.dimensions.map(({ account }) => account))
  const paths = new Map(ledger.accounts.map(({ code, fullName }) => [code, fullName]))
  for (const { account, name, opening, debit, credit, closing } of ledger.dimensions) {
    const standard = mapped.get(account)?.standard ?? ''
    yield { account, standard, path: paths.get(account) ?? '', party: name, opening, debit, credit, closing }
  }
  for (const { code, leaf, name, fullName, opening, debit, credit, closing } of ledger.accounts) {
    if (!leaf || divided.has(code)) continue
    const standard = mapped.get(code)?.standard ?? ''
    yield {
      account: code,
      standard,
      path: fullName,
      party: fullName.includes('/') ? name : '',
      opening,
      debit,
      credit,
      closing,
    }
  }
}
const named = ({ path, party }: Item): string => (party !== '' && !path.endsWith(party) ? `${path} ${party}` : path)
const subjectOf = ({ account, party }: Item): string => (party === '' ? account : `${account} ${party}`)

/** V20 往来长期挂账与年末对冲. One ledger tells what is older than its year, no more. */
const aged: Check = {
  id: 'V20',
  group: 'tax',
  params: [
    { key: 'least', label: say('金额下限（元）', 'Least amount (yuan)'), unit: 'yuan', value: '' },
    {
      key: 'days',
      label: say('年末对冲的天数', 'Days of netting at year end'),
      unit: 'whole',
      value: '5',
      least: 1,
      most: 31,
    },
  ],
  run(index, params, hits) {
    if (!index.isMapped) return unmapped()
    const least = params.yuan('least') ?? 0n
    for (const item of items(index)) {
      const { opening, debit, credit, closing, account, standard, party } = item
      const settled = opening > 0n ? credit : debit
      if (!isOpenItem(standard) || opening === 0n || settled !== 0n || closing > 0n !== opening > 0n) continue
      const amount = absolute(opening)
      if (amount < least) continue
      hits.add(amount, () => ({
        subject: subjectOf(item),
        account,
        party,
        amount,
        measure: say('账龄 1 年以上', 'Older than a year'),
        why: say(
          `${named(item)}年初余额 ${shown(opening)} 元，全年没有结算`,
          `${named(item)} opened at ${shown(opening)} yuan and was not settled in the year`,
        ),
      }))
    }
    const { journal } = index.ledger
    for (const [voucher, { date, closing }] of journal.vouchers.entries()) {
      if (closing || !date.slice(5).startsWith('12') || daysToMonthEnd(date) >= params.whole('days')) continue
      const lines = index.lines(voucher).filter((line) => index.net(line) !== 0n)
      if (lines.length < 2 || !lines.every((line) => isOpenItem(index.account(line).standard))) continue
      const at = lines[0] ?? 0
      const amount = lines.reduce((sum, line) => (index.net(line) > 0n ? sum + index.net(line) : sum), 0n)
      if (amount < least) continue
      hits.add(amount, () => ({
        voucher,
        at,
        amount,
        measure: say('年末对冲', 'Netted at year end'),
        why: say(
          `${date} 往来科目之间对冲 ${shown(amount)} 元，没有收付`,
          `Open items netted on ${date}: ${shown(amount)} yuan, no money moved`,
        ),
      }))
    }
    return note(
      '一个年度的账只能看出 1 年以上，3 年以上请结合往年',
      'one year of books tells older than a year; for three years see earlier ones',
    )
  },
}

/** V21 股东借款: lent to a shareholder or person over the year end, 视同分红 risk (财税〔2003〕158号). */
const loans: Check = {
  id: 'V21',
  group: 'tax',
  params: [],
  run(index, _params, hits) {
    if (!index.isMapped) return unmapped()
    for (const item of items(index)) {
      const { opening, closing, account, party, standard } = item
      if (standard !== '1221' || closing <= 0n) continue
      const shareholder = /股东|法人|实际控制|投资者/.test(named(item))
      const whose = party.split(/\s+/).find((word) => isPerson(word))
      if (!shareholder && whose === undefined) continue
      hits.add(closing, () => ({
        subject: subjectOf(item),
        account,
        party,
        amount: closing,
        measure: opening > 0n ? say('年初即有', 'Since before the year') : say('本年借出', 'Lent this year'),
        why: say(
          `${named(item)}年末未还 ${shown(closing)} 元；个人投资者借款未用于经营的按财税〔2003〕158号有视同分红风险`,
          `${named(item)} owes ${shown(closing)} yuan at year end; for an investor 财税〔2003〕158号 may make it a dividend`,
        ),
      }))
    }
    return undefined
  },
}

/** V22 预收长期不转收入. */
const advances: Check = {
  id: 'V22',
  group: 'tax',
  params: [
    {
      key: 'n',
      label: say('没有结转的月数', 'Months without transfer'),
      unit: 'whole',
      value: '12',
      least: 1,
      most: 12,
    },
  ],
  run(index, params, hits) {
    if (!index.isMapped) return unmapped()
    const months = params.whole('n')
    const { journal } = index.ledger
    const moved = new Set<string>()
    for (let line = 0; line < journal.size; line += 1) {
      if (index.net(line) <= 0n || Number(journal.vouchers[journal.voucher[line] ?? 0]?.period) <= 12 - months) continue
      const { code, standard } = index.account(line)
      if (standard === '2203' || standard === 'N_CONTRACT_LIAB') moved.add(`${code} ${index.partyOf(line)}`).add(code)
    }
    for (const item of items(index)) {
      const { standard, account, party, opening, closing, debit } = item
      if (standard !== '2203' && standard !== 'N_CONTRACT_LIAB') continue
      const stands =
        months === 12
          ? opening < 0n && debit === 0n
          : closing < 0n && !moved.has(`${account} ${party}`) && !moved.has(account)
      if (!stands || closing >= 0n) continue
      const amount = -(months === 12 ? opening : closing)
      hits.add(amount, () => ({
        subject: subjectOf(item),
        account,
        party,
        amount,
        measure: say(`${months} 个月未结转`, `${months} months`),
        why: say(
          `${named(item)}预收 ${shown(amount)} 元，${months} 个月没有转收入`,
          `${named(item)} holds ${shown(amount)} yuan in advance, nothing turned into income for ${months} months`,
        ),
      }))
    }
    return undefined
  },
}

/** V23 暂估长期未回票: estimated payables and accruals that stand at the year's end. */
const estimates: Check = {
  id: 'V23',
  group: 'tax',
  params: [],
  run(index, _params, hits) {
    if (!index.isMapped) return unmapped()
    for (const item of items(index)) {
      const { standard, account, party, closing } = item
      if ((standard !== '2202' && standard !== '2241') || closing >= 0n || !/暂估|预提|无票/.test(named(item))) continue
      hits.add(closing, () => ({
        subject: subjectOf(item),
        account,
        party,
        amount: -closing,
        measure: say('年末未回票', 'No invoice at year end'),
        why: say(
          `${named(item)}年末余额 ${shown(-closing)} 元；汇算清缴前未取得票据的调增`,
          `${named(item)} stands at ${shown(-closing)} yuan; without invoice by the filing it is added back`,
        ),
      }))
    }
    return undefined
  },
}

/** Accounts that swing, and contra accounts: either side is usual. */
const swings = /^(?:1122|1123|1221|2202|2203|2241|2221|4103|4104|6061|6603|6101|6111|6901|2211)$|^N_/

/** V26 科目使用异常: posted to a parent, or a balance on the unusual side. */
const misuse: Check = {
  id: 'V26',
  group: 'quality',
  params: [],
  run(index, _params, hits) {
    const { journal } = index.ledger
    for (let line = 0; line < journal.size; line += 1) {
      const account = index.account(line)
      if (account.leaf) continue
      const amount = absolute(index.net(line))
      hits.add(amount, () => ({
        voucher: journal.voucher[line] ?? 0,
        at: line,
        lines: [line],
        amount,
        measure: say('非末级科目', 'Parent account'),
        why: say(
          `记入上级科目 ${account.name || account.code}`,
          `Posted to the parent account ${account.name || account.code}`,
        ),
      }))
    }
    for (const { code, leaf, fullName, closing } of index.ledger.accounts) {
      const standard = index.mapped.get(code)?.standard ?? ''
      const side = index.sideOf.get(standard)
      if (
        !leaf ||
        side === undefined ||
        closing === 0n ||
        swings.test(standard) ||
        isMoney(standard) ||
        closing > 0n === (side === 'dr')
      )
        continue
      hits.add(closing, () => ({
        subject: code,
        account: code,
        amount: absolute(closing),
        measure: say('余额方向相反', 'Unusual side'),
        why: say(
          `${fullName}年末余额 ${shown(closing)} 元，通常在${side === 'dr' ? '借' : '贷'}方`,
          `${fullName} closes at ${shown(closing)} yuan; usually it is a ${side === 'dr' ? 'debit' : 'credit'}`,
        ),
      }))
    }
    return undefined
  },
}

export const balanceChecks: readonly Check[] = [aged, loans, advances, estimates, misuse]
