import { describe, expect, test } from 'vitest'
import { mappingFacts, taxFacts } from '#facts/facts.ts'
import { vocabularyOf } from '../workpaper/generate.ts'
import { check } from './check.ts'
import { compile } from './program.ts'
import { translate, type Dialect } from './translate.ts'

const into = (formula: string, dialect: Dialect) => translate(formula, dialect, mappingFacts.charts)
const vocabulary = vocabularyOf(taxFacts)
const faults = (expression: string) => {
  const label = { zh: '', en: '' }
  const { program, faults: read } = compile([
    { paper: 'X01', cell: 'a', row: null, expression, unit: 'money', label, feeds: [], rule: null },
  ])
  return [...read, ...check(program, vocabulary)]
}

describe('用友 UFO', () => {
  test.each([
    // balances, on the account's own side; the year's opening and close
    ['QM("1001",月)', 'bal(#1001, close, dr)'],
    ['QM("1001",全年,,,年,,)', 'bal(#1001, close, dr)'],
    ['QC("1001",全年)', 'bal(#1001, open, dr)'],
    ['QC("1001",1)', 'bal(#1001, open, dr)'],
    ['QC("2202",月,,,年,,)', 'bal(#2202, open, cr)'],
    ['QM("2202",12)', 'bal(#2202, close, cr)'],
    // within the year a balance is the opening and what moved since, closing vouchers too
    ['QM("1122",3)', 'bal(#1122, open, dr) + occ(#1122, net, 1, 3, closing=include)'],
    ['QC("2202",4)', 'bal(#2202, open, cr) - occ(#2202, net, 1, 3, closing=include)'],
    // with a side: the details that stand on it
    ['QM("1122",月,"借")', 'bal(#1122, close, detail_dr)'],
    ['QM("2203",全年,"贷")', 'bal(#2203, close, detail_cr)'],
    // turnover
    ['FS("6602",月,"借")', 'occ(#6602, dr, closing=include)'],
    ['FS("6001",3,"贷",,年)', 'occ(#6001, cr, 3, 3, closing=include)'],
    ['LFS("6602",6,"借")', 'occ(#6602, dr, 1, 6, closing=include)'],
    ['LFS("6602",12,"J")', 'occ(#6602, dr, closing=include)'],
    ['JE("1002",月)', 'occ(#1002, net, closing=include)'],
    ['JE("2202",2)', '-occ(#2202, net, 2, 2, closing=include)'],
    ['DFS("6602","1405",月,"借")', 'occ(#6602, dr, with=#1405)'],
    // arithmetic, full-width marks, Chinese quotation marks, a leading equals sign
    [
      '=QM("1001",月)+QM("1002",月)-QM("1012",月)',
      'bal(#1001, close, dr) + bal(#1002, close, dr) - bal(#1012, close, dr)',
    ],
    ['（QM（“1001”，月）＋QC("1002",全年)）*50%', '(bal(#1001, close, dr) + bal(#1002, open, dr)) * 50%'],
    ['QM("1122",3)*2', '(bal(#1122, open, dr) + occ(#1122, net, 1, 3, closing=include)) * 2'],
    ['QM("100?",月)', 'bal(#1001|#1002|#1003, close, dr)'],
    // as people type: lower case, full-width letters, either quotation mark, months by name, other separators, empty arguments
    ['qm(＂１００１＂，１２月)', 'bal(#1001, close, dr)'],
    ['QM(“1001“,月)-QM(”1002”、月)', 'bal(#1001, close, dr) - bal(#1002, close, dr)'],
    ['QC("2202","4月",,"","年","","",,"y")', 'bal(#2202, open, cr) - occ(#2202, net, 1, 3, closing=include)'],
    [
      'IFF(QM("1122",月)>0,IFF(QM("2202",月)<>0,1,2),QC(1001,全年))',
      'if(bal(#1122, close, dr) > 0, if(bal(#2202, close, cr) <> 0, 1, 2), bal(#1001, open, dr))',
    ],
    ['IFF(QM("1001",月)>0,QM("1001",月),0)', 'if(bal(#1001, close, dr) > 0, bal(#1001, close, dr), 0)'],
  ])('%s says %s', (formula, ours) => {
    const { expression, problems } = into(formula, 'ufo')
    expect(problems).toEqual([])
    expect(expression).toBe(ours)
    expect(faults(ours)).toEqual([])
  })

  test.each([
    ['SQM("1405",月)', '数量', [0, 13]],
    ['WQC("1002",月)', '外币', [0, 13]],
    ['QM("100201",月)', '明细科目', [3, 11]],
    ['QM("9999",月)', '没有「9999」', [3, 9]],
    ['FS("6602",月)', '缺少方向', [0, 12]],
    ['QM("1001",13)', '会计期间', [10, 12]],
    ['QM("1001",月,,,2019)', '本年度', [14, 18]],
    // last month or last year said by arithmetic is never taken for this one
    ['QM("1001",月-1)', '算式', [10, 13]],
    ['QM("1001",月,,,年-1)', '算式', [14, 17]],
    ['QM("1001",MONTH())', '算式', [10, 17]],
    ['QM("1001",月)+B5', '单元格', [13, 15]],
    ['PTOTAL("1")', '不支持函数', [0, 11]],
    ['QM("1001",月', '右括号', [11, 11]],
    ['QM("1001,月)', '引号', [3, 11]],
  ])('%s stays, with the reason at its place', (formula, why, [from, to]) => {
    const { expression, problems } = into(formula, 'ufo')
    expect(expression).toBeNull()
    expect(problems[0]?.zh).toContain(why)
    expect([problems[0]?.at.from, problems[0]?.at.to]).toEqual([from, to])
  })

  test('every part that cannot be said is listed, not only the first', () => {
    expect(into('SQM("1405",月)+QM("1001",月)+WQM("1002",月)', 'ufo').problems.length).toBe(2)
  })

  test('what was taken for granted is noted: the whole year, another book, a code of both standards', () => {
    const { notes } = into('QM("4001",月,,"002")', 'ufo')
    const said = notes.map(({ zh }) => zh).join()
    expect(said).toContain('全年')
    expect(said).toContain('账套号「002」略去')
    expect(said).toContain('小企业会计准则')
  })
})

