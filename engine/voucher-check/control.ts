import type { Fen } from '../money.ts'
import { wording } from '../mapping/line-proposal.ts'
import { type Check, isBank, isCash, isExpense, isMoney, note, skip, unmapped } from './check.ts'
import { type CheckIndex, isBlank } from './check-books.ts'
import { dayNumber } from './calendar.ts'
import { absolute, say, shown } from './hit.ts'

/** V07 制单=审核 / 缺签. */
const signatures: Check = {
  id: 'V07',
  group: 'control',
  params: [],
  run(index, _params, hits) {
    if (isBlank(index.maker)) return skip('文件没有制单人列', 'the file has no column of makers')
    if (isBlank(index.checker)) return skip('文件没有审核人列', 'the file has no column of checkers')
    const { vouchers, debit } = index.ledger.journal
    for (let voucher = 0; voucher < vouchers.length; voucher += 1) {
      const lines = index.lines(voucher)
      const at = lines[0] ?? 0
      const maker = index.maker.texts[index.maker.at[at] ?? 0] ?? ''
      const checker = index.checker.texts[index.checker.at[at] ?? 0] ?? ''
      if (checker !== '' && checker !== maker) continue
      const amount = lines.reduce((sum, line) => sum + (debit[line] ?? 0n), 0n)
      hits.add(amount, () => ({
        voucher,
        amount,
        measure: checker === '' ? say('未审核', 'Not checked') : say(`均为 ${maker}`, `Both ${maker}`),
        why:
          checker === ''
            ? say('没有审核人', 'Nobody is named as checker')
            : say(`制单与审核同为 ${maker}`, `${maker} made and checked it`),
      }))
    }
    return undefined
  },
}

const limit = {
  key: 'limit',
  label: say('审批限额（元）', 'Approval limit (yuan)'),
  unit: 'yuan',
  value: '',
} as const
const noLimit = () => skip('未设审批限额，请在参数中填写', 'no approval limit is set in the parameters')

/** Expense lines and whom they name: the party of the line or of the voucher, else the words of the summary. */
function* claims(index: CheckIndex): Generator<{ line: number; voucher: number; amount: Fen; payee: string }> {
  const { journal } = index.ledger
  for (let line = 0; line < journal.size; line += 1) {
    const voucher = journal.voucher[line] ?? 0
    const amount = journal.debit[line] ?? 0n
    if (amount <= 0n || journal.vouchers[voucher]?.closing || !isExpense(index.account(line).standard)) continue
    const own = index.partyOf(line)
    const named =
      own === ''
        ? index
            .lines(voucher)
            .map((other) => index.partyOf(other))
            .find((party) => party !== '')
        : own
    yield { line, voucher, amount, payee: named ?? wording(index.summary(line)) }
  }
}

/** V14 拆分报销: claims of one payee within days, each below the limit and together above. */
const splitClaims: Check = {
  id: 'V14',
  group: 'control',
  params: [limit, { key: 'window_days', label: say('天数', 'Days'), unit: 'whole', value: '7', least: 0, most: 31 }],
  run(index, params, hits) {
    const [most, days] = [params.yuan('limit'), params.whole('window_days')]
    if (!index.isMapped) return unmapped()
    if (most === null || most === 0n) return noLimit()
    const { journal } = index.ledger
    const byPayee = new Map<string, { voucher: number; line: number; amount: Fen; day: number; payee: string }[]>()
    for (const { line, voucher, amount, payee } of claims(index)) {
      if (payee === '' || amount >= most) continue
      const key = `${payee} ${journal.account[line]}`
      const list = byPayee.get(key) ?? []
      if (list.length === 0) byPayee.set(key, list)
      list.push({ voucher, line, amount, day: dayNumber(journal.vouchers[voucher]?.date ?? ''), payee })
    }
    for (const list of byPayee.values()) {
      const sorted = list.toSorted((one, other) => one.day - other.day || one.line - other.line)
      for (let start = 0; start < sorted.length; start += 1) {
        const begin = sorted[start]?.day ?? 0
        const window = sorted.slice(start, start + 100).filter(({ day }) => day - begin <= days)
        const sum = window.reduce((all, { amount }) => all + amount, 0n)
        const keys = [...new Set(window.map(({ voucher }) => journal.vouchers[voucher]?.key ?? ''))]
        if (sum < most || keys.length < 2) continue
        const [one] = window
        if (!one) continue
        hits.add(sum, () => ({
          voucher: one.voucher,
          at: one.line,
          lines: window.map(({ line }) => line),
          party: one.payee,
          amount: sum,
          measure: say(`${keys.length} 张合计 ${shown(sum)}`, `${keys.length} together ${shown(sum)}`),
          why: say(
            `${days} 天内 ${keys.join('、')} 每笔低于限额 ${shown(most)}，合计超过`,
            `Within ${days} days ${keys.join(', ')} are each below the limit of ${shown(most)} and together above it`,
          ),
        }))
        start += window.length - 1
      }
    }
    return undefined
  },
}

