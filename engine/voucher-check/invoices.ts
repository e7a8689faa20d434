import type { CheckIndex } from './check-books.ts'
import { type Check, isMoney, isOpenItem, note, skip, unmapped } from './check.ts'
import { absolute, say, shown } from './hit.ts'

/** 发票号码 12345678, 票号:…, 数电票 of twenty digits (国家税务总局公告2024年第11号), as a 摘要 may quote them. */
const quoted = /(?:发票(?:号码?|编号)?|票号|数电票|invoice(?:\s*no\.?)?)\s*[:：#№]?\s*(\d{20}|\d{8})(?!\d)/gi

/** Invoice numbers that the lines of a voucher quote. */
function numbersIn(index: CheckIndex, voucher: number): Set<string> {
  const numbers = new Set<string>()
  for (const line of index.lines(voucher))
    for (const found of index.summary(line).normalize('NFKC').matchAll(quoted)) numbers.add(found[1] ?? '')
  return numbers
}

/** What a voucher books in all; red letters make it negative. */
function booked(index: CheckIndex, voucher: number): bigint {
  const { debit } = index.ledger.journal
  return index.lines(voucher).reduce((sum, line) => sum + (debit[line] ?? 0n), 0n)
}

/** Whether a voucher books something by the invoice, and does not only pay or settle what was booked. */
const books = (index: CheckIndex, voucher: number): boolean =>
  index.lines(voucher).some((line) => {
    const { standard } = index.account(line)
    return !isMoney(standard) && !isOpenItem(standard)
  })

/**
 * V33 发票与凭证: an invoice that two vouchers quote was used twice, unless one takes the other back. Buyer, amount and state
 * of an invoice can only be held against a list of invoices, which a project has not got: the note says so.
 */
export const invoices: Check = {
  id: 'V33',
  group: 'evidence',
  params: [],
  run(index, _params, hits) {
    if (!index.isMapped) return unmapped()
    const used = new Map<string, number[]>()
    const { vouchers } = index.ledger.journal
    for (const [voucher, { closing }] of vouchers.entries()) {
      if (closing || !books(index, voucher)) continue
      for (const number of numbersIn(index, voucher)) {
        const known = used.get(number)
        if (known) known.push(voucher)
        else used.set(number, [voucher])
      }
    }
    if (used.size === 0)
      return skip(
        '项目没有发票清单，摘要里也没有写发票号码，无从核对发票',
        'the project holds no list of invoices, and no summary quotes a number: there is nothing to compare',
      )
    for (const [number, found] of used) {
      // a reversal takes one use back
      const reversed = found.filter((voucher) => booked(index, voucher) < 0n).length
      if (found.length - 2 * reversed < 2) continue
      for (const voucher of found.slice(1)) {
        const amount = absolute(booked(index, voucher))
        const others = found.filter((other) => other !== voucher).map((other) => vouchers[other]?.key ?? '').join('、') // prettier-ignore
        hits.add(amount, () => ({
          voucher,
          amount,
          measure: say(`发票 ${number}`, `Invoice ${number}`),
          why: say(
            `发票 ${number} 在 ${others} 也用过，本凭证 ${shown(amount)} 元`,
            `Invoice ${number} is quoted by ${others} too; this voucher books ${shown(amount)} yuan`,
          ),
        }))
      }
    }
    return note(
      '只核对了摘要写明的发票号码是否重复；抬头、金额、红字与作废状态需要发票清单',
      'Only numbers quoted in summaries were compared; buyer, amount and state need a list of invoices',
    )
  },
}
