import { randomOf } from './testing-company.ts'
import type { ChartAccount, Company, Figures, Posting } from './testing-figures.ts'
import type { TestCell } from './testing-layouts.ts'
import { balanceWords, extraColumns, journalWords } from './testing-strange-words.ts'

import {
  pick,
  type Random,
  side,
  strangeCode,
  strangeMoney,
  strangeName,
  type StrangeStyle,
} from './testing-strange-style.ts'

/** The columns that say which account a row is about. */
function accountColumns<T>(random: Random, style: StrangeStyle, accountOf: (row: T) => ChartAccount) {
  const code = (row: T) => strangeCode(accountOf(row).code, style.code)
  const name = (row: T) => strangeName(accountOf(row), style.name)
  const heads = { code: pick(random, balanceWords.code), name: pick(random, balanceWords.name) }
  if (style.account === 'names')
    return [{ words: pick(random, ['科目名称', '会计科目', '科目', '科目全称']), cell: name }]
  if (style.account === 'one cell') {
    const between = pick(random, [' ', '_', '-', '/', '　'])
    const bracketed = random(4) === 0
    const cell = (row: T): TestCell =>
      bracketed ? `[${code(row)}]${accountOf(row).name}` : `${code(row)}${between}${accountOf(row).name}`
    return [{ words: pick(random, ['科目', '会计科目', '科目名称', '科目编码及名称']), cell }]
  }
  return [
    { words: heads.code, cell: code },
    { words: heads.name, cell: name },
  ]
}

type Column = { words: string[]; cell: (account: ChartAccount, figures: Figures, at: number) => TestCell }

const creditSide = (code: string) => /^(?:2|4|60|1602)/.test(code)

/** Puts columns nobody asked for among those that matter, and blank ones. */
function withExtras<T>(random: Random, columns: T[], made: (head: string, cell: (at: number) => TestCell) => T) {
  const used = new Set<string>()
  for (let more = random(4); more > 0; more -= 1) {
    const [word, cell] = pick(random, extraColumns)
    if (used.has(word)) continue
    used.add(word)
    columns.splice(random(columns.length + 1), 0, made(word, cell))
  }
  if (random(4) === 0)
    columns.splice(
      random(columns.length + 1),
      0,
      made('', () => null),
    )
}

/** Rows above a table. */
function titles(random: Random, name: string, company: Company, unit = 1): TestCell[][] {
  const { year } = company
  const period = pick(random, [
    `${year}年1月-${year}年12月`, `期间：${year}年01期 至 ${year}年12期`, `${year}年度`, `会计期间:${year}.01-${year}.12`, `查询期间 ${year}-01 ~ ${year}-12`, `日期：${year}-01-01至${year}-12-31`,
  ]) // prettier-ignore
  const rows: TestCell[][] = [[random(2) ? `${company.name}${name}` : name]]
  rows.push([
    pick(random, [`编制单位：${company.name}`, `公司：${company.name}`, '账套：[001]示范账套']),
    null,
    null,
    period,
  ])
  if (unit > 1 || random(2))
    rows.push([
      null,
      `${pick(random, ['单位：', '金额单位:', '单位:人民币'])}${unit === 1000 ? '千元' : unit === 10_000 ? '万元' : '元'}`,
      null,
      '币种：人民币',
    ])
  if (random(3) === 0) rows.push([])
  if (random(4) === 0) rows.push(['打印人：admin', null, '打印时间：2026-02-03 10:22:11'])
  return rows
}

const classWords: Record<string, string> = { '1': '资产', '2': '负债', '4': '权益', '6': '损益' }

