import { isDigit, isHan, isLetter } from './normal-text.ts'
import { before, type Lexicon, placeAt, type Spot } from './spot.ts'

/** Forms that make what stands before them a company's name (企业名称登记管理规定). */
const firm =
  /有限责任公司|股份有限公司|有限公司|股份公司|集团公司|事务所|合作社|商行(?![为业政])|经营部|工作室|门市部|批发部|支行(?![为政])|分行(?![为政])|营业部|加工厂|养殖场/g
/** Forms that many words end in: a place, a quotation mark or a word like 客户 must stand in front. */
const loose =
  /集团|合伙企业|个体工商户|公司|企业|厂|店|中心|医院|诊所|学校|大学|学院|银行|研究院|研究所|协会|基金会|酒店|宾馆|饭店|餐厅|超市|商场|农场|药房|幼儿园/g
const told =
  /(?:客户|供应商|往来单位|付款方|收款方|付款单位|收款单位|购买方|销售方|购方|销方|甲方|乙方|丙方|委托方|受托方|出租方|承租方|发包方|承包方|分包方|户名|名\s{0,2}称|全称|简称|单位|债务人|债权人|被担保人|投资方|收款人|付款人|对方)(?:名称|全称)?[:为是]?\s{0,2}["'“”‘’「『《]?$/
/** Words behind which a name begins: all of them end what stands before. */
const ends =
  /(?:聘请|吊销|担任|或者|变更为|改制为|设立|注册|委派到|应当|付给|支付给|支付|付款给|收到|收回|应收|应付|预付|预收|其他应收款|其他应付款|客户|供应商|委托|购自|来自|关于|以及|名称|转让给|销售给|销售|采购|归还|偿还|开给|出售给|借给|借入|退还|退回|暂估|往来|由于|根据|公司与|方为|货款|单位|本期|本月|本年|核销|冲销|计提|向|给|由|从|把|被|将|付|收|购|转|至|对|比如|例如|包括|其中)/g
const leading =
  /^(?:[的和与及是在对等到了还退自至其该本我贵于系称为因以并或向给由从把被将付收购转代各某这那][)]?|\d+[、.)])/
const generic =
  /^(?:农民专业|农民|专业|信用|农村|城市|供销|农业生产|农业|畜禽|国家|国务院|地方|财务收|工|n|本|母|子|分|总|贵|我|该|和|与|或|及|、|上市|境外|境内|关联|外资|内资|合资|国有|民营|小型|中小|小微|物流|保险|证券|信托|租赁|运输|快递|航空|物业|软件|控股|投资|集团|有限责任|股份|股份有限|有限|律师|会计师|税务师|审计|评估|资产评估|一般|居民|非居民|高新技术|工业|商业|服务|生产|制造|其他|所属|下属|被投资|开户|代理|商业|中央|人民|政策性|个人独资|合伙|独资|数据|信息|服务|管理|研发|技术|培训|结算|财务|共享|成本|利润|便利|专卖|连锁|网|门|旗舰|等|各|多家|几家|两家|三家|一家|新设|设立|成立|居民)*$/

const belongs = (unit: number) =>
  isHan(unit) || isLetter(unit) || isDigit(unit) || unit === 40 || unit === 41 || unit === 38 || unit === 0xb7

/** Companies, firms, shops and banks by the form in their name. Short names come from the dictionary. */
export function companies(text: string, lexicon: Lexicon): Spot[] {
  const spots: Spot[] = []
  let floor = 0
  for (const match of text.matchAll(firm)) {
    const last = tailOf(text, match.index + match[0].length)
    const first = beginning(text, Math.max(floor, match.index - 40), match.index, lexicon)
    if (tells(text.slice(first, match.index), lexicon)) {
      spots.push({ kind: 'company', first, last, by: 'shape' })
      floor = last
    }
  }
  floor = 0
  for (const match of text.matchAll(loose)) {
    const last = tailOf(text, match.index + match[0].length)
    const first = beginning(text, Math.max(floor, match.index - 24), match.index, lexicon)
    const core = text.slice(first, match.index)
    const introduced = told.test(before(text, first, 14)) && core.length >= 2
    const place = placeAt(lexicon, text, first)
    if (
      (introduced ||
        (place !== undefined && core.length > place.length + 1 && core.length <= 18 && !core.includes('的'))) &&
      tells(core, lexicon) &&
      isHan(text.charCodeAt(first))
    ) {
      spots.push({ kind: 'company', first, last, by: introduced ? 'context' : 'shape' })
      floor = last
    }
  }
  spots.push(...english(text))
  return spots
}

