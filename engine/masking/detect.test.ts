import { describe, expect, test } from 'vitest'
import { maskingWords } from '#facts/masking-words.ts'
import { detect } from './detect.ts'
import { dictionaryOf } from './dictionary.ts'
import { type MaskKind, maskKinds } from './kinds.ts'
import { normalText } from './normal-text.ts'
import { companyEntries, shortNames } from './short-names.ts'
import { lexiconOf } from './spot.ts'
import { seeded, seededIdentities } from './testing-identities.ts'

const lexicon = lexiconOf(maskingWords)
const none = dictionaryOf([])
const all = new Set<MaskKind>(maskKinds)
const found = (text: string, dictionary = none, kinds: ReadonlySet<MaskKind> = all) =>
  detect(text, { lexicon, dictionary, kinds }).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`)
const withoutAmounts = new Set(maskKinds.filter((kind) => kind !== 'amount'))

/** How many of 800 seeded values of a kind are found whole, each in one of the sentences. */
function recall(kind: MaskKind, value: () => string, sentences: readonly ((value: string) => string)[], seed = 7) {
  const random = seeded(seed)
  let hits = 0
  for (let index = 0; index < 800; index += 1) {
    const one = value()
    const text = (random.of(sentences) ?? String)(one)
    const start = text.indexOf(one)
    const covered = detect(text, { lexicon, dictionary: none, kinds: all }).some(
      (finding) =>
        finding.start <= start &&
        finding.end >= start + one.length &&
        (finding.kind === kind || finding.kind === 'idCard'),
    )
    if (covered) hits += 1
  }
  return hits / 800
}

const random = seeded(20261122)
const made = seededIdentities(random, maskingWords)
const spread = (mark: string, sizes: readonly number[]) => (value: string) => {
  let at = 0
  return sizes.map((size) => value.slice(at, (at += size))).join(mark)
}
const wide = (value: string) =>
  value.replaceAll(/[0-9A-Za-z]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

describe('identities that carry a check digit', () => {
  const plainly = [
    (value: string) => `证明${value}。`,
    (value: string) => `备注:${value},已核`,
    (value: string) => `${value}\t1,234.00`,
    (value: string) => `No.${value} 的资料`,
    (value: string) => `（${value}）`,
  ]
  test.each([
    ['idCard', made.idCard],
    ['taxNumber', made.creditCode],
    ['bankCard', made.bankCard],
    ['phone', made.mobile],
    ['email', made.email],
    ['idCard', made.idCard15],
    ['taxNumber', made.oldTaxNumber],
  ] as const)('are found without a word in front: %s', (kind, value) => {
    expect(recall(kind, value, plainly)).toBeGreaterThanOrEqual(0.99)
  })

  test.each([
    ['full width', (value: string) => `身份证${wide(value)}号`],
    ['with blanks', (value: string) => `身份证 ${spread(' ', [6, 8, 4])(value)}`],
    ['with dashes', (value: string) => `号码${spread('-', [6, 4, 4, 4])(value)}。`],
    ['one by one', (value: string) => `号码 ${Array.from(value).join(' ')} 完`],
    ['with zero-width and soft hyphens', (value: string) => `号码${spread('\u200b\u00ad', [3, 3, 4, 4, 4])(value)}。`],
    ['with the small x', (value: string) => `号码${value.toLowerCase()}。`],
    ['inside a longer number', (value: string) => `流水77${value}88`],
  ])('are found however they are written: %s', (_, write) => {
    for (let index = 0; index < 300; index += 1) {
      const value = made.idCard()
      const text = write(value)
      expect([text, found(text).join()]).toEqual([text, expect.stringContaining('idCard')])
    }
  })
})

describe('identities without one', () => {
  test.each([
    [
      'person',
      made.person,
      [
        (value: string) => `法定代表人：${value}，任职`,
        (value: string) => `联系人 ${value} 电话`,
        (value: string) => `报销${value}差旅费`,
        (value: string) => `姓名\t部门\n${value}\t行政`,
        (value: string) => `制单：${value}　审核`,
      ],
    ],
    [
      'company',
      made.company,
      [
        (value: string) => `支付${value}货款`,
        (value: string) => `向${value}采购材料`,
        (value: string) => `客户：${value}`,
        (value: string) => `${value}系居民企业`,
      ],
    ],
    [
      'address',
      made.address,
      [
        (value: string) => `注册地址：${value}`,
        (value: string) => `公司位于${value}。`,
        (value: string) => `寄往${value}，收`,
      ],
    ],
    ['phone', made.landline, [(value: string) => `电话${value}`, (value: string) => `（${value}）`]],
    ['document', made.passport, [(value: string) => `护照号码：${value}`, (value: string) => `持护照${value}入境`]],
    ['plate', made.plate, [(value: string) => `车辆${value}保险`, (value: string) => `${value}加油`]],
  ] as const)('are found by the words and forms around them: %s', (kind, value, sentences) => {
    expect(recall(kind, value, sentences)).toBeGreaterThanOrEqual(0.95)
  })

  test('accounts, cards and invoices are found after their words', () => {
    expect(found('账号：4000 0212 0920 0123 456')).toEqual(['bankAccount 4000 0212 0920 0123 456'])
    expect(found('卡号6222021234567890123')).toEqual(['bankCard 6222021234567890123'])
    expect(found('发票代码044001900111 发票号码12345678')).toEqual(['invoice 044001900111', 'invoice 12345678'])
    expect(found('数电票号码 23442000000012345678')).toEqual(['invoice 23442000000012345678'])
  })

  test('a company of which only words of law and trade are said is none', () => {
    for (const text of [
      '本公司及其子公司',
      '有限公司的规定',
      '会计师事务所应当',
      '房地产开发有限公司一般',
      '某公司',
      '居民企业与非居民企业',
      '税务局',
      '母公司与分公司',
      '上市公司',
    ])
      expect([text, ...found(text)]).toEqual([text])
  })

  test('ordinary sentences of accountants name nobody', () => {
    const sentences = [
      '计提本月工资、社保和公积金，结转成本，支付高速费报销，付水电费。',
      '应收账款周转率为 3.5 次，金额 12,345.00 元，安全生产费提取比例 2%。',
      '审核通过后由出纳付款，会计科目 6602 管理费用，方式：银行转账。',
      '根据企业所得税法第二十八条，高新技术企业减按15%的税率征收。',
      '项目经理部负责施工，监理单位：验收合格。单位：元。',
      '联系人电话及联系方式见附件，法定代表人身份证明书。',
      '固定资产原值 1,000,000.00，累计折旧 250,000.00，净值 750,000.00。',
    ]
    for (const text of sentences) expect([text, ...found(text, none, withoutAmounts)]).toEqual([text])
  })

  test('a table names its columns, and its cells are taken whole', () => {
    const text = '姓名,身份证号,手机,部门\n赵铁柱,无,13912345678,行政部\n老K先,x,y,z\n合计,,,'
    expect(found(text)).toEqual(['person 赵铁柱', 'phone 13912345678', 'person 老K先'])
  })
})

describe('the numbers of ledgers', () => {
  test('amounts, codes, dates and voucher numbers are hardly ever taken for identities', () => {
    const { below, digits, of } = seeded(3)
    const value = [
      () => `${below(9_999_999)}.${digits(2)}`,
      () => `${1 + below(999)},${digits(3)},${digits(3)}.${digits(2)}`,
      () =>
        `${of(['1002', '1122', '1403', '1511', '1601', '1701', '2221', '6602']) ?? '1001'}${['', '01', '0102', '001002', '0100003'][below(5)] ?? ''}`,
      () => `记-${1 + below(9999)}`,
      () => `2026-${10 + below(3)}-${10 + below(18)}`,
      () => digits(1 + below(10)),
      () => `${of(['CK', 'RK', 'XS', 'GD']) ?? 'CK'}2026${digits(8)}`,
      () => `0.${digits(11)}`,
      () => `2026${digits(10)}`,
    ]
    let wrong = 0
    const rows = 2500
    for (let index = 0; index < rows; index += 1) {
      const row = Array.from({ length: 5 }, () => (of(value) ?? String)()).join('\t')
      wrong += found(row, none, withoutAmounts).length
    }
    expect(wrong / (rows * 5)).toBeLessThan(0.001)
  })
})

describe('the dictionary', () => {
  const client = '深圳市星河互动科技有限公司'
  test('finds a client by its name, its short names and its odd spellings', () => {
    const dictionary = dictionaryOf(companyEntries(client, 'client', lexicon, true))
    expect(shortNames(client, lexicon)).toEqual(['星河互动科技', '星河互动'])
    for (const text of [
      `${client}（甲方）`,
      '星河互动科技的账',
      '与星河互动对账',
      '深圳市星河互动 科技有限\n公司',
      '星\u200b河互动',
      '星**河**互动',
      '深圳市星河互动科技有限公司'.normalize('NFD'),
    ])
      expect([text, found(text, dictionary).length]).toEqual([text, 1])
  })

  test('finds every one of 100,000 names, quickly built and quickly searched', () => {
    const random = seeded(11)
    const identities = seededIdentities(random, maskingWords)
    const names = Array.from(
      { length: 100_000 },
      (_, index) => `${identities.company()}${index % 7 === 0 ? `第${index}分厂` : ''}`,
    )
    const before = process.cpuUsage()
    const dictionary = dictionaryOf(names.map((text, index) => ({ text, kind: 'company', entity: String(index) })))
    const built = process.cpuUsage(before)
    expect((built.user + built.system) / 1000).toBeLessThan(1000)
    const page = names.slice(0, 2000).join('，本期支付货款后余额与对账单核对一致，差异已调整，见附件所列凭证及合同；')
    const spans = new Set(dictionary.find(normalText(page)).map(({ start, end }) => page.slice(start, end)))
    expect(names.slice(0, 2000).filter((name) => !spans.has(name))).toEqual([])
    const megabyte = page.repeat(Math.ceil(1_000_000 / page.length)).slice(0, 1_000_000)
    const normal = normalText(megabyte)
    const scans = Array.from({ length: 6 }, () => {
      const start = process.cpuUsage()
      dictionary.find(normal)
      const used = process.cpuUsage(start)
      return (used.user + used.system) / 1000
    })
    // the quickest of six: what else runs on the machine counts into the others
    expect(Math.min(...scans)).toBeLessThan(200)
  })

  test('names of letters and digits end where no letter or digit goes on', () => {
    const dictionary = dictionaryOf([
      { text: 'ABB', kind: 'company', entity: 'a' },
      { text: '755900012', kind: 'bankAccount', entity: 'b' },
    ])
    expect(found('CABBAGE rabbit abb 与 ABB公司', dictionary)).toEqual(['company abb', 'company ABB'])
    expect(found('97559000123 与 7559-00012', dictionary)).toEqual(['bankAccount 7559-00012'])
  })
})

test('hostile text is read in linear time', () => {
  const hostile = [
    '1',
    '1 ',
    '1-',
    'a@',
    '(',
    '〔企业',
    '姓名:',
    '有限公司',
    '路1号',
    '身份证 ',
    '，,',
    '1,111',
    '｜姓名',
    '张三、',
    '中国',
    '电话电',
    '企业01',
    'A1',
    '.1',
    '\\[',
  ]
  const slow: string[] = []
  for (const piece of hostile) {
    const text = piece.repeat(20_000 / piece.length)
    const before = process.cpuUsage()
    detect(text, { lexicon, dictionary: none, kinds: all })
    const used = process.cpuUsage(before)
    if ((used.user + used.system) / 1000 > 500) slow.push(piece)
  }
  expect(slow).toEqual([])
})

describe('numbers that go on in the next line', () => {
  const card = made.idCard()
  test.each([
    ['请致电王经理1380013\n8000确认', 'phone 1380013\n8000'],
    ['联系电话：138-0013-\n8000', 'phone 138-0013-\n8000'],
    ['手机 138 0013\r\n  8000。', 'phone 138 0013\r\n  8000'],
    ['如有疑问可找小组，另见附表 2024 13800\n138000，谢谢', 'phone 13800\n138000'],
    [`身份证 ${card.slice(0, 10)}\n${card.slice(10)}`, `idCard ${card.slice(0, 10)}\n${card.slice(10)}`],
  ])('%j is found', (text, one) => expect(found(text)).toContain(one))

  test.each([
    ['收入\t1380013\n8000\t1.00'],
    ['1380013\n8000'],
    ['本期收入合计为1380013\n8000元，下降'],
    ['金额1,380,013\n8000'],
  ])('%j is none', (text) => expect(found(text).filter((one) => one.startsWith('phone'))).toEqual([]))
})
