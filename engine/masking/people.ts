import { isHan } from './normal-text.ts'
import { before, type Lexicon, type Spot } from './spot.ts'

/** Words after which a person's name stands. */
const roles =
  /(?:法定代表人|法人代表|负责人|联系人|联络人|姓\s{0,4}名|经办人|申请人|报销人|领款人|收款人|付款人|借款人|出借人|委托人|受托人|代理人|担保人|承租人|出租人|股东|董事长|执行董事|董事|监事|总经理|财务总监|财务负责人|办税人员?|购票人|制单人?(?!位)|审核人?|复核人?|记账人?|出纳|会计主管|主管会计|会计(?!师)|开票人|保管人|验收人|采购员|业务员|销售员|项目经理|签字人|授权代表|投资人|实际控制人|员工|职工|户主|乘机人|乘车人|旅客|收件人|寄件人|自然人|身份证人|甲方|乙方|丙方|\bname|\bcontact)(?:\s{0,4}[:=|]\s{0,4}["'(]?|\s{0,2}(?:签[字名章]|盖章)\s{0,2}[:]?\s{0,4}|\s{0,2}(?:为|是|叫|系)\s{0,2}|[\t ]{1,4}|["'(]|(?=\p{Script=Han}))/giu

/** What people do in summaries of vouchers: between such words stands a name (报销张三差旅费). */
const verbs = /(?:报销|预支|预付|支付|付给|付|收到|收|代垫|代付|退还|归还|补付|发放|转给|转付|扣|计提|支|借给|冲|还)$/
const dues =
  /(?:报销|预支|借款|还款|差旅费|工资|薪酬|奖金|备用金|医药费|医疗费|劳务费|生活费|招待费|业务招待费|交通费|通讯费|电话费|油费|加油费|住宿费|餐费|补贴|津贴|补助|押金|垫付款?|社保|公积金|个税|房租|稿费|咨询费|提成|赔偿款|往来款?|暂支款?|货款)/g
const honours = /(?:先生|女士|小姐|同志|老师|律师|师傅|医生|教授)/g

/** What looks like a name by its first character and is none. */
const nouns = new Set(
  `方式 单位 应收 应付 金额 金融 万元 党员 时间 全部 全额 全年 管理 计算 计提 高速 高新 高温 安全 平台 平均 成本 成品 项目 房租 房屋 房产 车辆 车费 车间 包装 包括 广告 温州 江苏 江西 江门 江阴 常州 常熟 安徽 安阳 云南 宁波 宁夏 海南 海口 海关 海运 石油 水电 水费 水利 水泥 金属 金税 黄金 白酒 白糖 马路 牛奶 米粉 花木 花卉 钢材 钱款 华东 华南 华北 华中 西安 东莞 南京 温泉 古董 文具 文件 文化 明细 利息 利润 利率 权益 项下 顾问 顾客 孙公司 于是 支行 支付 查询 查账 查账费 强制 强化 成立 成都 方案 方法 易耗 易耗品 时候 任务 任何 任职 施工 施工费 常年 常规 广州 广东 广西 沈阳 郑州 程序 程度 路桥 路费 路由 汤料 谷物 平衡 班车 鲜花 鲜货 鲁菜 景区 景观 章程 解除 解决 符合 简易 简化 盖章 党费 党组织 党建 商品 商业 商务 商标 商会 农产品 农业 农民 原料 原材料 原价 原值 原因 官方 官网 官费 初始 储备 储值 暴雨 伏特 位于 位置 和解 保险 保险费 保证 保证金 保费 保安 保洁 保养 保密 习惯 占用 占比 候补 国税 国内 国外 国家 国有 国库 危险 丰田 尚未 满足 满减 羊毛 漆料 旷工 印花 印花税 印刷 印章 印刷费 年度 年终 年会 相关 相应 有关 时尚 柴油 平时 游乐 游戏 阳光 向上 左右 龙头 段落 童装 武器 应急 应税 应纳税 应交 乐器 毛利 毛利率 毛坯 车票 车船 车位 车险 车贷 严重 田间 空调 都市 蓝领 台账 台式 台湾 台风 宫颈 来料 来源 来往 来访 全国 全体 全员 全资 别墅 边角料 巫术 桑拿 银行 银联 银子 扬尘 明年 沙石 沙子 沙发 修理 修理费 修缮 修改 鹿茸 敬请 敬老 麻袋 麻烦 诸如 员工 人员 本人 部门 电话 签字 无 未知 如下 姓名 负责人 下同 签章 盖章 以下简称 名称 公司 企业 地址 职务 账号 身份 信息 代表 以及 其他 个人 客户 供应商 股东 会议 会议费 费用 费率 于本 项目部 项目款 方面 方便 沿线 池塘 连续 连带 连锁 郭外 葛根 伍佰 陆佰 陆拾 柒佰 万圆 钟点 钟点工 季度 季节 曲线 柳州 计划 计量 计件 计入 计税 强调 卫生 卫生费 卫星 屈服 柏油 关于 关税 关闭 关联方 温度 单价 单据 单独 单项 单笔 申请 申报 申购 冷库 冷链 冷气 梅雨 雷达 牛肉 石材 石料 铁路 苗木 苗圃 桂花 鱼类 荆门 查收 井下 席位 封装 封面 封存 薄膜 茶叶 胶带 凭证 祝贺 余额 余款 左侧 谈判 屠宰 宣传 宣传费 和谐 乔迁 房款 房贷 房补 充值 汽车 支票 支出 支取 严格 从事 从业 宗地 宗旨 甘蔗 花费 都会 臧否 舒适 路灯 路牌 路面 楚天 竹子 苏州 常务 常委 乐山 章节 符号 平方 平米 周转 周期 周边 周末 周年 盛宴 谢谢 万达 万科 万能 成员 成果 成交 成套 安装 安装费 安保 安置 康体 元旦 高级 高额 高管 高铁 高铁费 高层 高校 高空 高低 温室 时效 时装 查验 查封 查补 查明 通讯 强电 强度 强力`.split(
    /\s+/,
  ),
)
/** Endings of goods and money, never of a name. */
const goods = /[费款税票料品租贷账帐货单据额率价券卡证表册书店厂司部局所院]$/
/** A third character that begins the next word. */
const goesOn = new Set(
  '审的和与及或在于是为有向对从由把被将已未按经报签付收转领借交出入到来去等说称也都并则之因就该即、做办给跟先女同老师还后前',
)

/** Surnames that are everyday words: a name only behind a colon, a blank or a head. */
const everyday = new Set('和于应付保简时单全向从成解查管计满商原相来有支种尚权须仅暴初占候国官都过连别宣由储')
/** What is no first character of a given name, but goes on a sentence. */
const sentence = new Set('当的其不期在为以由将可须有无未已并或及与如者应所是之对被把于而且得能会要该需按依向给签收付')
/** Whether two characters in the middle of a sentence can begin a name. */
const mayBegin = (word: string) => !everyday.has(word.charAt(0)) && !sentence.has(word.charAt(1))

const hanRun = (text: string, at: number, most: number) => {
  let length = 0
  while (length < most && isHan(text.charCodeAt(at + length))) length += 1
  return length
}

const surnameAt = (lexicon: Lexicon, text: string, at: number) => {
  if (lexicon.compoundSurnames.has(text.slice(at, at + 2))) return 2
  return lexicon.surnames.has(text.charAt(at)) ? 1 : 0
}

const isNoun = (word: string) => nouns.has(word) || nouns.has(word.slice(0, 2)) || goods.test(word)
/** After a colon only the whole word counts: 方便 is none, 方便华 somebody. */
const isNounItself = (word: string) => nouns.has(word) || (word.length < 3 && goods.test(word))

/** The end of a Chinese name that begins at a place, or -1. Names of other peoples have a dot: 阿不都·买买提. */
export function nameEnd(text: string, at: number, lexicon: Lexicon, told = false): number {
  const dotted = /^[\p{Script=Han}]{2,6}(?:[·•.][\p{Script=Han}]{2,10}){1,3}/u.exec(text.slice(at, at + 40))
  if (dotted) return at + dotted[0].length
  const surname = surnameAt(lexicon, text, at)
  if (surname === 0) return -1
  const run = hanRun(text, at, surname + 3)
  if (run === 1 || run === surname) {
    // 张 三: a form spreads a name of two characters
    const gap = /^[ \t\u3000]{1,3}(?=\p{Script=Han}(?!\p{Script=Han}))/u.exec(
      text.slice(at + surname, at + surname + 6),
    )
    return gap ? at + surname + gap[0].length + 1 : -1
  }
  const longest = Math.min(run, surname + 2)
  const cut = longest === surname + 2 && run > longest - 1 && goesOn.has(text.charAt(at + longest - 1))
  const length = cut ? longest - 1 : longest
  const word = text.slice(at, at + length)
  return length > surname && !(told ? isNounItself(word) : isNoun(word)) ? at + length : -1
}

/** Names after words for people, in lists that follow, before honours, and between a payment's verb and what it is for. */
export function people(text: string, lexicon: Lexicon): Spot[] {
  const spots: Spot[] = []
  roles.lastIndex = 0
  for (const match of text.matchAll(roles)) {
    let at = match.index + match[0].length
    const told = /[:=|("']\s*["'(]?$/.test(match[0])
    const glued = isHan(match[0].charCodeAt(match[0].length - 1)) && !/[为是叫系]$/.test(match[0])
    let end = glued && !mayBegin(text.slice(at, at + 2)) ? -1 : personAt(text, at, lexicon, told)
    while (end > at) {
      spots.push({ kind: 'person', first: at, last: end, by: 'context' })
      const next = /^\s?[、,/;和与及&]\s?/.exec(text.slice(end, end + 4))
      if (!next) break
      at = end + next[0].length
      end = nameEnd(text, at, lexicon)
      // only a whole word goes on a list
      if (end > at && isHan(text.charCodeAt(end)) && !/[、,/;和与及]/.test(text.charAt(end))) break
    }
  }
  for (const match of text.matchAll(dues)) push(spots, nameBefore(text, match.index, lexicon, false))
  for (const match of text.matchAll(honours)) push(spots, nameBefore(text, match.index, lexicon, true))
  return spots
}

const foreign = /^[A-Z][a-z]{1,15}(?: [A-Z][a-z]{0,15}\.?){1,3}/

function personAt(text: string, at: number, lexicon: Lexicon, told: boolean) {
  const end = nameEnd(text, at, lexicon, told)
  if (end > at || !told) return end
  const english = foreign.exec(text.slice(at, at + 60))
  if (english) return at + english[0].length
  // after a colon even a rare surname is one, if nothing else stands there
  const run = hanRun(text, at, 5)
  const word = text.slice(at, at + run)
  return run >= 2 && run <= 4 && !isNoun(word) && !/[公司厂店会部]$/.test(word) ? at + run : -1
}

/** A name that ends where a word for a due, or an honour, begins. */
function nameBefore(text: string, last: number, lexicon: Lexicon, honoured: boolean): Spot | undefined {
  for (const length of [3, 4, 2]) {
    const first = last - length
    if (first < 0) continue
    const word = text.slice(first, last)
    const surname = surnameAt(lexicon, text, first)
    const fits = surname === 2 ? length >= 3 : surname === 1 && length <= 3
    if (!fits || hanRun(text, first, length) < length || isNoun(word) || !mayBegin(word)) continue
    const lead = before(text, first, 4)
    const begins =
      lead === '' || !isHan(lead.charCodeAt(lead.length - 1)) || verbs.test(lead) || goesOn.has(lead.at(-1) ?? '')
    if (!begins && !(honoured && length === 3)) continue
    return { kind: 'person', first, last, by: 'context' }
  }
  return undefined
}

const push = (spots: Spot[], spot: Spot | undefined) => {
  if (spot) spots.push(spot)
}
