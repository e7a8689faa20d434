import { describe, expect, test } from 'vitest'
import { maskingWords } from '#facts/masking-words.ts'
import { dictionaryOf } from './dictionary.ts'
import { type MaskAction, type MaskKind, maskKinds } from './kinds.ts'
import { mask } from './mask.ts'
import { residual } from './residual.ts'
import { restore, restorerOf } from './restore.ts'
import { companyEntries } from './short-names.ts'
import { lexiconOf } from './spot.ts'
import { seeded, seededIdentities } from './testing-identities.ts'
import { tokenBook } from './token-book.ts'

const lexicon = lexiconOf(maskingWords)
const dictionary = dictionaryOf([
  ...companyEntries('深圳市星河互动科技有限公司', 'client', lexicon, true),
  { text: '欧阳小敏', kind: 'person', entity: 'ouyang' },
])
const each = (action: MaskAction) =>
  Object.fromEntries(maskKinds.map((kind) => [kind, action])) as Record<MaskKind, MaskAction>
const masked = (text: string, actions = each('token'), book = tokenBook([])) => ({
  book,
  ...mask(text, { lexicon, dictionary, actions, book }),
})

const letter =
  '深圳市星河互动科技有限公司（星河互动）法定代表人：张建国，电话１３８-0013-8000，邮箱 zjg@example.com；地址：广东省深圳市南山区科技园路12号3栋1501室。\n付 欧 阳 小 敏 工资 12,345.60 元，又付欧阳小敏 3 万元。'

describe('what was masked comes back', () => {
  test('wherever the stream is cut, by character and by byte', () => {
    const { text, book } = masked(`${letter}他说〔企业01〕和\\[人员 2\\]，**欧阳小敏**同意`)
    const plain = restore(text, book)
    expect(plain).toBe(`${letter}他说〔企业01〕和\\[人员 2\\]，**欧阳小敏**同意`)
    for (let cut = 0; cut <= text.length; cut += 1) {
      const restorer = restorerOf(book)
      expect(restorer.push(text.slice(0, cut)) + restorer.push(text.slice(cut)) + restorer.end()).toBe(plain)
    }
    const bytes = new TextEncoder().encode(text)
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const [decoder, restorer] = [new TextDecoder(), restorerOf(book)]
      const first = restorer.push(decoder.decode(bytes.slice(0, cut), { stream: true }))
      expect(first + restorer.push(decoder.decode(bytes.slice(cut))) + restorer.end()).toBe(plain)
    }
    const restorer = restorerOf(book)
    expect(Array.from(text, (sign) => restorer.push(sign)).join('') + restorer.end()).toBe(plain)
  })

  test('in whatever way a model writes a token', () => {
    const { book } = masked('深圳市星河互动科技有限公司与星河互动')
    const [name, short] = ['深圳市星河互动科技有限公司', '星河互动']
    const ways: readonly (readonly [string, string])[] = [
      ['〔企业 01〕', name],
      ['[企业01]', name],
      ['【企业1】', name],
      ['〔企业０１〕', name],
      ['［企业 1］', name],
      ['**〔企业01〕**', `**${name}**`],
      ['〔**企业01**〕', name],
      ['\\[企业01\\]', name],
      ['[Company 01]', name],
      ['〔企业01-2〕', short],
      ['〔企业01 － 2〕', short],
      ['〔企业01：深圳〕', name],
      ['〔\n企业01〕', name],
    ]
    for (const [way, meant] of ways) expect([way, restore(`与${way}签约`, book)]).toEqual([way, `与${meant}签约`])
  })

  test('nothing else does: another vault, an invented number, half a token, a word in brackets', () => {
    const { book } = masked('深圳市星河互动科技有限公司')
    for (const text of [
      '〔企业02〕',
      '〔人员01〕',
      '〔企业01-3〕',
      '〔企业',
      '〔企业01',
      '[注1]',
      '〔企业01年报〕',
      '（企业01）',
      '企业01',
    ])
      expect(restore(text, book)).toBe(text)
    expect(restore('〔企业01〕', tokenBook([]))).toBe('〔企业01〕')
  })

  test('a token that somebody wrote himself comes back as he wrote it, never as a name', () => {
    const book = tokenBook([])
    masked('深圳市星河互动科技有限公司', each('token'), book)
    const forged = '请解释〔企业01〕、【企业 1】、[COMPANY 1]和\\〔企业01〕'
    const { text } = masked(forged, each('token'), book)
    expect(text).not.toMatch(/企业|COMPANY/)
    expect(restore(text, book)).toBe(forged)
  })

  test('brackets around a part that is shown do not make a token either', () => {
    const book = tokenBook([])
    masked('深圳市星河互动科技有限公司', each('token'), book)
    const actions = { ...each('token'), custom: 'partial' as const }
    const { text } = mask('[企业 1x9Q7]', {
      lexicon,
      actions,
      book,
      dictionary: dictionaryOf([{ text: '1x9q7', kind: 'custom', entity: 'c' }]),
    })
    expect(restore(text, book)).not.toContain('星河')
  })

  test('what stands for somebody is the same all through a conversation, by whatever name', () => {
    const book = tokenBook([])
    const first = masked('客户欧阳小敏与深圳市星河互动科技有限公司', each('token'), book).text
    const second = masked('星河互动的欧阳小敏', each('token'), book).text
    expect([first, second]).toEqual(['客户〔人员01〕与〔企业01〕', '〔企业01-2〕的〔人员01〕'])
    const later = tokenBook(book.added())
    expect(masked('欧阳小敏', each('token'), later).text).toBe('〔人员01〕')
    expect(later.added()).toEqual([])
  })

  test('texts full of seeded identities come back whole and leave none behind', () => {
    const random = seeded(5)
    const made = seededIdentities(random, maskingWords)
    for (let index = 0; index < 60; index += 1) {
      const values = [
        made.idCard(),
        made.creditCode(),
        made.bankCard(),
        made.mobile(),
        made.email(),
        made.company(),
        made.address(),
      ]
      const text = `客户：${values[5]}，税号${values[1]}，证件${values[0]}，卡号${values[2]}，手机${values[3]}，邮箱${values[4]}，地址：${values[6]}`
      const { text: leaves, book } = masked(text)
      for (const value of values) expect(leaves).not.toContain(value)
      expect(restore(leaves, book)).toBe(text)
    }
  })
})

