import { numberGaps } from '../ledger/voucher-numbers.ts'
import { type Check, note, skip } from './check.ts'
import type { CheckIndex } from './check-books.ts'
import { absolute, say, shown } from './hit.ts'

/** V01 借贷不平: an unbalanced voucher. */
const balance: Check = {
  id: 'V01',
  group: 'integrity',
  params: [],
  run(index, _params, hits) {
    for (let voucher = 0; voucher < index.ledger.journal.vouchers.length; voucher += 1) {
      let net = 0n
      for (const line of index.lines(voucher)) net += index.net(line)
      if (net === 0n) continue
      const gap = net
      hits.add(absolute(gap), () => ({
        voucher,
        amount: absolute(gap),
        measure: say(`差额 ${shown(gap)}`, `Difference ${shown(gap)}`),
        why: say(
          `借方比贷方${gap > 0n ? '多' : '少'} ${shown(absolute(gap))} 元`,
          `Debit is ${shown(absolute(gap))} yuan ${gap > 0n ? 'over' : 'under'} credit`,
        ),
      }))
    }
    return undefined
  },
}

/** V02 断号: numbers that no voucher of the period and word has. */
const gaps: Check = {
  id: 'V02',
  group: 'integrity',
  params: [],
  run(index, _params, hits) {
    for (const { period, word, from, to } of numberGaps(index.ledger.journal.vouchers).gaps) {
      const count = to - from + 1
      const run = from === to ? `${from}` : `${from}–${to}`
      hits.add(0n, () => ({
        subject: `${period}-${word}-${from}~${to}`,
        period,
        amount: 0n,
        measure: say(`缺 ${count} 号`, `${count} missing`),
        why: say(
          `${period} 期“${word}”字缺第 ${run} 号；作废凭证请附作废记录`,
          `Period ${period}, word ${word}: no voucher ${run}; for a void one keep the record`,
        ),
      }))
    }
    return undefined
  },
}

/** V03 重号: one number used for two vouchers, which shows as two balanced runs of lines or as two makers. */
const numberTwice: Check = {
  id: 'V03',
  group: 'integrity',
  params: [],
  run(index, _params, hits) {
    for (let voucher = 0; voucher < index.ledger.journal.vouchers.length; voucher += 1) {
      const lines = index.lines(voucher)
      const makers = new Set(lines.map((line) => index.maker.texts[index.maker.at[line] ?? 0] ?? '').filter(Boolean))
      const runs = balancedRuns(index, lines)
      if (makers.size < 2 && runs < 2) continue
      const amount = lines.reduce((sum, line) => sum + (index.ledger.journal.debit[line] ?? 0n), 0n)
      hits.add(amount, () => ({
        voucher,
        amount,
        measure:
          makers.size > 1
            ? say(`${makers.size} 个制单人`, `${makers.size} makers`)
            : say(`${runs} 张`, `${runs} times`),
        why:
          makers.size > 1
            ? say(
                `同一凭证号有不同的制单人：${[...makers].join('、')}`,
                `One number, different makers: ${[...makers].join(', ')}`,
              )
            : say(
                `同一凭证号在账中出现 ${runs} 次，每次借贷各自平衡`,
                `The number comes ${runs} times in the journal, each balanced on its own`,
              ),
      }))
    }
    return undefined
  },
}

/** How many runs of neighbouring lines a voucher has, if each is balanced; else 1. */
function balancedRuns(index: CheckIndex, lines: readonly number[]): number {
  let runs = 0
  let net = 0n
  for (const [at, line] of lines.entries()) {
    if (at > 0 && line !== (lines[at - 1] ?? 0) + 1) {
      if (net !== 0n) return 1
      runs += 1
      net = 0n
    }
    net += index.net(line)
  }
  return net === 0n ? runs + 1 : 1
}

/** V05 单边: only one side, or no amount at all. */
const oneSided: Check = {
  id: 'V05',
  group: 'integrity',
  params: [],
  run(index, _params, hits) {
    const { debit, credit, vouchers } = index.ledger.journal
    for (let voucher = 0; voucher < vouchers.length; voucher += 1) {
      const lines = index.lines(voucher)
      const debits = lines.some((line) => debit[line] !== 0n)
      const credits = lines.some((line) => credit[line] !== 0n)
      if (debits && credits) continue
      // a red line on one side balances a black one there
      const sum = lines.reduce((all, line) => all + index.net(line), 0n)
      if (debits !== credits && sum === 0n) continue
      hits.add(absolute(sum), () => ({
        voucher,
        amount: absolute(sum),
        measure: debits || credits ? say('单边', 'One side') : say('金额为零', 'No amount'),
        why:
          debits || credits
            ? say(`凭证只有${debits ? '借方' : '贷方'}`, `The voucher has only a ${debits ? 'debit' : 'credit'} side`)
            : say('凭证没有金额', 'The voucher has no amount'),
      }))
    }
    return undefined
  },
}

