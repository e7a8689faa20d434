import { type Check, isExpense, isMoney, isOpenItem, note, skip, unmapped } from './check.ts'
import type { CheckIndex } from './check-books.ts'
import { absolute, say, shown } from './hit.ts'
import { personIn } from './person-name.ts'

/** V16 异常对方科目: a pair of standard accounts rare for this client, or listed. Vouchers many to many tell no pair. */
const rarePairs: Check = {
  id: 'V16',
  group: 'relation',
  params: [
    {
      key: 'p',
      label: say('占全部对应关系的比例低于', 'Share of all pairs below'),
      unit: 'share',
      value: '0.001',
      least: 0,
      most: 0.1,
    },
    {
      key: 'black',
      label: say('不应出现的对应（借-贷）', 'Pairs that should not be (debit-credit)'),
      unit: 'words',
      value: '6601-6001,6602-6001,6401-1221,6401-2241,1221-6001,2241-6001',
    },
  ],
  run(index, params, hits) {
    if (!index.isMapped) return unmapped()
    const { journal } = index.ledger
    const black = new Set(params.words('black'))
    const pairs = new Map<string, { voucher: number; line: number }[]>()
    const counts = new Map<string, number>()
    let all = 0
    let unresolved = 0
    for (let voucher = 0; voucher < journal.vouchers.length; voucher += 1) {
      if (journal.vouchers[voucher]?.closing) continue
      const lines = index.lines(voucher)
      const of = (wanted: (net: bigint) => boolean) => [
        ...new Map(lines.filter((line) => wanted(index.net(line))).map((line) => [index.account(line).standard, line])),
      ]
      const [debits, credits] = [of((net) => net > 0n), of((net) => net < 0n)]
      if (debits.length !== 1 && credits.length !== 1) {
        unresolved += 1
        continue
      }
      for (const [debit, line] of debits)
        for (const [credit, other] of credits) {
          if (debit === '' || credit === '') continue
          const pair = `${debit}-${credit}`
          all += 1
          counts.set(pair, (counts.get(pair) ?? 0) + 1)
          const few = pairs.get(pair) ?? []
          if (few.length === 0) pairs.set(pair, few)
          if (few.length < 200) few.push({ voucher, line: debits.length === 1 ? other : line })
        }
    }
    for (const [pair, places] of pairs) {
      const count = counts.get(pair) ?? 0
      const listed = black.has(pair)
      if (!listed && count / all >= params.share('p')) continue
      for (const { voucher, line } of places) {
        const amount = absolute(index.net(line))
        hits.add(amount, () => ({
          voucher,
          at: line,
          amount,
          measure: listed
            ? say(`列示的对应 ${pair}`, `Listed pair ${pair}`)
            : say(`${pair}，全年 ${count} 次`, `${pair}, ${count} a year`),
          why: listed
            ? say(
                `借 ${pair.split('-')[0]} 贷 ${pair.split('-')[1]} 在不应出现的对应之列`,
                `Debit ${pair.split('-')[0]}, credit ${pair.split('-')[1]} is on the list`,
              )
            : say(
                `${all} 个对应关系中只有 ${count} 个是借 ${pair.split('-')[0]} 贷 ${pair.split('-')[1]}`,
                `Of ${all} pairs only ${count} debit ${pair.split('-')[0]} and credit ${pair.split('-')[1]}`,
              ),
        }))
      }
    }
    return note(
      `${unresolved} 张多借多贷凭证无法确定对应关系`,
      `${unresolved} vouchers are many to many and tell no pair`,
    )
  },
}

/** V17 费用直接对应银行付个人. */
const toPersons: Check = {
  id: 'V17',
  group: 'tax',
  params: [{ key: 'least', label: say('金额下限（元）', 'Least amount (yuan)'), unit: 'yuan', value: '' }],
  run(index, params, hits) {
    if (!index.isMapped) return unmapped()
    const least = params.yuan('least') ?? 0n
    const { journal } = index.ledger
    for (let voucher = 0; voucher < journal.vouchers.length; voucher += 1) {
      if (journal.vouchers[voucher]?.closing) continue
      const lines = index.lines(voucher)
      const expense = lines.find((line) => /^660[12]$/.test(index.account(line).standard) && index.net(line) > 0n)
      const paid = lines.some((line) => isMoney(index.account(line).standard) && index.net(line) < 0n)
      if (expense === undefined || !paid) continue
      const person = payeeOf(index, lines)
      const amount = absolute(index.net(expense))
      if (person === undefined || amount < least) continue
      hits.add(amount, () => ({
        voucher,
        at: expense,
        party: person,
        amount,
        measure: say(person, person),
        why: say(
          `费用由现金或银行直接付给个人 ${person}；核对发票、劳务报酬个税`,
          `An expense paid straight to a person, ${person}; look for the invoice and the tax withheld`,
        ),
      }))
    }
    return undefined
  },
}

function payeeOf(index: CheckIndex, lines: readonly number[]): string | undefined {
  for (const line of lines) {
    const person = personIn(index.partyOf(line), index.summary(line))
    if (person) return person
  }
  return undefined
}

/** V18 库存商品直接进费用: goods credited against expense, welfare or dividends, a candidate for 视同销售 (deemed sale). */
const deemedSale: Check = {
  id: 'V18',
  group: 'tax',
  params: [],
  run(index, _params, hits) {
    if (!index.isMapped) return unmapped()
    const { journal } = index.ledger
    for (let voucher = 0; voucher < journal.vouchers.length; voucher += 1) {
      const lines = index.lines(voucher)
      const goods = lines.find((line) => /^(?:1405|1403)$/.test(index.account(line).standard) && index.net(line) < 0n)
      if (goods === undefined) continue
      const use = lines.find(
        (line) => /^(?:6601|6602|6711|2211|2232)$/.test(index.account(line).standard) && index.net(line) > 0n,
      )
      if (use === undefined) continue
      const amount = absolute(index.net(goods))
      hits.add(amount, () => ({
        voucher,
        at: use,
        amount,
        measure: say(`存货 ${shown(amount)}`, `Goods ${shown(amount)}`),
        why: say(
          `存货直接转入${index.account(use).name || index.account(use).code}；判断是否视同销售并取得公允价值`,
          `Goods went straight to ${index.account(use).name || index.account(use).code}; decide whether it is a deemed sale, and its fair value`,
        ),
      }))
    }
    return undefined
  },
}