describe('金蝶 ACCT', () => {
  test.each([
    ['ACCT("1001","Y","",0,0,0,"")', 'bal(#1001, close, dr)'],
    ['ACCT("1001","C","",0,1,1)', 'bal(#1001, open, dr)'],
    ['ACCT("1001:1003","Y")', 'bal(#1001|#1002|#1003, close, dr)'],
    ['ACCT("1122","JY","",0,0,0,"")', 'bal(#1122, close, detail_dr)'],
    ['ACCT("2202","DC","",0,1,12)', 'bal(#2202, open, detail_cr)'],
    ['ACCT("6602","JF","RMB",0,3,3)', 'occ(#6602, dr, 3, 3, closing=include)'],
    ['ACCT("6602","JL","",0,1,6)', 'occ(#6602, dr, 1, 6, closing=include)'],
    ['ACCT("6602","JL","",0,0,0)', 'occ(#6602, dr, closing=include)'],
    ['ACCT("6001","SY","",0,1,12)', '-occ(#6001, net, 1, 12)'],
    ['ACCT("6001","SL","",0,0,0)', 'pl(#6001)'],
    ['ACCT("2202","AY","",0,0,0)', 'abs(bal(#2202, close, cr))'],
    ['acct(“1001：1003”，“y”)', 'bal(#1001|#1002|#1003, close, dr)'],
    // accounts without a code of the Ministry are in no range
    ['ACCT(":1002","Y")', 'bal(#1001|#1002, close, dr)'],
    ['ACCT("1001","JF","",0,3,0)', 'occ(#1001, dr, 3, 12, closing=include)'],
    ['ACCT("6001","TSL","",0,0,0)-ACCT("6401","SL")', 'pl(#6001) - pl(#6401)'],
  ])('%s says %s', (formula, ours) => {
    const { expression, problems } = into(formula, 'kingdee')
    expect(problems).toEqual([])
    expect(expression).toBe(ours)
    expect(faults(ours)).toEqual([])
  })

  test.each([
    ['ACCT("1122|客户|001","Y")', '核算项目'],
    ['ACCT("1001","Y","USD")', '本位币'],
    ['ACCT("1001","Y","",-1)', '本年度'],
    ['ACCT("1001","Y","",0,0-1,0)', '算式'],
    ['ACCT("1001","BG")', '预算'],
    ['ACCT("1001","XX")', '取数类型'],
    ['ACCT("1001","SY")', '损益类'],
    ['ACCTCASH("1")', '现金流量'],
    ['ACCT("","Y")', '缺少科目'],
  ])('%s stays, with the reason', (formula, why) => {
    const { expression, problems } = into(formula, 'kingdee')
    expect(expression).toBeNull()
    expect(problems[0]?.zh).toContain(why)
  })
})

test('hostile text is refused, never thrown', () => {
  for (const formula of [
    '',
    '(',
    '=',
    '((((',
    '"',
    'QM(',
    'QM(,)',
    '1 2',
    '💥',
    `${'('.repeat(500)}1`,
    'QM("1001",月))',
    '=cmd|calc',
    `1${'+1'.repeat(500_000)}`,
    `${'('.repeat(10_000)}1${')'.repeat(10_000)}`,
    '-'.repeat(10_000),
    `QM("${'*'.repeat(2_000)}x",月)`,
    `QM("${'*?'.repeat(500)}",月)`,
    '"'.repeat(1_000_000),
  ])
    for (const dialect of ['ufo', 'kingdee'] as const) {
      const { expression, problems } = into(formula, dialect)
      expect([formula, expression, problems.length > 0]).toEqual([formula, null, true])
    }
})
