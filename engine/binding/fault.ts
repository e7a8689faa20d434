/** Why a binding is wrong, or why a value is absent: a code with its parameters, and the place in the formula. */
export type Fault = { code: FaultCode; params: Readonly<Record<string, string>>; at?: Span }

/** Characters `from` up to, not including, `to` of the formula. */
export type Span = { from: number; to: number }

export type Language = 'zh' | 'en'

/** What each code says to a person. `{name}` is replaced by the parameter. */
const words = {
  unexpected_character: [
    '第 {place} 个字符「{found}」不能用在公式里。',
    'Character {place}, "{found}", cannot stand in a formula.',
  ],
  unclosed: [
    '从第 {place} 个字符开始的「{open}」没有配对的「{close}」。',
    '"{open}" at character {place} is never closed by "{close}".',
  ],
  expected: [
    '第 {place} 个字符处应为 {wanted},现为「{found}」。',
    'Expected {wanted} at character {place}, found "{found}".',
  ],
  too_long: [
    '公式最长 {most} 个字符,现有 {found} 个。',
    'A formula has at most {most} characters; this one has {found}.',
  ],
  too_deep: [
    '公式嵌套超过 {most} 层,请分成几个单元格。',
    'The formula is nested more than {most} levels deep; split it into cells.',
  ],
  unknown_register: ['没有名为「{register}」的登记表。', 'There is no register "{register}".'],
  unknown_column: ['登记表「{register}」没有「{column}」这一列。', 'Register "{register}" has no column "{column}".'],
  outside_row: ['「{name}」只能写在 where 条件里。', '"{name}" can only stand in a where condition.'],
  unknown_function: ['没有名为「{name}」的函数。', 'There is no function "{name}".'],
  argument_count: [
    '函数「{name}」需要 {wanted} 个参数,现有 {found} 个。',
    'Function "{name}" takes {wanted} arguments, not {found}.',
  ],
  argument_kind: [
    '函数「{name}」的第 {index} 个参数应为{wanted},现为{found}。',
    'Argument {index} of "{name}" should be {wanted}, not {found}.',
  ],
  unknown_option: ['函数「{name}」没有「{option}」这个选项。', 'Function "{name}" has no option "{option}".'],
  bad_choice: [
    '「{found}」不是「{name}」可用的取值;可用:{wanted}。',
    '"{found}" is not a choice of "{name}"; choose from {wanted}.',
  ],
  mixed_kinds: [
    '「{operator}」两边的类型不同:{left} 与 {right}。',
    '"{operator}" has different kinds on its sides: {left} and {right}.',
  ],
  money_times_money: ['金额不能乘以金额。', 'An amount cannot be multiplied by an amount.'],
  wrong_unit: ['单元格应为{wanted},公式得到{found}。', 'The cell should hold {wanted}, the formula gives {found}.'],
  whole_column: ['整列需要合计,例如 sum([…])。', 'A whole column needs a sum, such as sum([…]).'],
  unknown_cell: ['没有单元格 [{cell}]。', 'There is no cell [{cell}].'],
  unknown_account: ['准则科目表中没有科目 #{account}。', 'The standard chart has no account #{account}.'],
  unknown_tag: ['没有税务标签「{tag}」。', 'There is no tax tag "{tag}".'],
  unknown_line: ['没有报表项目「{line}」。', 'There is no statement line "{line}".'],
  unknown_rate: ['规则库中没有「{rate}」。', 'The rule pack has no "{rate}".'],
  unknown_param: ['没有名为「{param}」的项目参数。', 'There is no project parameter "{param}".'],
  duplicate_cell: ['单元格 [{cell}] 定义了两次。', 'Cell [{cell}] is defined twice.'],
  duplicate_feed: [
    '申报表 {line} 由 [{first}] 和 [{second}] 同时填报。',
    'Return cell {line} is filled by both [{first}] and [{second}].',
  ],
  cycle: ['公式互相引用成环:{path}。', 'The formulas refer to each other in a circle: {path}.'],
  unbound_variable: ['公式中的「{name}」在这里没有取值。', '"{name}" has no value here.'],
  no_rate_in_year: [
    '{rate} 在 {year} 年度没有有效的规定,请更新规则库。',
    '{rate} has no provision in force for {year}; update the rule pack.',
  ],
  no_rate_case: ['{rate} 没有「{case}」这一情形。', '{rate} has no case "{case}".'],
  missing_param: [
    '尚未填写项目参数「{label}」({param})。',
    'Project parameter "{label}" ({param}) is not entered yet.',
  ],
  bad_param: [
    '项目参数「{label}」({param})的值「{value}」不是{wanted}。',
    'The value "{value}" of parameter "{label}" ({param}) is not {wanted}.',
  ],
  missing_prior_return: ['尚未录入上年申报表 {line} 的数据。', 'Return cell {line} of last year is not entered yet.'],
  no_return_cell: ['申报表 {line} 没有底稿填报。', 'No paper fills return cell {line}.'],
  no_client_line: ['企业报表中没有找到「{line}」。', 'The client\'s statement has no "{line}".'],
  no_register: ['尚未导入资产台账({field})。', 'No asset register is imported yet ({field}).'],
  no_entries: ['登记表「{register}」尚未填写。', 'Register "{register}" is not filled in yet.'],
  no_row: ['登记表「{register}」没有「{row}」这一行。', 'Register "{register}" has no row "{row}".'],
  no_rows: ['「{register}」中没有符合条件的行。', 'No row of "{register}" answers to the condition.'],
  blank_entry: [
    '登记表「{register}」中「{row}」的「{column}」尚未填写。',
    '"{column}" of "{row}" in "{register}" is not filled in yet.',
  ],
  bad_entry: [
    '登记表「{register}」中「{row}」的「{column}」为「{value}」,不能计算。',
    '"{column}" of "{row}" in "{register}" is "{value}", which cannot be computed.',
  ],
  blank_asset: ['资产台账中资产 {code} 没有「{column}」。', 'The asset register does not give "{column}" of {code}.'],
  no_asset: ['资产台账中没有资产 {code}。', 'The asset register has no asset {code}.'],
  no_sample_size: [
    '无法计算样本量:置信度须为 {confidences} 之一,重要性水平须大于零。',
    'No sample size: the confidence must be one of {confidences}, and the materiality above zero.',
  ],
  undivided_account: [
    '客户科目 {accounts} 没有下级明细,无法取出「{name}」。',
    'Client account {accounts} has no sub-accounts, so "{name}" cannot be told apart.',
  ],
  mixed_sides: [
    '取数范围同时包含收入类和费用类科目({accounts}),请分开取数。',
    'The selection mixes income and expense accounts ({accounts}); take them apart.',
  ],
  no_line: ['凭证 {voucher} 没有第 {line} 条分录。', 'Voucher {voucher} has no line {line}.'],
  no_base: ['基数为零，没有可比的比率。', 'The base is zero, so there is no ratio.'],
  division_by_zero: ['除数为零。', 'Division by zero.'],
  quarter_count: [
    '季度平均需要 4、5 或 8 个数,现有 {found} 个。',
    'A quarterly average needs 4, 5 or 8 values, not {found}.',
  ],
  bad_pattern: ['「{pattern}」不是有效的摘要匹配式。', '"{pattern}" is not a valid text pattern.'],
} as const satisfies Record<string, readonly [string, string]>

export type FaultCode = keyof typeof words

/** The fault as a sentence in the reader's language; a parameter `labelEn` stands for `label` in English. */
export function describeFault(fault: Fault, language: Language): string {
  const sentence = words[fault.code][language === 'zh' ? 0 : 1]
  const near = fault.params['near'] ?? ''
  const meant = near === '' ? '' : language === 'zh' ? `是否应为「${near}」?` : ` Did you mean "${near}"?`
  const said = sentence.replace(/\{(\w+)\}/g, (_, name: string) => inWords(fault, name, language))
  return `${said}${meant}`
}

const inWords = ({ params }: Fault, name: string, language: Language): string => {
  const said = (language === 'en' ? params[`${name}En`] : undefined) ?? params[name] ?? ''
  return name === 'path' ? shortened(said) : said
}

/** Most cells of a circle that a sentence names: its beginning and where it closes. */
const NAMED = 12

function shortened(path: string): string {
  const cells = path.split(' → ')
  return cells.length <= NAMED ? path : [...cells.slice(0, NAMED - 3), '…', ...cells.slice(-2)].join(' → ')
}

/** A formula that cannot be read; carries the fault for the person who wrote it. */
export class FormulaError extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(describeFault(fault, 'en'))
    this.fault = fault
  }
}