/** A branch or a place in brackets that goes on with the name: （有限合伙）, 深圳分公司. */
function tailOf(text: string, last: number) {
  const tail =
    /^(?:\((?:有限合伙|普通合伙|特殊普通合伙)\)|\p{Script=Han}{2,10}?(?:分公司|分行|支行|分所|营业部|办事处))/u.exec(
      text.slice(last, last + 16),
    )
  return tail && !/[付收与和向及给的]/.test(tail[0])
    ? last + tail[0].length
    : text.charAt(last) === ')' && text.slice(last - 2, last).endsWith('合伙')
      ? last + 1
      : last
}

/** Where the name before a form begins: at a place's name, behind a word that ends, or where the run of characters begins. */
function beginning(text: string, floor: number, form: number, lexicon: Lexicon) {
  let first = form
  let open = 0
  while (first > floor && belongs(text.charCodeAt(first - 1))) {
    const unit = text.charAt(first - 1)
    if (unit === ')') open += 1
    if (unit === '(') {
      if (open === 0 && !/^\((?:有限合伙|普通合伙|特殊普通合伙)/.test(text.slice(first - 1, first + 7))) break
      open -= 1
    }
    if (isDigit(text.charCodeAt(first - 1)) && /[年月日号笔元万%]/.test(text.charAt(first))) {
      first += 1
      break
    }
    first -= 1
  }
  const run = text.slice(first, form)
  let cut = 0
  for (const match of run.matchAll(ends)) {
    const end = match.index + match[0].length
    // what is left must still be a name: 中 | 收科技 is not cut
    if (run.length - end >= 4 || (run.length - end >= 2 && match[0].length > 1)) cut = end
  }
  first += cut
  for (let at = first; at < form - 1; at += 1)
    if (placeAt(lexicon, text, at) !== undefined && isFresh(text.slice(first, at))) return at
  for (let rest = text.slice(first, form); rest.length > 2; rest = text.slice(first, form)) {
    const lead = leading.exec(rest)
    if (!lead) break
    first += lead[0].length
  }
  return first
}

/** Whether what stands before a place's name is a sentence's and not the name's (大, 新, 华 …). */
const isFresh = (lead: string) =>
  lead === '' || /[的和与及是在对等到了还退自至于为同跟有]$/.test(lead) || lead.length > 6

/** Whether more than words of trade and law stand before the form. */
function tells(core: string, lexicon: Lexicon) {
  const bare = core.replaceAll(/[\s()&·]/g, '')
  if (bare.length < 2 || bare.endsWith('的') || generic.test(bare.replace(/^中华人民共和国/, ''))) return false
  let rest = bare
  const place = placeAt(lexicon, rest, 0)
  if (place !== undefined) rest = rest.slice(place.length).replace(/^[省市县区]/, '')
  for (let shorter = true; shorter && rest !== '';) {
    const industry = lexicon.industries.find((word) => rest.endsWith(word))
    shorter = industry !== undefined
    if (industry !== undefined) rest = rest.slice(0, -industry.length)
  }
  return rest !== '' && !/^(?:的|等|有|一|某|各|该|本)$/.test(rest) && !(generic.test(rest) && place === undefined)
}

const englishForm =
  /\b(?:Co\.?,? ?Ltd\.?|Company Limited|Limited|Ltd\.?|Inc\.?|LLC|LLP|Corp\.?|Corporation|GmbH|PLC)(?![A-Za-z])/g

function english(text: string): Spot[] {
  const spots: Spot[] = []
  for (const match of text.matchAll(englishForm)) {
    const lead = before(text, match.index, 60)
    const words = /(?:[A-Z][A-Za-z0-9&.'-]{0,24},? (?:(?:and|of|&) )?){1,6}(?:\([A-Z][A-Za-z]{1,15}\),? )?$/.exec(lead)
    if (words)
      spots.push({
        kind: 'company',
        first: match.index - words[0].length,
        last: match.index + match[0].length,
        by: 'shape',
      })
  }
  return spots
}
