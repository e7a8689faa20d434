import { creditCheck, idCheck, organisationCheck, passesLuhn } from './check-digits.ts'
import type { MaskingWords } from './kinds.ts'

/** Numbers from a seed (mulberry32), so that a failure can be run again. */
export function seeded(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const digits = (count: number) => Array.from({ length: count }, () => below(10)).join('')
  return { below, digits, of: <Item>(list: readonly Item[]): Item | undefined => list[below(list.length)] }
}
export type Seeded = ReturnType<typeof seeded>

const two = (value: number) => String(value).padStart(2, '0')
const given = Array.from(
  '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂英华玉梅建国志文晓雪飞鹏宇浩博子涵雨欣怡佳俊峰海波龙云凤莲春秋冬松柏林森',
)
const brands = Array.from('鑫瑞恒泰嘉润博远宏昌盛达启航卓智凌锐诚信源丰隆顺腾跃翔骏安康乐优创联汇聚聪慧')

/** Made-up identities whose check digits are right; none is anybody's but by chance. */
export function seededIdentities(random: Seeded, words: MaskingWords) {
  const { below, digits, of } = random
  const division = () => `${of(words.provinceCodes) ?? '11'}${two(1 + below(20))}${two(1 + below(30))}`
  const idCard = () => {
    const first = `${division()}${1940 + below(70)}${two(1 + below(12))}${two(1 + below(28))}${digits(3)}`
    return first + idCheck(first)
  }
  const organisation = () => {
    const first = digits(8)
    return first + organisationCheck(first)
  }
  return {
    idCard,
    idCard15: () => `${division()}${two(40 + below(59))}${two(1 + below(12))}${two(1 + below(28))}${digits(3)}`,
    creditCode: () => {
      const first = `9${1 + below(3)}${division()}${organisation().replace('X', 'X')}`
      return first + creditCheck(first)
    },
    oldTaxNumber: () => `${division()}${organisation()}`,
    bankCard: () => {
      const first = `62${digits(of([13, 16]) ?? 13)}`
      return first + Array.from('0123456789').find((check) => passesLuhn(first + check))
    },
    mobile: () => `1${of(['38', '39', '50', '58', '86', '77', '99', '31']) ?? '38'}${digits(8)}`,
    landline: () => `${of(['010', '021', '0755', '0571']) ?? '010'}-${2 + below(7)}${digits(7)}`,
    email: () =>
      `${of(['li.wei', 'zhang_3', 'finance', 'a.b+c']) ?? 'a'}${digits(3)}@${of(['qq.com', 'example.com.cn', 'corp-mail.cn']) ?? 'qq.com'}`,
    person: () =>
      `${of(Array.from(words.surnames.slice(0, 80))) ?? '王'}${of(given) ?? '伟'}${below(3) > 0 ? (of(given) ?? '芳') : ''}`,
    company: () =>
      `${of(words.cities) ?? '深圳'}${below(2) ? '市' : ''}${of(brands) ?? '鑫'}${of(brands) ?? '瑞'}${of(words.industries) ?? '科技'}${of(['有限公司', '有限责任公司', '股份有限公司']) ?? '有限公司'}`,
    address: () =>
      `${of(words.provinces.slice(2, 20)) ?? '广东'}省${of(words.cities) ?? '深圳'}市${of(['南山', '海淀', '滨江', '天河']) ?? '南山'}区${of(['科技园路', '人民中路', '解放大道', '学府街']) ?? '人民路'}${1 + below(900)}号${1 + below(30)}栋${100 + below(3000)}室`,
    passport: () => `E${digits(8)}`,
    plate: () =>
      `${of(Array.from('京沪粤苏浙川鲁')) ?? '京'}${of(Array.from('ABCDEFG')) ?? 'A'}·${of(Array.from('ABCDEFGH')) ?? 'B'}${digits(4)}`,
  }
}