/** A trial balance as a stranger would print it. */
export function strangeBalance(company: Company, style: StrangeStyle, seed: number): TestCell[][] {
  const random = randomOf(seed)
  const word = (role: keyof typeof balanceWords) => pick(random, balanceWords[role])
  const money = (fen: bigint) => strangeMoney(fen, style.money, style.unit)
  const size = (fen: bigint) => money(fen < 0n ? -fen : fen)
  const columns: Column[] = accountColumns(random, style, (account: ChartAccount) => account).map(
    ({ words, cell }) => ({
      words: [words],
      cell,
    }),
  )
  const two = style.balance === 'merged'
  const sided = (measure: 'opening' | 'closing', head: string) => {
    if (style.balance === 'split' || two) {
      columns.push({ words: two ? [head, '借方'] : [`${head}${pick(random, ['借方', '(借)', '-借方', '借'])}`], cell: (_, figures) => money(figures[measure] > 0n ? figures[measure] : 0n) })
      columns.push({ words: two ? [head, '贷方'] : [`${head}${pick(random, ['贷方', '(贷)', '-贷方', '贷'])}`], cell: (_, figures) => money(figures[measure] < 0n ? -figures[measure] : 0n) })
    } else if (style.balance === 'direction') {
      columns.push({ words: [word('direction')], cell: (_, figures) => side(figures[measure]) })
      columns.push({ words: [head], cell: (_, figures) => size(figures[measure]) })
    } else if (style.balance === 'normal')
      columns.push({ words: [head], cell: ({ code }, figures) => money(creditSide(code) ? -figures[measure] : figures[measure]) })
    else columns.push({ words: [head], cell: (_, figures) => money(figures[measure]) })
  } // prettier-ignore
  const heads = {
    opening: random(3) === 0 ? '期初余额' : word('opening'),
    closing: random(3) === 0 ? '期末余额' : word('closing'),
  }
  const movement = two ? pick(random, ['本期发生额', '本期发生', '本年发生额', '发生额']) : ''
  const at = random(balanceWords.debit.length)
  sided('opening', heads.opening)
  columns.push({
    words: two ? [movement, '借方'] : [balanceWords.debit[at] ?? '借方'],
    cell: (_, { debit }) => money(debit),
  })
  columns.push({
    words: two ? [movement, '贷方'] : [balanceWords.credit[at] ?? '贷方'],
    cell: (_, { credit }) => money(credit),
  })
  if (style.running) {
    const head = pick(random, ['本年累计发生额', '累计发生额', '本年累计', '累计发生'])
    columns.push({ words: two ? [head, '借方'] : [`${head}借方`], cell: (_, { debit }) => money(debit) })
    columns.push({ words: two ? [head, '贷方'] : [`${head}贷方`], cell: (_, { credit }) => money(credit) })
  }
  sided('closing', heads.closing)
  if (!two)
    withExtras(random, columns, (head, cell) => ({ words: [head], cell: (_account, _figures, line) => cell(line) }))

  const header: TestCell[][] = [
    columns.map(({ words }, place) =>
      two && place > 0 && words.length > 1 && columns[place - 1]?.words[0] === words[0] ? null : (words[0] ?? null),
    ),
  ]
  if (two) header.push(columns.map(({ words }) => words[1] ?? null))
  const rows: TestCell[][] = [...titles(random, '科目余额表', company, style.unit), ...header]
  const tops = company.chart.filter(({ parent }) => parent === null)
  let since: ChartAccount[] = []
  const total = (label: string, accounts: readonly ChartAccount[]) => {
    const own = columns.findIndex(({ words }) => words[0] === columns[0]?.words[0])
    const sum: Figures = { opening: 0n, debit: 0n, credit: 0n, closing: 0n }
    const split = { opening: [0n, 0n], closing: [0n, 0n] } as const as Record<'opening' | 'closing', [bigint, bigint]>
    for (const { code } of accounts) {
      const figures = company.totals.get(code)
      if (!figures) continue
      for (const measure of ['opening', 'debit', 'credit', 'closing'] as const) sum[measure] += figures[measure]
      for (const measure of ['opening', 'closing'] as const) split[measure][figures[measure] > 0n ? 0 : 1] += figures[measure] > 0n ? figures[measure] : -figures[measure]
    }
    const fake: ChartAccount = { code: '1', name: label, path: [label], parent: null, leaf: false }
    return columns.map((column, place) => {
      const sidedAt = /借/.test(column.words.join('')) ? 0 : 1
      const measure = column.words[0]?.startsWith(heads.opening) ? 'opening' : column.words[0]?.startsWith(heads.closing) ? 'closing' : null
      if ((style.balance === 'split' || two) && measure) return money(split[measure][sidedAt])
      if (place === own) return label
      return style.account === 'columns' && place === own + 1 ? null : column.cell(fake, sum, 0)
    })
  } // prettier-ignore
  for (const [line, account] of company.chart.entries()) {
    const figures = company.totals.get(account.code)
    if (!figures) continue
    const next = company.chart[line + 1]
    rows.push(columns.map(({ cell }) => cell(account, figures, line)))
    if (style.page > 0 && line % style.page === style.page - 1) rows.push(...header)
    if (account.parent === null) since.push(account)
    if (style.totals && (next === undefined || (next.parent === null && next.code[0] !== account.code[0]))) {
      rows.push(total(pick(random, ['小计', '小  计', `${classWords[account.code[0] ?? ''] ?? '本类'}小计`]), since))
      since = []
    }
  }
  if (style.totals) rows.push(total(pick(random, ['合计', '合 计', '总计', '累计']), tops))
  if (random(2)) rows.push([], ['制表：何俊杰', null, '复核：郑一鸣'])
  return rows
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

const dateOf = (year: number, { month, day }: Posting, style: StrangeStyle['date']): TestCell => {
  const [m, d] = [twoDigits(month), twoDigits(day)]
  if (style === 'slash') return `${year}/${month}/${day}`
  if (style === 'short') return `${String(year).slice(2)}-${m}-${d}`
  if (style === 'dots') return `${year}.${m}.${d}`
  if (style === 'chinese') return `${year}年${month}月${day}日`
  if (style === 'packed') return `${year}${m}${d}`
  if (style === 'padded') return ` ${year}-${m}-${d} `
  if (style === 'number') return Number(`${year}${m}${d}`)
  return style === 'time' ? `${year}-${m}-${d} 00:00:00` : `${year}-${m}-${d}`
}

const numberOf = (year: number, { month, word, number }: Posting, style: StrangeStyle['number']): TestCell => {
  if (style === 'word apart') return number
  if (style === '字第') return `${word}字第${number}号`
  if (style === 'padded') return `${word}-${String(number).padStart(4, '0')}`
  if (style === 'month in it') return `${year}-${String(month).padStart(2, '0')}-${word}-${number}`
  return style === 'plain' ? number : `${word}${number}`
}

type Line = { head?: boolean; words: string; cell: (posting: Posting, at: number) => TestCell }

const noAccount: ChartAccount = { code: '', name: '', path: [''], parent: null, leaf: true }

function dateColumns(head: string, year: number, style: StrangeStyle): Line[] {
  if (style.dateParts === '') return [{ words: head, head: true, cell: (posting) => dateOf(year, posting, style.date) }]
  const parts: Line[] = [
    { words: '月', head: true, cell: ({ month }) => month },
    { words: '日', head: true, cell: ({ day }) => day },
  ]
  return style.dateParts === 'three' ? [{ words: '年', head: true, cell: () => year }, ...parts] : parts
}

/** A journal as a stranger would print it. */
export function strangeJournal(company: Company, style: StrangeStyle, seed: number): TestCell[][] {
  const random = randomOf(seed)
  const word = (role: keyof typeof journalWords) => pick(random, journalWords[role])
  const chart = new Map(company.chart.map((account) => [account.code, account]))
  const money = (fen: bigint) => strangeMoney(fen, style.money === 'trailing' ? 'plain' : style.money, style.unit)
  const columns: Line[] = [
    ...dateColumns(word('date'), company.year, style),
    { words: word('number'), head: true, cell: (posting) => numberOf(company.year, posting, style.number) },
    { words: word('summary'), cell: ({ summary }) => summary },
    ...accountColumns(random, style, ({ account }: Posting) => chart.get(account) ?? noAccount),
  ]
  if (style.number === 'word apart')
    columns.splice(1, 0, {
      words: pick(random, ['凭证字', '字', '凭证类型', '凭证类别']),
      cell: (posting) => posting.word,
    })
  if (style.amounts === 'side') {
    columns.push({
      words: pick(random, ['方向', '借贷方向', '借贷', '借/贷', '借贷标志']),
      cell: ({ debit }) => (debit === 0n ? '贷' : '借'),
    })
    columns.push({ words: word('amount'), cell: ({ debit, credit }) => money(debit === 0n ? credit : debit) })
  } else if (style.amounts === 'signed') {
    columns.push({ words: word('amount'), cell: ({ debit, credit }) => money(debit - credit) })
  } else {
    const at = random(journalWords.debit.length)
    columns.push({
      words: journalWords.debit[at] ?? '借方',
      cell: ({ debit }) => (debit === 0n && random(2) ? null : money(debit)),
    })
    columns.push({
      words: journalWords.credit[at] ?? '贷方',
      cell: ({ credit }) => (credit === 0n ? null : money(credit)),
    })
  }
  if (random(2)) columns.push({ words: word('maker'), cell: ({ maker }) => maker })
  if (style.dateParts !== 'under year' && random(3) === 0)
    for (let at = columns.length - 1; at > 0; at -= 1) {
      const other = random(at + 1)
      const [one, two] = [columns[at], columns[other]]
      if (one && two) [columns[at], columns[other]] = [two, one]
    }
  if (style.dateParts !== 'under year')
    withExtras(random, columns, (head, cell): Line => ({ words: head, cell: (_posting, at) => cell(at) }))
  const rows: TestCell[][] = [
    ...titles(random, pick(random, ['序时账', '凭证明细表', '记账凭证列表', '会计分录序时簿']), company, style.unit),
  ]
  // a header that names yuan beside a title that names another unit is a contradiction of its own
  if (style.unit > 1) for (const column of columns) column.words = column.words.replace('(元)', '')
  const header =
    style.dateParts === 'under year'
      ? [
          columns.map(({ words }) => (words === '月' ? `${company.year}年` : words === '日' ? null : words)),
          columns.map(({ words }) => (words === '月' || words === '日' ? words : null)),
        ]
      : [columns.map(({ words }) => words)]
  rows.push(...header)
  const sums = random(3) === 0
  for (const [at, posting] of company.postings.entries()) {
    const before = company.postings[at - 1]
    const same = before?.month === posting.month && before.word === posting.word && before.number === posting.number
    rows.push(columns.map(({ cell, head }) => (style.firstLineOnly && same && head ? null : cell(posting, at))))
    if (style.page > 0 && at % style.page === style.page - 1) {
      const summary = columns.findIndex((column) => column.cell(posting, at) === posting.summary)
      rows.push(
        columns.map((_, place) => (place === summary ? '过次页' : null)),
        ...header,
        columns.map((_, place) => (place === summary ? '承前页' : null)),
      )
    }
    if (sums && company.postings[at + 1]?.month !== posting.month)
      rows.push(
        columns.map((column) =>
          column.words === columns.find(({ cell }) => cell(posting, at) === posting.summary)?.words ? '本月合计' : null,
        ),
      )
  }
  return rows
}
