import { type Check, isMoney, skip, unmapped } from './check.ts'
import { absolute, say, shown } from './hit.ts'
import { invoices } from './invoices.ts'

/** V12 大额: at or over performance materiality, and the largest of each account. */
const large: Check = {
  id: 'V12',
  group: 'selection',
  params: [
    {
      key: 'pm',
      label: say('金额（元），空为执行重要性', 'Amount (yuan); blank: performance materiality'),
      unit: 'yuan',
      value: '',
    },
    { key: 'k', label: say('每个科目最大的笔数', 'Largest of each account'), unit: 'whole', value: '25', most: 500 },
  ],
  run(index, params, hits) {
    const { journal } = index.ledger
    const least = params.yuan('pm') ?? index.materiality
    const largest = params.whole('k')
    const byAccount = new Map<number, number[]>()
    for (let line = 0; line < journal.size; line += 1) {
      if (journal.vouchers[journal.voucher[line] ?? 0]?.closing) continue
      const amount = absolute(index.net(line))
      if (least !== null && least > 0n && amount >= least) {
        hits.add(amount, () => ({
          voucher: journal.voucher[line] ?? 0,
          at: line,
          lines: [line],
          amount,
          measure: say('达到重要性', 'Material'),
          why: say(
            `${shown(amount)} 元，不低于 ${shown(least)} 元`,
            `${shown(amount)} yuan, at or over ${shown(least)}`,
          ),
        }))
        continue
      }
      if (largest === 0 || amount === 0n) continue
      const top = byAccount.get(journal.account[line] ?? 0) ?? []
      if (top.length === 0) byAccount.set(journal.account[line] ?? 0, top)
      if (top.length === largest && amount <= absolute(index.net(top.at(-1) ?? 0))) continue
      const at = top.findIndex((other) => absolute(index.net(other)) < amount)
      top.splice(at < 0 ? top.length : at, 0, line)
      if (top.length > largest) top.pop()
    }
    for (const top of byAccount.values())
      for (const [rank, line] of top.entries()) {
        const amount = absolute(index.net(line))
        hits.add(amount, () => ({
          voucher: journal.voucher[line] ?? 0,
          at: line,
          lines: [line],
          amount,
          measure: say(`科目第 ${rank + 1} 大`, `No. ${rank + 1} of the account`),
          why: say(
            `${shown(amount)} 元，本科目第 ${rank + 1} 大`,
            `${shown(amount)} yuan, the account's no. ${rank + 1}`,
          ),
        }))
      }
    return undefined
  },
}

/** Loans, capital, deposits: round by nature. */
const roundByNature = new Set(['2001', '2501', '2502', '4001', '4002', '1012', '1031', '1101', '1511', 'N_DEBT_INV'])

/** V13 整数金额. */
const round: Check = {
  id: 'V13',
  group: 'selection',
  params: [
    {
      key: 'k',
      label: say('元位以上连续零的个数', 'Zeros before the decimal point'),
      unit: 'whole',
      value: '4',
      least: 2,
      most: 9,
    },
  ],
  run(index, params, hits) {
    if (!index.isMapped) return unmapped()
    const { journal } = index.ledger
    const unit = 100n * 10n ** BigInt(params.whole('k'))
    for (let voucher = 0; voucher < journal.vouchers.length; voucher += 1) {
      if (journal.vouchers[voucher]?.closing) continue
      const lines = index.lines(voucher)
      if (lines.some((line) => roundByNature.has(index.account(line).standard))) continue
      const at = lines.find((line) => {
        const net = index.net(line)
        return net !== 0n && net % unit === 0n && !isMoney(index.account(line).standard)
      })
      if (at === undefined) continue
      const amount = absolute(index.net(at))
      hits.add(amount, () => ({
        voucher,
        at,
        lines: [at],
        amount,
        measure: say(shown(amount), shown(amount)),
        why: say(
          `${shown(amount)} 元是 ${shown(unit)} 元的整数倍`,
          `${shown(amount)} yuan is a multiple of ${shown(unit)}`,
        ),
      }))
    }
    return undefined
  },
}

/** V34 附件张数与文件: no layout's journal carries the count; large vouchers without a file are told where files are linked. */
const attachments: Check = {
  id: 'V34',
  group: 'evidence',
  params: [
    {
      key: 'threshold',
      label: say('金额下限（元），空为执行重要性', 'Least amount (yuan); blank: performance materiality'),
      unit: 'yuan',
      value: '',
    },
  ],
  run(index, params, hits) {
    const least = params.yuan('threshold') ?? index.materiality
    if (index.attached.size === 0)
      return skip(
        '文件没有附件张数列，项目也没有挂接凭证附件',
        'the file has no column of attachments, and no file is linked to a voucher',
      )
    if (least === null || least <= 0n)
      return skip('底稿 Z06 没有执行重要性，也未设金额下限', 'neither paper Z06 nor a parameter says an amount')
    const { vouchers, debit } = index.ledger.journal
    for (const [voucher, { key, closing }] of vouchers.entries()) {
      if (closing || index.attached.has(key)) continue
      const amount = index.lines(voucher).reduce((sum, line) => sum + (debit[line] ?? 0n), 0n)
      if (absolute(amount) < least) continue
      hits.add(amount, () => ({
        voucher,
        amount: absolute(amount),
        measure: say('没有附件', 'No file'),
        why: say(`${shown(amount)} 元，没有挂接任何附件`, `${shown(amount)} yuan, and no file is linked to it`),
      }))
    }
    return undefined
  },
}

export const selectionChecks: readonly Check[] = [large, round, invoices, attachments]
