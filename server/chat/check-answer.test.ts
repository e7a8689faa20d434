import { expect, test } from 'vitest'
import type { Figure } from '#contract/tool-source.ts'
import { checkAnswer, numbersIn } from './check-answer.ts'

const bodies = [
  '第四条 企业所得税的税率为25%。',
  '管理费用 本期借方 1,234,567.80 元，上期 987,654.32 元',
  '企业发生的与生产经营活动有关的业务招待费支出，按照发生额的60%扣除，但最高不得超过当年销售（营业）收入的5‰。',
  '2025-03-05 记-1 红字冲销 -300.00，资产减值（1,200.50）',
  '利润表 单位：万元 营业收入 5,012.30',
]
const figure: Figure = {
  label: '合计',
  value: '2222222.12',
  unit: '元',
  source: { kind: 'calculation', title: '计算', place: '' },
}
const check = (text: string, said = '') =>
  checkAnswer(text, {
    body: (no) => bodies[no - 1],
    numbersOf: (no) => [numbersIn(bodies[no - 1] ?? '')],
    numbers: bodies.map(numbersIn),
    figures: [figure],
    said,
  })
const doubted = (text: string, said = '') => check(text, said).doubts.map(({ code, words }) => `${code} ${words}`)

test.each<[string, string?]>([
  ['税率为25%[1]。'],
  ['税率为百分之二十五[1]。'],
  ['税率是 0.25[1]。'],
  ['管理费用为1234567.8元[2]。'],
  ['管理费用为 123.45678 万元[2]。'],
  ['管理费用约 123.46 万元[2]。'],
  ['按发生额的60%与收入的千分之五孰低扣除。[3]'],
  ['合计 2,222,222.12 元。'],
  ['1. 税率为25%[1]\n2. 共有两种处理，分3步，12项。'],
  ['规定“按照发生额的60%扣除，但最高不得超过当年销售(营业)收入的5‰”[3]。'],
  ['分别见[1][2]和[1、3]。'],
  ['发票开于2025年3月5日，金额-300.00元[4]；即 2025-3-5。'],
  ['减值 -1,200.50 元[4]，1,000,000.00 - 300.00 之类另算[2]。', '1,000,000.00'],
  ['减值几十万元，数百万元的除外[4]。'],
  ['变动为 -5.5%[2]。', '变动 -0.055'],
  ['按发生额的六成扣除[3]。'],
  ['最近三年、近12个月的情况如下。'],
  ['单位：万元\n\n| 项目 | 本期 |\n|---|---|\n| 管理费用[2] | 123.46 |\n| 合计 | 222.22 |'],
  ['营业收入 5,012.30 万元，即 50,123,000 元[5]。'],
])('%s stands', (text, said) => expect(doubted(text, said)).toEqual([]))

test.each([
  ['税率为15%[1]。', ['figureUnverified 15%']],
  ['管理费用为1234567.9元[2]。', ['figureUnverified 1234567.9']],
  ['管理费用约 123.4 万元[2]。', ['figureUnverified 123.4 万']],
  ['见[7]。', ['sourceMissing [7]']],
  // it stands elsewhere, not in what is cited
  ['税率为60%[1]。', ['figureUnverified 60%']],
  ['依据第四十三条[1]。', ['figureUnverified 四十三']],
  ['余额为-1,234,567.80元[2]。', ['figureUnverified 1,234,567.80']],
  ['从业人数300人[2]。', ['figureUnverified 300']],
  ['净额：-2,222,222.12 元。', ['figureUnverified 2,222,222.12']],
  [
    '单位：万元\n| 管理费用[2] | 123.47 |\n\n另有 123.46 元[2]。',
    ['figureUnverified 123.47', 'figureUnverified 123.46'],
  ],
  ['按发生额的七成扣除[3]。', ['figureUnverified 七']],
  ['没有出处的 8,888 元。', ['figureUnverified 8,888']],
  ['规定“一律不得在税前扣除任何支出”[3]。', ['quoteUnverified “一律不得在税前扣除任何支出”']],
])('%s does not', (text, expected) => expect(doubted(text)).toEqual(expected))

test('the person’s own numbers may be repeated, and a doubt says where it stands', () => {
  expect(doubted('您说的 8,888 元。', '我付了8888元')).toEqual([])
  const text = '前一句。税率为15%[1]。'
  const [doubt] = check(text).doubts
  expect(text.slice(doubt?.from, doubt?.to)).toBe('15%')
  expect([...check('见[1]和[3]。').cited]).toEqual([1, 3])
})
