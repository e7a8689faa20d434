import { describe, expect, test } from 'vitest'
import { identifiers } from './identifiers.ts'
import { repeals, standingOn, statedTerm, successions } from './law-version.ts'
import { normalText, searchForm } from './normal-text.ts'
import { chineseNumber, shifted } from './numeral.ts'
import { quantities } from './quantity.ts'
import { askedFor } from './question-words.ts'

const read = (text: string) => quantities(searchForm(text)).map(({ value, unit }) => value + unit)
const named = (text: string) => identifiers(text).map(({ kind, value }) => `${kind} ${value}`)

describe('numbers', () => {
  test('a number is the same in every writing', () => {
    expect(read('百分之十五 15% １５％ 百分之一十五')).toEqual(['15%', '15%', '15%', '15%'])
    expect(read('二〇二五年、2025年、二○二五年')).toEqual(['2025年', '2025年', '2025年'])
    expect(read('五万元 5万元 50,000元 伍万元 50000.00元')).toEqual(Array(5).fill('50000元'))
    expect(read('一亿三千万元 1.3亿元 130,000,000元')).toEqual(Array(3).fill('130000000元'))
    expect(read('第一百零五条 第105条')).toEqual(['105条', '105条'])
    expect(read('万分之五 0.05% 千分之五 5‰ 百分之十二点五')).toEqual(['0.05%', '0.05%', '0.5%', '0.5%', '12.5%'])
    expect(read('三分之二以上')).toEqual(['2/3'])
  })

  test('words that only look like numbers stay words', () => {
    expect(read('万一 统一 千万不要 十分重要 三五个人 一方 第三人 百姓')).toEqual([])
    expect(read('记-0013')).toEqual(['0013'])
  })

  test('Chinese numbers and back over a range', () => {
    const digits = '零一二三四五六七八九'
    const group = (value: number): string => {
      let text = ''
      let gap = false
      for (const [power, sign] of [
        [1000, '千'],
        [100, '百'],
        [10, '十'],
        [1, ''],
      ] as const) {
        const digit = Math.floor(value / power) % 10
        if (digit === 0) gap = text !== ''
        else {
          text += (gap ? '零' : '') + digits[digit] + sign
          gap = false
        }
      }
      return text
    }
    for (let value = 1; value < 10_000; value += 7)
      expect([group(value), chineseNumber(group(value))]).toEqual([group(value), BigInt(value)])
    expect(chineseNumber('三万五')).toBe(35_000n)
    expect(chineseNumber('一万零五')).toBe(10_005n)
    expect(chineseNumber('二万亿')).toBe(2_000_000_000_000n)
    expect(['万', '百五', '一一百', '', '甲'].map(chineseNumber)).toEqual(Array(5).fill(null))
    expect([shifted('5', -2), shifted('1.50', 4), shifted('0.30', 0), shifted('007', 0)]).toEqual([
      '0.05',
      '15000',
      '0.3',
      '7',
    ])
  })

  test('every unit of a normalised text knows where it came from', () => {
    const original = 'Ａ㎡\u200b１２，《税》𠮷'
    const { text, at } = normalText(original)
    expect(text).toBe('am212,《税》𠮷')
    expect(searchForm(original)).toBe(text)
    expect(original.slice(at[5] ?? 0, at[6])).toBe('，')
    expect(at.at(-1)).toBe(original.length)
  })

  test('what a question asks with is taken out, unless nothing else was said', () => {
    expect(searchForm(askedFor('请问小微企业怎么报税？')).replaceAll(',', '')).toBe('小微企业报税')
    expect(askedFor('怎么办')).toBe('怎么办')
  })
})

