/** What reading a client's files may say beside what every file may say: archives, months, questions, account pages. */
export const ledgerReadingTexts = {
  fileUnsafePath: {
    zh: '“{file}”里的“{part}”试图写到压缩包之外，为安全起见没有打开。请解压后重新打包或直接上传里面的文件。',
    en: '“{part}” in “{file}” points outside the archive, which was not opened. Please pack the files anew.',
  },
  memberSkipped: {
    zh: '“{sheet}”不是账表{kind}，已跳过。',
    en: '“{sheet}” is no ledger table {kind} and is left out.',
  },
  sheetQuestions: {
    zh: '“{sheet}”有 {count} 列无法确定含义（{columns}）。请指明这些列是什么，再导入。',
    en: '“{sheet}” has {count} columns whose meaning is not certain ({columns}). Please say what they are and import again.',
  },
  sheetKindAsked: {
    zh: '“{sheet}”不能确定是什么表。请指明后再导入。',
    en: 'What kind of table “{sheet}” is cannot be decided. Please say so and import again.',
  },
  sheetPeriodAsked: {
    zh: '“{sheet}”与其他文件版式相同，但没有写明期间。请指明它是哪个月或哪一年的，再导入。',
    en: '“{sheet}” has the layout of other files and names no period. Please say which month or year it covers and import again.',
  },
  sheetUnitAsked: {
    zh: '“{sheet}”写有互相矛盾的金额单位。请指明是元、千元还是万元，再导入。',
    en: '“{sheet}” names units that contradict each other. Please say in what unit its amounts are and import again.',
  },
  sheetCurrencyAsked: {
    zh: '“{sheet}”的金额不能确定是不是人民币。请指明后再导入。',
    en: 'Whether the amounts of “{sheet}” are in yuan cannot be decided. Please say so and import again.',
  },
  sheetRedAsked: {
    zh: '“{sheet}”有红色字体的正数金额。请指明是红字（负数）还是只作标记，再导入。',
    en: '“{sheet}” has positive amounts in red letters. Please say whether they are red entries or only marked, and import again.',
  },
  sheetSaidNone: {
    zh: '按回答，“{sheet}”不是账表，未取数。',
    en: 'As answered, “{sheet}” is no table of the ledger; it is not read.',
  },
  sheetForeign: {
    zh: '按回答，“{sheet}”的金额是外币，没有折算成本位币，未取数。',
    en: 'As answered, “{sheet}” is in foreign money and not translated; it is not read.',
  },
  sheetSaidOtherYear: {
    zh: '按回答，“{sheet}”是 {found} 年的，项目年度是 {year} 年，未取数。',
    en: 'As answered, “{sheet}” is of {found}, the project of {year}; it is not read.',
  },
  answerNotFitting: {
    zh: '“{signature}”不能回答为“{answer}”。请重新选择。',
    en: '“{answer}” does not answer “{signature}”. Please choose again.',
  },
  evidenceHeaders: { zh: '有这些列：{headers}', en: 'It has the columns {headers}' },
  evidencePlace: {
    zh: '按名称排在 {among} 张同版式表的第 {place} 位',
    en: 'By name it is number {place} of {among} alike',
  },
  ask_kind: { zh: '是什么表', en: 'What table it is' },
  ask_period: { zh: '是哪个期间的', en: 'Which period it covers' },
  ask_unit: { zh: '金额单位', en: 'Unit of the amounts' },
  ask_currency: { zh: '币种', en: 'Money' },
  ask_red: { zh: '红色字体的正数', en: 'Positive amounts in red letters' },
  answer_is_trial_balance: { zh: '科目余额表', en: 'Trial balance' },
  answer_is_journal: { zh: '序时账', en: 'Journal' },
  answer_is_subsidiary_ledger: { zh: '明细账', en: 'Subsidiary ledger' },
  answer_is_aux_balance: { zh: '辅助余额表', en: 'Balances by dimension' },
  answer_is_balance_sheet: { zh: '资产负债表', en: 'Balance sheet' },
  answer_is_income_statement: { zh: '利润表', en: 'Income statement' },
  answer_is_account_chart: { zh: '科目表', en: 'Chart of accounts' },
  answer_is_none: { zh: '不是账表，不取数', en: 'No table of the ledger' },
  answer_this_year: { zh: '项目年度全年', en: 'The whole year of the project' },
  answer_last_year: { zh: '上一年度', en: 'The year before' },
  answer_month_01: { zh: '项目年度1月', en: 'January' },
  answer_month_02: { zh: '项目年度2月', en: 'February' },
  answer_month_03: { zh: '项目年度3月', en: 'March' },
  answer_month_04: { zh: '项目年度4月', en: 'April' },
  answer_month_05: { zh: '项目年度5月', en: 'May' },
  answer_month_06: { zh: '项目年度6月', en: 'June' },
  answer_month_07: { zh: '项目年度7月', en: 'July' },
  answer_month_08: { zh: '项目年度8月', en: 'August' },
  answer_month_09: { zh: '项目年度9月', en: 'September' },
  answer_month_10: { zh: '项目年度10月', en: 'October' },
  answer_month_11: { zh: '项目年度11月', en: 'November' },
  answer_month_12: { zh: '项目年度12月', en: 'December' },
  answer_unit_1: { zh: '元', en: 'Yuan' },
  answer_unit_100: { zh: '百元', en: 'Hundreds of yuan' },
  answer_unit_1000: { zh: '千元', en: 'Thousands of yuan' },
  answer_unit_10000: { zh: '万元', en: 'Ten thousands of yuan' },
  answer_unit_1000000: { zh: '百万元', en: 'Millions of yuan' },
  answer_unit_100000000: { zh: '亿元', en: 'Hundreds of millions of yuan' },
  answer_in_cny: { zh: '人民币（本位币）', en: 'Yuan, the money of the books' },
  answer_in_foreign: { zh: '外币，没有本位币金额', en: 'Foreign money, not translated' },
  answer_red_minus: { zh: '红字，按负数读取', en: 'Red entries: less than nothing' },
  answer_red_mark: { zh: '只是标记，按原数读取', en: 'Only marked: as printed' },
  unit_100: { zh: '百元', en: '100 yuan' },
  unit_1000000: { zh: '百万元', en: 'million yuan' },
  unit_100000000: { zh: '亿元', en: '100 million yuan' },
  sheetHidden: {
    zh: '“{sheet}”是隐藏的工作表，已有可见的同类表“{other}”，不取数。如果应以它为准，请取消隐藏后重新上传。',
    en: '“{sheet}” is a hidden sheet beside “{other}” of the same kind and is not read. If it is the right one, unhide it and upload the file again.',
  },
  tablePart: {
    zh: '“{sheet}”与“{other}”是同一期间不同科目的余额表，已合并取数。',
    en: '“{sheet}” and “{other}” are trial balances of the same time for different accounts; they are read as one.',
  },
  tablesContradict: {
    zh: '“{sheet}”与“{other}”是同一期间的余额表，但内容不同，无法判断以哪张为准。请删去不用的一张，或在表头写明各自的期间，再重新上传。',
    en: '“{sheet}” and “{other}” are trial balances of the same time with different contents. Remove the one that does not count, or name the period of each above its table, and upload again.',
  },
  dimensionNamesRead: {
    zh: '“{sheet}”是辅助核算档案，已用其中 {count} 个名称补全辅助核算的编号。',
    en: '“{sheet}” is a list of customers, suppliers or the like; its {count} names stand beside the codes of the ledger.',
  },
  rowsOfOtherYears: {
    zh: '“{sheet}”的年度列里有其他年度的 {count} 行，只取 {year} 年的行。',
    en: '“{sheet}” has {count} rows of other years by its year column; only those of {year} are read.',
  },
  journalNoVoucher: {
    zh: '“{sheet}”没有凭证号列，无法知道哪些分录属于同一张凭证。请重新导出带凭证号的序时账。',
    en: '“{sheet}” has no column of voucher numbers, so that nobody knows which lines make a voucher. Please export the journal with its voucher numbers.',
  },
  statementPriorYear: {
    zh: '“{sheet}”是 {found} 年的报表，已有 {year} 年的同类报表，不取数。',
    en: '“{sheet}” is a statement of {found}; there is one of {year}, so it is not read.',
  },
  statementOfMonth: {
    zh: '“{sheet}”只有单月或单季的金额，得不出全年数，不取数。请上传有“本年累计”或“本年金额”的利润表。',
    en: '“{sheet}” prints only the figures of a month or a quarter, not of the year, and is not read. Please upload the income statement with the year’s figures.',
  },
  balanceNoMovement: {
    zh: '“{sheet}”没有借方、贷方发生额，全年发生额无法核对。请重新导出含期初余额、本期发生额和期末余额的余额表。',
    en: '“{sheet}” prints no debit and credit movement, so that the year’s movement cannot be checked. Please export it with opening balances, movements and closing balances.',
  },
  balanceNoClosing: {
    zh: '“{sheet}”没有期末余额，余额无法核对。请重新导出含期初余额、本期发生额和期末余额的余额表。',
    en: '“{sheet}” prints no closing balance, so that balances cannot be checked. Please export it with opening balances, movements and closing balances.',
  },
  monthsJoined: {
    zh: '从“{sheet}”起有 {count} 个月的余额表（{months} 月），已逐月保存。',
    en: 'From “{sheet}” on there are trial balances of {count} months ({months}); each is kept.',
  },
  monthsMissing: {
    zh: '分月余额表缺少 {months} 月，这些月的发生额不在全年合计里。请补充。',
    en: 'The monthly trial balances lack {months}; what moved then is not in the year’s sums. Please add them.',
  },
  subsidiaryBesideJournal: {
    zh: '已有序时账“{other}”，明细账“{sheet}”不再重复取数。',
    en: 'There is a journal “{other}”; the subsidiary ledger “{sheet}” is not read as well.',
  },
  returnOtherYear: {
    zh: '“{sheet}”是 {found} 年度的申报表，需要的是 {year} 年度的，已跳过。',
    en: '“{sheet}” is the return of {found}; that of {year} is wanted. It is left out.',
  },
  registerOtherYear: {
    zh: '“{sheet}”是 {found} 年的资产台账，项目年度是 {year} 年，已跳过。',
    en: '“{sheet}” is the asset register of {found}, the project of {year}. It is left out.',
  },
  segmentChosen: {
    zh: '“{sheet}”的科目是组合编码，取第 {place} 段为会计科目。',
    en: '“{sheet}” prints composite accounts; segment {place} is the natural account.',
  },
  severalCompanies: {
    zh: '“{sheet}”里有不止一个公司的账：“{company}”，第 {row} 行起是“{other}”。同号凭证和同一科目会混在一起，请按公司分别导出，一个客户只上传一个公司的账。',
    en: '“{sheet}” holds the books of more than one company: “{company}”, and from row {row} on “{other}”. Vouchers of one number and accounts of one code would run into each other. Please export each company by itself and upload only the client’s.',
  },
  dateNotRead: {
    zh: '“{sheet}”第 {row} 行“{header}”列的“{text}”不是可识别的日期。',
    en: '“{sheet}” row {row}, column “{header}”: “{text}” is no readable date.',
  },
  evidenceEquation: {
    zh: '按“{role}”计算，{share}% 的行（凭证）相等',
    en: 'As “{role}”, {share}% of rows (vouchers) agree',
  },
  evidenceContinues: { zh: '没有表头，接续“{sheet}”', en: 'Has no header; goes on from “{sheet}”' },
} as const
