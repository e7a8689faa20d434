import type { Fen } from '../money.ts'
import { type Check, isExpense, note, skip, unmapped } from './check.ts'
import { isBlank } from './check-books.ts'
import { absolute, say, shown } from './hit.ts'

/** Shares of digits 1 to 9, and 10 to 99, that Benford's law expects: log10(1 + 1/d). */
const expectedOf = (digit: number): number => Math.log10(1 + 1 / digit)
/** Mean absolute deviation above which digits do not conform (Nigrini, Benford's Law, 2012). */
const nonconforming = { one: 0.015, two: 0.0022 }

/** Mean absolute deviation and chi-square of counts of leading digits, `from` being the lowest. */
export function benford(counts: readonly number[], from: 1 | 10): { mad: number; chi: number; n: number } {
  const n = counts.reduce((sum, count) => sum + count, 0)
  let [mad, chi] = [0, 0]
  for (const [at, count] of counts.entries()) {
    const share = expectedOf(from + at)
    mad += Math.abs(count / n - share)
    chi += (count - n * share) ** 2 / (n * share)
  }
  return { mad: mad / counts.length, chi, n }
}

/** V30 本福特定律: a signal of the population of an account, from 1,000 amounts on. */
const digits: Check = {
  id: 'V30',
  group: 'analytics',
  signal: true,
  params: [
    {
      key: 'n1',
      label: say('首位数最少笔数', 'Fewest for the first digit'),
      unit: 'whole',
      value: '1000',
      least: 1000,
      most: 1_000_000,
    },
    {
      key: 'n2',
      label: say('前两位最少笔数', 'Fewest for two digits'),
      unit: 'whole',
      value: '3000',
      least: 3000,
      most: 1_000_000,
    },
  ],
  run(index, params, hits) {
    const { journal } = index.ledger
    const [n1, n2] = [params.whole('n1'), params.whole('n2')]
    const byAccount = new Map<number, number[]>()
    for (let line = 0; line < journal.size; line += 1) {
      if (journal.vouchers[journal.voucher[line] ?? 0]?.closing) continue
      const list = byAccount.get(journal.account[line] ?? 0) ?? []
      if (list.length === 0) byAccount.set(journal.account[line] ?? 0, list)
      list.push(line)
    }
    let looked = 0
    for (const [place, lines] of byAccount) {
      if (lines.length < n1) continue
      const amounts = new Map<Fen, number>()
      for (const line of lines) {
        const amount = absolute(index.net(line))
        amounts.set(amount, (amounts.get(amount) ?? 0) + 1)
      }
      const ones = Array.from({ length: 9 }, () => 0)
      const twos = Array.from({ length: 90 }, () => 0)
      for (const [amount, count] of amounts) {
        // below ten yuan, and what recurs (fixed fees, assigned amounts), follows no law of digits
        if (amount < 1000n || count > Math.max(10, lines.length / 100)) continue
        const text = amount.toString()
        ones[Number(text[0]) - 1] = (ones[Number(text[0]) - 1] ?? 0) + count
        twos[Number(text.slice(0, 2)) - 10] = (twos[Number(text.slice(0, 2)) - 10] ?? 0) + count
      }
      const one = benford(ones, 1)
      const two = benford(twos, 10)
      if (one.n < n1) continue
      looked += 1
      const [first, second] = [one.mad > nonconforming.one, two.n >= n2 && two.mad > nonconforming.two]
      if (!first && !second) continue
      const account = index.accounts[place]
      const told = first ? one : two
      hits.add(0n, () => ({
        account: account?.code ?? '',
        amount: 0n,
        measure: say(`MAD ${told.mad.toFixed(4)}，n=${told.n}`, `MAD ${told.mad.toFixed(4)}, n=${told.n}`),
        why: say(
          `${account?.name ?? ''}${first ? '首位数' : '前两位数'}偏离本福特分布（MAD ${told.mad.toFixed(4)}，χ² ${told.chi.toFixed(1)}）；仅为总体信号，不构成疑点`,
          `${first ? 'First digits' : 'First two digits'} of ${account?.name ?? ''} depart from Benford (MAD ${told.mad.toFixed(4)}, χ² ${told.chi.toFixed(1)}); a signal of the population, no finding`,
        ),
      }))
    }
    if (looked === 0) return skip(`没有科目达到 ${n1} 笔`, `no account has ${n1} amounts`)
    return note(`检验了 ${looked} 个科目`, `${looked} accounts were tested`)
  },
}