describe('what is shown instead', () => {
  test('is a part, a range, a city, or nothing', () => {
    expect(masked('电话13800138000', each('partial')).text).toBe('电话138****8000')
    expect(masked('法定代表人：张建国', each('partial')).text).toBe('法定代表人：张**')
    expect(masked('邮箱 zjg@example.com', each('partial')).text).toBe('邮箱 z***@example.com')
    expect(masked('欧阳小敏来', each('drop')).text).toBe('〔略〕来')
    const { text, book } = masked('付 123,456.00 元到广东省深圳市南山区科技园路12号', each('generalise'))
    expect(text).toBe('付 〔金额01：10万至50万元〕到〔地址01：广东省深圳市〕')
    expect(restore(text, book)).toBe('付 123,456.00 元到广东省深圳市南山区科技园路12号')
  })

  test('scaled amounts keep their ratios, and come back exactly from their token', () => {
    const book = tokenBook([])
    const { text } = mask('收 100.00 元，付 2.5 万元', {
      lexicon,
      dictionary,
      book,
      actions: each('scale'),
      factor: { numerator: 137n, denominator: 100n },
    })
    expect(text).toBe('收 〔金额01：137.00元〕，付 〔金额02：34250.00元〕')
    expect(restore(text, book)).toBe('收 100.00 元，付 2.5 万元')
  })

  test('what is kept is not looked for', () => {
    expect(masked(letter, each('keep')).text).toBe(letter)
  })
})

describe('the last look before it leaves', () => {
  const all = new Set<MaskKind>(maskKinds)
  const left = (text: string) => residual(text, dictionary, lexicon, all).map(({ kind }) => kind)

  test('finds nothing in what was masked', () => {
    expect(left(masked(letter).text)).toEqual([])
  })

  test('finds names and checked numbers that are spaced and pointed in odd ways', () => {
    const number = seededIdentities(seeded(1), maskingWords).idCard()
    expect(left('星 河 互 动')).toEqual(['company'])
    expect(left(`编号${number.slice(0, 7)}_/${number.slice(7)}号`)).toEqual(['idCard'])
    expect(left(Array.from(number).join('·'))).toEqual(['idCard'])
    expect(left('12,345.00 67,890.00 2026-11-22 记-0123')).toEqual([])
  })
})

const breaksOf = (one: string) => one.replaceAll(/[^\n\t]/g, '')

describe('where lines and cells must stay', () => {
  const text =
    '联系电话：1380013\n8000。\n深圳市星河互动科技\n有限公司\t欧阳\t小敏\n深圳市星河互动\t科技有限公司\t12.00'
  const kept = (actions: Record<MaskKind, MaskAction>, book = tokenBook([])) =>
    mask(text, { lexicon, dictionary, actions, book, keepBreaks: true }).text

  test.each(['token', 'generalise', 'partial', 'drop'] as const)('%s hides and takes none away', (action) => {
    const phone = action === 'generalise' ? 'token' : action
    const left = kept({ ...each('token'), company: action, phone })
    expect(breaksOf(left)).toBe(breaksOf(text))
    expect(left).not.toMatch(/1380013|\n8000|星河|欧阳/)
  })

  test('all of it comes back', () => {
    const book = tokenBook([])
    expect(restore(kept(each('token'), book), book)).toBe(text)
  })
})