/** V15 刚低于审批限额: more claims just below the limit than beside it. */
const belowLimit: Check = {
  id: 'V15',
  group: 'control',
  params: [
    limit,
    {
      key: 'band',
      label: say('低于限额的幅度', 'Band below the limit'),
      unit: 'share',
      value: '0.1',
      least: 0.01,
      most: 0.5,
    },
  ],
  run(index, params, hits) {
    const most = params.yuan('limit')
    if (!index.isMapped) return unmapped()
    if (most === null || most === 0n) return noLimit()
    const width = (most * BigInt(Math.round(params.share('band') * 10_000))) / 10_000n
    const inside: { line: number; voucher: number; amount: Fen }[] = []
    let beside = 0
    for (const claim of claims(index)) {
      if (claim.amount >= most - width && claim.amount < most) inside.push(claim)
      else if (claim.amount >= most - 2n * width && claim.amount < most + width) beside += 1
    }
    const expected = beside / 2
    if (inside.length < 3 || inside.length <= 2 * expected) return undefined
    for (const { line, voucher, amount } of inside)
      hits.add(amount, () => ({
        voucher,
        at: line,
        lines: [line],
        amount,
        measure: say(`${inside.length} 笔，预期 ${expected}`, `${inside.length}, expected ${expected}`),
        why: say(
          `${shown(amount)} 略低于限额 ${shown(most)}；该区间 ${inside.length} 笔，相邻区间平均 ${expected} 笔`,
          `${shown(amount)} is just below the limit of ${shown(most)}; ${inside.length} lie in this band, ${expected} on average in those beside it`,
        ),
      }))
    return undefined
  },
}

/** V27 现金大额收支. The limit is 结算起点 of 现金管理暂行条例 (1,000 yuan), a parameter. */
const largeCash: Check = {
  id: 'V27',
  group: 'control',
  params: [
    { key: 'limit', label: say('单笔限额（元）', 'Limit of one (yuan)'), unit: 'yuan', value: '1000' },
    {
      key: 'monthly',
      label: say('月合计限额（元），空为不看', 'Limit of a month (yuan); blank: none'),
      unit: 'yuan',
      value: '',
    },
  ],
  run(index, params, hits) {
    const [most, monthly] = [params.yuan('limit'), params.yuan('monthly')]
    if (!index.isMapped) return unmapped()
    const { journal } = index.ledger
    const months = new Map<string, Fen>()
    for (let line = 0; line < journal.size; line += 1) {
      if (!isCash(index.account(line).standard)) continue
      const voucher = journal.voucher[line] ?? 0
      const amount = absolute(index.net(line))
      // drawn from the bank and paid in there
      const others = index
        .lines(voucher)
        .filter((other) => other !== line && index.net(other) > 0n !== index.net(line) > 0n)
      if (others.length > 0 && others.every((other) => isMoney(index.account(other).standard))) continue
      const key = `${journal.vouchers[voucher]?.period} ${index.net(line) > 0n ? 'in' : 'out'}`
      months.set(key, (months.get(key) ?? 0n) + amount)
      if (most === null || amount <= most) continue
      hits.add(amount, () => ({
        voucher,
        at: line,
        amount,
        measure: say(shown(amount), shown(amount)),
        why: say(
          `现金${index.net(line) > 0n ? '收入' : '支出'} ${shown(amount)} 元，超过 ${shown(most)} 元`,
          `Cash ${index.net(line) > 0n ? 'received' : 'paid'}: ${shown(amount)} yuan, over ${shown(most)}`,
        ),
      }))
    }
    for (const [key, amount] of months) {
      const [period = '', way = ''] = key.split(' ')
      if (monthly === null || amount <= monthly) continue
      hits.add(amount, () => ({
        subject: `${period}-${way}`,
        period,
        amount,
        measure: say(`${period} 月合计`, `Month ${period}`),
        why: say(
          `${Number(period)} 月现金${way === 'in' ? '收入' : '支出'}合计 ${shown(amount)} 元，超过 ${shown(monthly)} 元`,
          `Cash ${way === 'in' ? 'received' : 'paid'} in month ${Number(period)} comes to ${shown(amount)} yuan, over ${shown(monthly)}`,
        ),
      }))
    }
    return undefined
  },
}

/** The running balance of each account of a kind at the end of every day; each stretch below zero is a hit. */
function overdrawn(id: 'V28' | 'V29', wanted: (standard: string) => boolean, name: { zh: string; en: string }): Check {
  return {
    id,
    group: 'control',
    params: [],
    run(index, _params, hits) {
      if (!index.isMapped) return unmapped()
      const { journal } = index.ledger
      const moves = new Map<number, Map<string, Fen>>()
      const lastLine = new Map<string, number>()
      for (let line = 0; line < journal.size; line += 1) {
        const place = journal.account[line] ?? 0
        if (!wanted(index.accounts[place]?.standard ?? '')) continue
        const date = journal.vouchers[journal.voucher[line] ?? 0]?.date ?? ''
        const days = moves.get(place) ?? new Map<string, Fen>()
        if (days.size === 0) moves.set(place, days)
        days.set(date, (days.get(date) ?? 0n) + index.net(line))
        if (index.net(line) < 0n || !lastLine.has(`${place} ${date}`)) lastLine.set(`${place} ${date}`, line)
      }
      for (const [place, days] of moves) {
        let standing = index.accounts[place]?.opening ?? 0n
        let below = false
        for (const [date, net] of [...days].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
          standing += net
          if (standing < 0n && !below) {
            const line = lastLine.get(`${place} ${date}`) ?? 0
            const amount = -standing
            hits.add(amount, () => ({
              voucher: journal.voucher[line] ?? 0,
              at: line,
              lines: [line],
              amount,
              measure: say(`余额 ${shown(-amount)}`, `Balance ${shown(-amount)}`),
              why: say(
                `${date} 日终${name.zh}余额为 ${shown(-amount)} 元`,
                `At the end of ${date} the ${name.en} balance is ${shown(-amount)} yuan`,
              ),
            }))
          }
          below = standing < 0n
        }
      }
      return note('按日终余额计算', 'by the balance at the end of each day')
    },
  }
}

export const controlChecks: readonly Check[] = [
  signatures,
  splitClaims,
  belowLimit,
  largeCash,
  overdrawn('V28', isCash, say('现金', 'cash')),
  overdrawn('V29', isBank, say('银行存款', 'bank')),
]