describe('identifiers', () => {
  test('a document number is one in all brackets and widths', () => {
    for (const text of [
      '财税〔2018〕54号',
      '财税[2018]54号',
      '财税［２０１８］５４号',
      '根据财税（2018）54号',
      '《通知》(财税【2018】第54号)',
    ])
      expect([text, ...named(text)]).toEqual([text, 'document 财税[2018]54号'])
    expect(named('国家税务总局公告2023年第11号')).toEqual(['document 税务总局公告2023-11'])
    // the finance ministry numbers apart from the tax administration
    expect(named('财政部 税务总局公告2023年第12号')).toEqual(named('《财政部、税务总局公告》二〇二三年第十二号'))
    expect(named('财政部 税务总局公告2023年第12号')).not.toEqual(named('国家税务总局公告2023年第12号'))
    expect(named('主席令第六十三号')).toEqual(['document 主席令63'])
  })

  test('vouchers, codes, forms, cells and articles', () => {
    expect(named('记-0013')).toEqual(['voucher 记-13'])
    expect(named('2025年3月记字第13号')).toEqual(['voucher 记-13'])
    expect(named('银付—7')).toEqual(['voucher 银付-7'])
    expect(named('统一社会信用代码：91310000ma1fl0kx9x')).toEqual(['taxpayer 91310000MA1FL0KX9X'])
    expect(named('发票号码：25312000000012345678')).toEqual(['invoice 25312000000012345678'])
    expect(named('发票代码 3100231130，号码 12345678')).toEqual(['invoice 3100231130-12345678'])
    expect(named('科目660201 6602.01.03办公费')).toEqual(['account 660201', 'account 6602.01.03'])
    expect(named('见A105000和A3-2!F17')).toEqual(['form A105000', 'cell A3-2!F17'])
    expect(named("见余额表!$B$3 和 '期末 表'!A1:C9")).toEqual(['cell 余额表!B3', 'cell 期末 表!A1:C9'])
    expect(named('第十二条、第12条和第一百二十条之一')).toEqual(['article 第12条', 'article 第120条之1'])
  })

  test('amounts, dates and ordinary words are none', () => {
    expect(named('金额1234.56元，2025-03-01登记第3号，共6602.01，应付-12，100-200人')).toEqual([])
  })

  test('hostile text takes time in proportion', () => {
    const began = performance.now()
    for (const text of [
      '一'.repeat(50_000),
      '税'.repeat(50_000),
      '1,'.repeat(30_000),
      '财税('.repeat(20_000),
      "'".repeat(50_000),
    ])
      identifiers(text)
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})

const version = (id: string, effectiveFrom: string | null, effectiveTo: string | null = null) => ({
  id,
  title: '中华人民共和国增值税法',
  number: null as string | null,
  effectiveFrom,
  effectiveTo,
})

describe('law in force', () => {
  test('a version applies from its first day to its last; without a first day nobody knows', () => {
    const law = version('甲', '2026-01-01', '2027-12-31')
    const days = ['2025-12-31', '2026-01-01', '2027-12-31', '2028-01-01']
    expect(days.map((day) => standingOn(law, day))).toEqual(['notYet', 'inForce', 'inForce', 'expired'])
    expect(standingOn(version('乙', null), '2026-01-01')).toBe('unknown')
    expect(standingOn(version('乙', null, '2020-01-01'), '2026-01-01')).toBe('expired')
  })

  test('a later version of a title supersedes the one before; notices of one title with numbers of their own do not', () => {
    const revised = { ...version('二', '2018-12-29'), title: '增值税法（2018年修正）' }
    expect(
      successions([version('三', '2026-01-01'), version('一', '2008-01-01'), revised, version('零', null)]),
    ).toEqual([
      { id: '一', supersededBy: '二', from: '2018-12-29' },
      { id: '二', supersededBy: '三', from: '2026-01-01' },
    ])
    const notice = (id: string, number: string) => ({ ...version(id, `20${id}-01-01`), number })
    expect(successions([notice('22', '财税[2022]1号'), notice('23', '财税[2023]1号')])).toEqual([])
  })

  test('what a text says of its days and of others it ends is found with its words', () => {
    expect(statedTerm('第三十八条 本法自2026年1月1日起施行。').from).toEqual({
      day: '2026-01-01',
      words: '自2026年1月1日起施行',
    })
    expect(statedTerm('本公告自二〇二三年一月一日起执行，执行至二〇二七年十二月三十一日。')).toMatchObject({
      from: { day: '2023-01-01' },
      to: { day: '2027-12-31' },
    })
    expect(statedTerm('本法自公布之日起施行。')).toEqual({ from: null, to: null })
    expect(
      repeals('本法自2026年1月1日起施行。《中华人民共和国增值税暂行条例》同时废止。财税〔2018〕54号第一条停止执行。'),
    ).toMatchObject([
      { titles: ['中华人民共和国增值税暂行条例'], numbers: [] },
      { titles: [], numbers: ['财税[2018]54号'] },
    ])
  })
})