/** V06 摘要空白或无意义. */
const summaries: Check = {
  id: 'V06',
  group: 'quality',
  params: [
    { key: 'min_len', label: say('摘要最少字数', 'Fewest characters'), unit: 'whole', value: '3', least: 1, most: 20 },
    {
      key: 'vague',
      label: say('无意义的摘要', 'Empty words'),
      unit: 'words',
      value: '调整,其他,转,转账,付款,收款,结转,冲账',
    },
  ],
  run(index, params, hits) {
    const { journal } = index.ledger
    if (journal.size > 0 && journal.summary.every((text) => text.trim() === ''))
      return skip('文件没有摘要', 'the file has no summaries')
    const least = params.whole('min_len')
    const vague = new Set(params.words('vague'))
    for (let voucher = 0; voucher < journal.vouchers.length; voucher += 1) {
      if (journal.vouchers[voucher]?.closing) continue
      const lines = index.lines(voucher)
      const at = lines.find((line) => {
        const text = index.summary(line).trim()
        return text.length < least || vague.has(text)
      })
      if (at === undefined) continue
      const text = index.summary(at).trim()
      const amount = absolute(index.net(at))
      hits.add(amount, () => ({
        voucher,
        at,
        amount,
        measure: say(text === '' ? '空白' : `“${text}”`, text === '' ? 'Blank' : `"${text}"`),
        why:
          text === ''
            ? say('摘要空白', 'The summary is blank')
            : say('摘要看不出业务内容', 'The summary does not tell the business'),
      }))
    }
    return undefined
  },
}

/** V25 红字冲销: a red line that mirrors nothing booked before it in the account. */
const reversals: Check = {
  id: 'V25',
  group: 'integrity',
  params: [],
  run(index, _params, hits) {
    const { journal } = index.ledger
    // what red lines ask for: account, side and amount; then the black lines that answer
    const asked = new Map<string, number[]>()
    for (let line = 0; line < journal.size; line += 1) {
      const [debit, credit] = [journal.debit[line] ?? 0n, journal.credit[line] ?? 0n]
      if (debit >= 0n && credit >= 0n) continue
      const key = `${journal.account[line]} ${debit < 0n ? 'd' : 'c'} ${debit < 0n ? -debit : -credit}`
      const list = asked.get(key)
      if (list) list.push(line)
      else asked.set(key, [line])
    }
    if (asked.size === 0) return undefined
    let paired = 0
    for (let line = 0; line < journal.size; line += 1) {
      const [debit, credit] = [journal.debit[line] ?? 0n, journal.credit[line] ?? 0n]
      if (debit < 0n || credit < 0n) continue
      const waiting = asked.get(`${journal.account[line]} ${debit > 0n ? 'd' : 'c'} ${debit > 0n ? debit : credit}`)
      if (waiting && waiting.length > 0) {
        waiting.shift()
        paired += 1
      }
    }
    for (const list of asked.values())
      for (const line of list) {
        const voucher = journal.voucher[line] ?? 0
        if (journal.vouchers[voucher]?.closing) continue
        const amount = absolute(index.net(line))
        hits.add(amount, () => ({
          voucher,
          at: line,
          lines: [line],
          amount,
          measure: say('未配对', 'Unpaired'),
          why: say(
            `红字 ${shown(-amount)} 在本科目没有同额的蓝字；确认冲销的是哪一张、是否跨年`,
            `Red ${shown(-amount)} answers no black amount of this account; find what it reverses, perhaps of another year`,
          ),
        }))
      }
    return note(`另有 ${paired} 笔红字与蓝字配对`, `${paired} red lines answer black ones`)
  },
}

/** V36 孤立凭证类型: a voucher word hardly used. */
const rareWords: Check = {
  id: 'V36',
  group: 'analytics',
  params: [
    { key: 'k', label: say('全年至多使用次数', 'Uses a year at most'), unit: 'whole', value: '3', least: 1, most: 50 },
  ],
  run(index, params, hits) {
    const { vouchers } = index.ledger.journal
    const most = params.whole('k')
    const used = new Map<string, number[]>()
    for (const [place, { word }] of vouchers.entries()) {
      const list = used.get(word)
      if (list) list.push(place)
      else used.set(word, [place])
    }
    if (used.size < 2) return undefined
    for (const [word, places] of used) {
      if (places.length > most) continue
      for (const voucher of places) {
        const amount = index.lines(voucher).reduce((sum, line) => sum + (index.ledger.journal.debit[line] ?? 0n), 0n)
        hits.add(amount, () => ({
          voucher,
          amount,
          measure: say(`全年 ${places.length} 次`, `${places.length} a year`),
          why: say(
            `凭证字“${word}”全年只用了 ${places.length} 次`,
            `The word ${word} is used ${places.length} times in the year`,
          ),
        }))
      }
    }
    return undefined
  },
}

export const integrityChecks: readonly Check[] = [balance, gaps, numberTwice, oneSided, summaries, reversals, rareWords]