/** V31 重复金额: one amount with many payees. */
const repeated: Check = {
  id: 'V31',
  group: 'analytics',
  params: [
    { key: 'k', label: say('对方个数不少于', 'Payees at least'), unit: 'whole', value: '5', least: 2, most: 100 },
  ],
  run(index, params, hits) {
    if (isBlank(index.party)) return skip('文件没有往来单位或个人列', 'the file has no column of parties')
    const least = params.whole('k')
    const { journal } = index.ledger
    const same = new Map<string, number[]>()
    for (let line = 0; line < journal.size; line += 1) {
      const party = index.party.at[line] ?? 0
      if (party === 0 || index.net(line) === 0n || journal.vouchers[journal.voucher[line] ?? 0]?.closing) continue
      const key = `${journal.account[line]} ${index.net(line)}`
      const list = same.get(key)
      if (list) list.push(line)
      else same.set(key, [line])
    }
    for (const lines of same.values()) {
      const parties = new Set(lines.map((line) => index.party.at[line]))
      const at = lines[0]
      if (parties.size < least || at === undefined) continue
      const each = absolute(index.net(at))
      const amount = each * BigInt(lines.length)
      hits.add(amount, () => ({
        subject: `${index.net(at)}`,
        account: index.account(at).code,
        voucher: journal.voucher[at] ?? 0,
        at,
        lines,
        amount,
        measure: say(`${parties.size} 个对方`, `${parties.size} parties`),
        why: say(
          `同一金额 ${shown(each)} 元与 ${parties.size} 个对方发生 ${lines.length} 次`,
          `The amount ${shown(each)} yuan comes ${lines.length} times with ${parties.size} parties`,
        ),
      }))
    }
    return undefined
  },
}

/** V32 月度波动: a month of an expense far above the months before it. Standard deviation over at least three months. */
const swingsByMonth: Check = {
  id: 'V32',
  group: 'analytics',
  params: [
    {
      key: 'z',
      label: say('偏离前几月均值的标准差倍数', 'Standard deviations above the months before'),
      unit: 'share',
      value: '3',
      least: 1,
      most: 20,
    },
    {
      key: 's',
      label: say('占全年比例高于', 'Share of the year above'),
      unit: 'share',
      value: '0.3',
      least: 0.05,
      most: 1,
    },
  ],
  run(index, params, hits) {
    if (!index.isMapped) return unmapped()
    const { journal } = index.ledger
    const [z, share] = [params.share('z'), params.share('s')]
    const months = new Map<number, Fen[]>()
    for (let line = 0; line < journal.size; line += 1) {
      const head = journal.vouchers[journal.voucher[line] ?? 0]
      if (!head || head.closing || !isExpense(index.account(line).standard)) continue
      const place = journal.account[line] ?? 0
      const sums = months.get(place) ?? Array.from({ length: 12 }, () => 0n)
      months.set(place, sums)
      const at = Number(head.period) - 1
      sums[at] = (sums[at] ?? 0n) + index.net(line)
    }
    for (const [place, sums] of months) {
      const year = sums.reduce((all, sum) => all + sum, 0n)
      if (year <= 0n) continue
      for (const [at, sum] of sums.entries()) {
        if (at < 3 || Number(sum) / Number(year) <= share) continue
        const before = sums.slice(0, at).map(Number)
        const mean = before.reduce((all, one) => all + one, 0) / at
        const spread = Math.sqrt(before.reduce((all, one) => all + (one - mean) ** 2, 0) / at)
        // months that are all alike have no spread: what stands out is then measured by a hundredth of the mean
        const score = (Number(sum) - mean) / Math.max(spread, Math.abs(mean) / 100, 1)
        if (score <= z) continue
        const period = String(at + 1).padStart(2, '0')
        const { code = '', name = '' } = index.accounts[place] ?? {}
        hits.add(sum, () => ({
          subject: `${code} ${period}`,
          account: code,
          period,
          amount: sum,
          measure: say(
            `占全年 ${Math.round((Number(sum) / Number(year)) * 100)}%`,
            `${Math.round((Number(sum) / Number(year)) * 100)}% of the year`,
          ),
          why: say(
            `${name} ${at + 1} 月 ${shown(sum)} 元，前 ${at} 个月月均 ${shown(BigInt(Math.round(mean)))} 元`,
            `${name} in month ${at + 1}: ${shown(sum)} yuan; on average ${shown(BigInt(Math.round(mean)))} in the ${at} months before`,
          ),
        }))
      }
    }
    return undefined
  },
}

export const analyticsChecks: readonly Check[] = [digits, repeated, swingsByMonth]