/** V19 收入冲减成本/费用: costs credited by money or open items. */
const netted: Check = {
  id: 'V19',
  group: 'tax',
  params: [],
  run(index, _params, hits) {
    if (!index.isMapped) return unmapped()
    const { journal } = index.ledger
    for (let voucher = 0; voucher < journal.vouchers.length; voucher += 1) {
      if (journal.vouchers[voucher]?.closing) continue
      const lines = index.lines(voucher)
      const cost = lines.find((line) => {
        const { standard, nature } = index.account(line)
        return isExpense(standard) && nature !== 'interest_income' && index.net(line) < 0n
      })
      if (cost === undefined) continue
      const from = lines.some((line) => {
        const { standard } = index.account(line)
        return (isMoney(standard) || isOpenItem(standard)) && index.net(line) > 0n
      })
      if (!from) continue
      const amount = absolute(index.net(cost))
      hits.add(amount, () => ({
        voucher,
        at: cost,
        amount,
        measure: say(`贷记 ${shown(amount)}`, `Credited ${shown(amount)}`),
        why: say(
          `成本费用被收款或往来冲减 ${shown(amount)} 元；判断是否应作收入`,
          `A cost was credited by money or an open item, ${shown(amount)} yuan; decide whether it is income`,
        ),
      }))
    }
    return undefined
  },
}

/** Natures that the law treats differently. */
const sensitive = new Set([
  'entertainment', 'penalty', 'late_fee', 'sponsorship', 'donation', 'donation_direct', 'no_invoice', 'unrelated',
  'contract_penalty', 'insurance_personal', 'prior_period',
]) // prettier-ignore
/** V24 敏感摘要: a word of such a nature that the account does not show. */
const keywords: Check = {
  id: 'V24',
  group: 'tax',
  params: [
    { key: 'more', label: say('另外的敏感词', 'More words'), unit: 'words', value: '回扣,好处费,白条,购物卡,股东' },
  ],
  run(index, params, hits) {
    const { journal } = index.ledger
    if (journal.size > 0 && journal.summary.every((text) => text === ''))
      return skip('文件没有摘要', 'the file has no summaries')
    const more = params.words('more')
    const natures = index.words.filter(({ nature }) => sensitive.has(nature))
    const known = new Map<string, { word: string; nature: string; name: { zh: string; en: string } } | null>()
    const told = (summary: string, path: string) => {
      const key = summary.replace(/\d+/g, '#')
      const before = known.get(key)
      if (before !== undefined) return before
      const found = natures.flatMap(({ nature, name, keywords, not }) => {
        const word = keywords.find((each) => summary.includes(each))
        return word !== undefined && !not.some((each) => summary.includes(each) || path.includes(each))
          ? [{ word, nature, name }]
          : []
      })
      const extra = more.find((word) => summary.includes(word))
      const one =
        found[0] ?? (extra === undefined ? null : { word: extra, nature: '', name: say('敏感词', 'sensitive word') })
      known.set(key, one)
      return one
    }
    for (let line = 0; line < journal.size; line += 1) {
      const voucher = journal.voucher[line] ?? 0
      const account = index.account(line)
      if (journal.vouchers[voucher]?.closing || isMoney(account.standard)) continue
      const one = told(index.summary(line), account.name)
      // an account that says so itself is booked where the return looks
      if (!one || one.nature === account.nature || account.name.includes(one.word)) continue
      const amount = absolute(index.net(line))
      hits.add(amount, () => ({
        voucher,
        at: line,
        lines: [line],
        amount,
        measure: say(`“${one.word}”`, `"${one.word}"`),
        why: say(
          `摘要含“${one.word}”（${one.name.zh}），科目为${account.name || account.code}`,
          `The summary says "${one.word}" (${one.name.en}), the account is ${account.name || account.code}`,
        ),
      }))
    }
    return undefined
  },
}

/** V35 关联方往来. */
const related: Check = {
  id: 'V35',
  group: 'tax',
  params: [],
  run(index, _params, hits) {
    const names = index.related.filter((name) => name.length >= 2)
    if (names.length === 0) return skip('企业没有登记关联方', 'no related party of the client is entered')
    const { journal } = index.ledger
    for (let voucher = 0; voucher < journal.vouchers.length; voucher += 1) {
      const lines = index.lines(voucher)
      const at = lines.find((line) => {
        const words = `${index.partyOf(line)} ${index.summary(line)} ${index.account(line).name}`
        return names.some((name) => words.includes(name))
      })
      if (at === undefined) continue
      const words = `${index.partyOf(at)} ${index.summary(at)} ${index.account(at).name}`
      const name = names.find((each) => words.includes(each)) ?? ''
      const amount = absolute(index.net(at))
      hits.add(amount, () => ({
        voucher,
        at,
        party: name,
        amount,
        measure: say(name, name),
        why: say(
          `对方是关联方 ${name}；核对价格、利息和账龄`,
          `${name} is a related party; check price, interest and age`,
        ),
      }))
    }
    return undefined
  },
}

export const relationChecks: readonly Check[] = [rarePairs, toPersons, deemedSale, netted, keywords, related]
