/** What a column means. `original` is an amount in the transaction's currency, kept out of every sum. */
export type ColumnRole =
  | 'account_code'
  | 'account_name'
  | 'level_name'
  | 'level'
  | 'opening'
  | 'opening_debit'
  | 'opening_credit'
  | 'opening_direction'
  | 'year_opening'
  | 'year_opening_debit'
  | 'year_opening_credit'
  | 'debit'
  | 'credit'
  | 'ytd_debit'
  | 'ytd_credit'
  | 'closing'
  | 'closing_debit'
  | 'closing_credit'
  | 'closing_direction'
  | 'date'
  | 'date_month_first'
  | 'day'
  | 'period'
  | 'year'
  | 'voucher'
  | 'voucher_date'
  | 'voucher_word'
  | 'line'
  | 'summary'
  | 'amount'
  | 'side'
  | 'dimension'
  | 'dimension_kind'
  | 'dimension_code'
  | 'maker'
  | 'checker'
  | 'poster'
  | 'posted'
  | 'voided'
  | 'item'
  | 'current'
  | 'prior'
  | 'original'
  | 'currency'
  | 'other'

/** A role a header may mean, with how surely (0 to 1). */
export type RoleGuess = { role: ColumnRole; score: number }

/** Families of header words, not vendors' lists; matched on the header path without blanks and brackets, lower case. */
const identityWords: { role: ColumnRole; score: number; words: RegExp }[] = [
  {
    role: 'other',
    score: 0.95,
    words: /对方|counter|科目(?:类别|类型|方向)|打印/,
  },
  {
    role: 'level_name',
    score: 0.97,
    words: /^(?:[一二三四五六]级|总账|明细|子|细)科目(?:名称)?$|^科目[一二三四五六]级$|^[总明]账科目$/,
  },
  { role: 'level', score: 0.9, words: /^(?:科目)?(?:级次|级别|层级)$|科目级次/ },
  {
    role: 'account_code',
    score: 0.95,
    words:
      /(?:科目|账户)(?:编码|编号|代码|代号|号码?)(?!级)|g\/?lacc(?:oun)?t(?:number|code)?$|^(?:main|natural)account$|^acc(?:oun)?t(?:code|no\.?|number|id)?$|^科目id$/,
  },
  { role: 'account_code', score: 0.7, words: /^(?:编码|编号|代码)$/ },
  {
    role: 'account_name',
    score: 0.9,
    words:
      /(?:科目|账户)(?:名称?|全称|全名|描述|说明)|^(?:会计)?(?:科目|账户)$|^会计分录$|accountname|accountdesc|acctname|longtext|^shorttext$|^(?:main|natural)accountdesc/,
  },
  { role: 'account_name', score: 0.65, words: /^(?:名称|全称)$/ },
  { role: 'voucher_date', score: 0.97, words: /凭证.*[#+&].*日期|日期.*[#+&].*凭证/ },
  {
    role: 'date',
    score: 0.95,
    words:
      /^(?:日期|(?:记账)?凭证日期|记账日期|制单日期|会计日期|过账日期|入账日期|(?:je)?(?:posting|posted|effective|gl|accounting|journalentry|transaction|trx|pstng)?date)$/,
  },
  { role: 'date', score: 0.9, words: /^(?:凭证|记账|登账|入账|做账|交易|会计|过账|业务发生)(?:日期?|时间)$/ },
  { role: 'date', score: 0.6, words: /业务日期|documentdate|日期$|entereddate/ },
  { role: 'date', score: 0.5, words: /^时间$|^(?:发生|业务)时间$/ },
  { role: 'day', score: 0.9, words: /(?:^|\/)日$/ },
  { role: 'period', score: 0.9, words: /^(?:会计)?(?:期间|月份|月)(?:号)?$|\/月$|^(?:fiscal|accounting)?period$/ },
  { role: 'year', score: 0.9, words: /^(?:会计)?年(?:度|份)?$|^(?:fiscal)?year$/ },
  {
    role: 'voucher_word',
    score: 0.95,
    words:
      /凭证(?:字|类别|类型|种类)(?:编号)?$|^(?:记账)?凭证\/(?:字|种类|类别?)$|^(?:凭证)?字$|(?:document|doc|voucher|journal|journalentry|je)(?:type|category)|^category$/,
  },
  {
    role: 'voucher',
    score: 0.95,
    words:
      /凭证(?:字号|号数|编号|号码|号|序号|流水号|no\.?)$|^(?:传票|凭单)(?:字号|编?号|号码|号数)$|^(?:凭证)?字号$|^(?:凭证|记账凭证)\/(?:字号|编?号|号数)$|^(?:trans(?:action)?|txn)(?:#|no\.?|number|id)$|document(?:no\.?|number)$|voucher(?:no\.?|number)?$|^je(?:number|id)$|^journal(?:id|number|entryid)$/,
  },
  { role: 'voucher', score: 0.7, words: /^凭证(?:字)?$|^传票$|^num$/ },
  {
    role: 'line',
    score: 0.85,
    words: /^(?:行号|行次|分录号|分录序号|序号|分录|(?:je)?line(?:item|no\.?|number)?|journalidlinenumber)$|凭证行号$/,
  },
  {
    role: 'summary',
    score: 0.95,
    words: /摘要|^text$|^(?:je|journal)?(?:line|item|entry)?description$|^narration$|^(?:header|line)?text$/,
  },
  {
    role: 'summary',
    score: 0.75,
    words:
      /^(?:业务|内容|分录|凭证|交易|记账)(?:说明|内容|摘要|描述)$|^(?:memo|memo\/description|remarks?|particulars|detail)s?$/,
  },
  { role: 'summary', score: 0.55, words: /^(?:说明|内容|用途|事由)$/ },
  // a journal without descriptions of its lines has those of its entries
  { role: 'summary', score: 0.55, words: /^(?:je|journal)name$/ },
  { role: 'maker', score: 0.9, words: /制单|录入|填制|制证|经办|编制人|username|createdby|enteredby|preparedby/ },
  { role: 'checker', score: 0.9, words: /审核|复核|releasedby|approvedby/ },
  { role: 'poster', score: 0.9, words: /^(?:记账|过账|记账人|过账人|postedby)$/ },
  { role: 'posted', score: 0.9, words: /(?:记账|过账)(?:标志|状态|标识)|是否(?:记账|过账)|^状态$|^posted$/ },
  { role: 'voided', score: 0.9, words: /作废|^void(?:ed)?$/ },
  {
    role: 'currency',
    score: 0.9,
    words: /^币[种别](?:编码|名称)?$|^币$|^currency(?:code)?$|^curr\.?$|^(?:amount|functional|local)currency$/,
  },
  {
    role: 'other',
    score: 0.9,
    words:
      /汇率|rate(?:type)?$|附件|附单据|数量|单价|计量单位|quantity|companycode|账簿|核算组织|^组织|^reference$|参考|票号|票据|结算|businesssegment|businessunit/,
  },
  { role: 'dimension_kind', score: 0.9, words: /(?:往来|辅助|核算项目|维度|项目)(?:类别|类型|核算类型|核算类别)/ },
  {
    role: 'dimension_code',
    score: 0.9,
    words:
      /(?:往来单位|往来|客户|供应商|客商|辅助项?\d*|辅助核算|核算项目|维度|项目|部门|职员|成本中心|利润中心)(?:编码|代码|编号)/,
  },
  {
    role: 'dimension',
    score: 0.85,
    words:
      /^(?:往来单位|往来户|客户|供应商|客商|辅助项\d*|辅助核算|核算项目|核算维度|维度|部门|职员|个人|项目|成本中心|利润中心)(?:名称)?$|^(?:customer|supplier|vendor|costcenter|profitcenter)$|往来单位名称|辅助核算项/,
  },
]

const traditional = '編號稱額貸證憑傳幣會計帳賬戶發單製審說備註數總業務項內匯類別結轉餘據處'
const plainForms = '编号称额贷证凭传币会计账账户发单制审说备注数总业务项内汇类别结转余据处'
/** Ledger words in traditional characters, and 帐, as they are written in simplified ones. */
const simplified = (text: string): string =>
  text.replaceAll(/[帐\u5000-\u9fff]/g, (one) => {
    const at = traditional.indexOf(one)
    return one === '帐' ? '账' : at < 0 ? one : (plainForms[at] ?? one)
  })

/** The header's words as they are matched: no blanks, no brackets around the whole, lower case. */
export const headerKey = (path: string): string =>
  simplified(path.normalize('NFKC').toLowerCase())
    .replaceAll(/[(](?:必填|\*|元|人民币|人民币元|rmb|cny)[)]/g, '')
    .replaceAll(/\s+/g, '')
    .replaceAll(/[[\]【】「」_*'"\u200b\ufeff]/g, '')

/** The roles a header path may mean in a ledger table, surest first; none for words nobody uses in a ledger. */
export function guessRoles(path: string): RoleGuess[] {
  const key = headerKey(path)
  if (key === '') return []
  const guesses: RoleGuess[] = []
  for (const { role, score, words } of identityWords) if (words.test(key)) guesses.push({ role, score })
  const money = moneyRole(key)
  if (money) guesses.push(money)
  return guesses.toSorted((one, other) => other.score - one.score)
}

/** Money columns are read by their parts: measure (期初 … 期末), side, currency; never by their place. */
function moneyRole(key: string): RoleGuess | undefined {
  if (/数量|单价|quantity/.test(key) || /科目$|科目(?:编码|编号|代码|名称)$/.test(key)) return undefined
  if (
    /借贷|借\/贷|dr\/?cr|d\/c|debit\/credit|debitcreditindicator|creditdebitindicator/.test(key) &&
    !/金额|发生额$/.test(key)
  )
    return { role: 'side', score: 0.95 }
  const opening = /期初|上期余额|opening|beginning|(?:balance)?carryforward|beginbalance/.test(key)
  const yearOpening = /年初|上年(?:年末|结转|余额)/.test(key)
  const closing = /期末|closing|ending|年末|accumulatedbalance/.test(key)
  const ytd = /累计|yeartodate|ytd/.test(key)
  if (/方向|direction|balanceside/.test(key)) {
    return { role: opening || yearOpening ? 'opening_direction' : 'closing_direction', score: 0.85 }
  }
  const debit = /借|debit|(?:^|[^a-z])dr\.?$|entereddr|accounteddr/.test(key)
  const credit = /贷|credit|(?:^|[^a-z])cr\.?$|enteredcr|accountedcr/.test(key)
  const original = /原币|外币|doc\.?curr|entered|transaction(?:al)?curr/.test(key)
  if (debit && credit) return undefined
  const balance = /余额|balance/.test(key)
  const figure =
    balance || debit || credit || opening || yearOpening || closing || ytd || /金额|amount|发生额/.test(key)
  if (!figure) return undefined
  if (original) return { role: 'original', score: 0.9 }
  // where two columns could be meant, the one that says it is in the books' currency is
  const plus = /本位币|本币|人民币|local|accounted|functional/.test(key) ? 0.05 : 0
  const side = debit ? '_debit' : credit ? '_credit' : ''
  // 余额 beside a side and without 发生 is a balance, whatever period it names: 本期余额/借方
  if (balance && side !== '' && !opening && !yearOpening && !ytd && !/发生/.test(key))
    return { role: `closing${side}`, score: 0.85 + plus }
  if (ytd) return side === '' ? { role: 'other', score: 0.5 } : { role: `ytd${side}`, score: 0.95 + plus }
  if (yearOpening) return { role: `year_opening${side}`, score: 0.9 + plus }
  if (opening) return { role: `opening${side}`, score: 0.95 + plus }
  if (closing) return { role: `closing${side}`, score: 0.95 + plus }
  if (debit) return { role: 'debit', score: 0.9 + plus }
  if (credit) return { role: 'credit', score: 0.9 + plus }
  if (balance) return { role: 'closing', score: 0.75 + plus }
  return { role: 'amount', score: 0.8 + plus }
}

/** The measure an original-currency column has, for tables that print nothing else. */
export function originalRole(path: string): ColumnRole | undefined {
  return moneyRole(headerKey(path).replaceAll(/原币|外币|entered|indoc\.?curr\.?|doc\.?curr\.?/g, ''))?.role
}

/** Roles that several columns may share. */
export const sharedRoles: ReadonlySet<ColumnRole> = new Set([
  'dimension',
  'dimension_code',
  'level_name',
  'original',
  'other',
  'currency',
  'item',
  'current',
  'prior',
])

/** Words that stand only in the lower rows of a header. */
export const lowerHeaderWords =
  /^(?:借方?|贷方?|借方金额|贷方金额|金额|余额|数量|方向|(?:借方|贷方)?(?:原币|本位币|本币|外币|人民币|美元)(?:金额|余额)?|debit|credit|dr|cr|编码|名称|代码|科目|月|日|字|号|字号|种类|号数)$/
