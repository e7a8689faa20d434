import type { DictionaryEntry } from './dictionary.ts'
import { isDigit, isLetter } from './normal-text.ts'
import { type Lexicon, placeAt } from './spot.ts'

const forms =
  /(?:集团)?(?:股份有限公司|有限责任公司|有限公司|股份公司|公司|\(?(?:有限合伙|普通合伙|特殊普通合伙)\)?|合伙企业|个体工商户|商行|经营部|工作室|门市部|批发部|事务所|合作社|厂|店)$/
/** Parts in brackets that are a place: 星河（深圳）科技. */
const bracketed = /[(（]\p{Script=Han}{2,6}[)）]/gu
/** Two characters that are many firms' and everyday words: no name by themselves. */
const common = new Set(
  '中国 中华 东方 西部 南方 北方 华东 华南 华北 华中 长城 长江 黄河 黄山 泰山 中央 国际 国家 人民 全国 新华 建设 工商 农业 交通 光大 信息 数据 网络 科技 技术 服务 管理 咨询 创新 发展 现代 时代 世纪 未来 阳光 希望 和平 胜利 解放 平安 太平 安全 健康 生活 教育 文化 市场 商业 工业 企业 公司 集团 客户 第一 卓越 优质 标准 通用 统一 联合 大众 友谊 团结 幸福 美丽 绿色 环球 世界 亚洲 太平洋 计划 成本 利润 收入 费用 资产 税务 财务 会计 审计'.split(
    ' ',
  ),
)

const isShortLatin = (word: string) =>
  word.length < 4 && Array.from(word).every((sign) => isLetter(sign.charCodeAt(0)) || isDigit(sign.charCodeAt(0)))

/** A company's name without its place, its form and (the second) its trade: 深圳市星河科技有限公司 → 星河科技, 星河. */
export function shortNames(name: string, lexicon: Lexicon): string[] {
  let core = name.normalize('NFKC').replaceAll(/\s+/g, '').replaceAll(bracketed, '')
  if (!forms.test(core)) return []
  while (forms.test(core)) core = core.replace(forms, '')
  for (let place = placeAt(lexicon, core, 0); place !== undefined; place = placeAt(lexicon, core, 0)) {
    const rest = core.slice(place.length).replace(/^(?:省|市|(?:壮族|回族|维吾尔)?自治区|特别行政区|地区|盟|州)/, '')
    if (rest.length < 2) break
    core = rest
  }
  core = core.replace(/^\p{Script=Han}{1,3}?[区县镇乡](?=.{2})/u, '')
  let brand = core
  for (let shorter = true; shorter;) {
    const industry = lexicon.industries.find((word) => brand.endsWith(word) && brand.length - word.length >= 2)
    shorter = industry !== undefined
    if (industry !== undefined) brand = brand.slice(0, -industry.length)
  }
  const tells = (word: string) =>
    word.length >= 2 &&
    word !== name &&
    !common.has(word) &&
    !lexicon.industries.includes(word) &&
    placeAt(lexicon, word, 0)?.length !== word.length
  return [...new Set([core, brand])].filter((word) => tells(word) && !isShortLatin(word))
}

/** A company with its short names as entries of one entity. `brand` adds the shortest, right for a client, too much for thousands of others. */
export function companyEntries(name: string, entity: string, lexicon: Lexicon, brand: boolean): DictionaryEntry[] {
  const short = shortNames(name, lexicon).filter((word) => brand || word.length >= 4)
  return [name, ...short].map((text) => ({ text, kind: 'company', entity }))
}
