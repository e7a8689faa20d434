import { tieOutWords } from './tie-out-words.ts'

/** What tie-out says beside `ledger-texts.ts`: `looked_` what each check compared, `skipped*` why it could not, `cause*` why a difference is there. */
export const tieOutTexts = {
  ...tieOutWords,
  looked_F01: {
    zh: '按内容（不按扩展名）识别 {compared} 个文件的真实类型：{containers}。',
    en: 'Told the real type of {compared} files by content, not by name: {containers}.',
  },
  looked_F02: {
    zh: '检查 {compared} 个文件的文字编码与乱码：{encodings}。',
    en: 'Looked at the encoding of {compared} files and for lost characters: {encodings}.',
  },
  looked_F03: {
    zh: '检查 {compared} 个文件是否加密、残缺、异常膨胀，文字里是否夹带公式。',
    en: 'Looked whether {compared} files are encrypted, cut off or bombs, and for formulas inside texts.',
  },
  looked_F04: {
    zh: '按 SHA-256 与“表＋期间”比对 {compared} 个文件有无重复。',
    en: 'Compared {compared} files by SHA-256 and by table and period.',
  },
  looked_S01: {
    zh: '识别 {compared} 张表：采用 {used} 张，未采用 {unused} 张。',
    en: 'Recognised {compared} sheets: {used} used, {unused} not.',
  },
  looked_S02: { zh: '找到 {compared} 张表的表头。', en: 'Found the header of {compared} sheets.' },
  looked_S03: { zh: '判定 {columns} 列的含义，各有依据。', en: 'Decided what {columns} columns mean, with evidence.' },
  looked_S04: {
    zh: '核对 {compared} 张表的金额单位（每单位 {units} 元）与币种。',
    en: 'Compared the units of {compared} sheets ({units} yuan each) and their currency.',
  },
  looked_S05: {
    zh: '核对 {compared} 张表的期间与项目年度 {year} 年。',
    en: 'Compared the periods of {compared} sheets with the project’s year {year}.',
  },
  looked_S06: {
    zh: '逐行分类：采用 {taken} 行，未采用 {dropped} 行（逐行列明）。',
    en: 'Sorted every row: {taken} taken, {dropped} left out, each listed.',
  },
  looked_S07: {
    zh: '按编码建立 {compared} 个科目的层级（{levels} 级，推定上级 {inferred} 个）。',
    en: 'Built the levels of {compared} accounts ({levels} levels, {inferred} parents inferred).',
  },
  looked_S08: {
    zh: '余额表内的辅助核算行合计与科目行比对 {compared} 项。',
    en: 'Compared dimension rows inside the table with their accounts, {compared} amounts.',
  },
  looked_S09: {
    zh: '检查 {compared} 行的数字与编码，还原 {repaired} 处（丢失的零等）。',
    en: 'Looked at numbers and codes of {compared} rows; {repaired} repaired (lost zeros and the like).',
  },
  looked_S10: { zh: '检查 {compared} 行分录的日期。', en: 'Looked at the dates of {compared} lines.' },
  looked_T01: {
    zh: '末级科目期初、发生、期末的借方合计与贷方合计，各比对一次。',
    en: 'Compared debits with credits of all leaves: opening, movement, closing.',
  },
  looked_T02: {
    zh: '{compared} 行逐行验算：期初＋借方－贷方＝期末。',
    en: 'Computed opening + debit − credit = closing in {compared} rows.',
  },
  looked_T03: {
    zh: '上级科目与下级合计比对 {compared} 项。',
    en: 'Compared parents with their children, {compared} amounts.',
  },
  looked_T04: {
    zh: '表内小计、合计行与明细合计比对 {compared} 项。',
    en: 'Compared printed totals with their rows, {compared} amounts.',
  },
  looked_T05: {
    zh: '{profitLoss} 个损益科目的年末余额，其中 {open} 个未结转；全部未结转视为尚未年结。',
    en: '{profitLoss} profit and loss accounts at year end, {open} open; if all are, the year is not closed yet.',
  },
  looked_T06: {
    zh: '{compared} 个科目的期末余额方向。',
    en: 'Sides of {compared} closing balances.',
  },
  looked_T07: {
    zh: '本年期初与上年期末比对 {compared} 项（{sources} 个来源）。',
    en: 'Compared openings with last year’s closings, {compared} amounts from {sources} sources.',
  },
  looked_J01: { zh: '{compared} 张凭证逐张验算借贷。', en: 'Added up debits and credits of {compared} vouchers.' },
  looked_J02: {
    zh: '{compared} 张凭证的编号是否连续、有无重号。',
    en: 'Numbers of {compared} vouchers: gaps and doubles.',
  },
  looked_J03: {
    zh: '{compared} 张凭证的日期与会计期间、项目年度。',
    en: 'Dates of {compared} vouchers against period and year.',
  },
  looked_J04: {
    zh: '序时账用到的 {compared} 个科目：是否在余额表中、是否末级。',
    en: 'Whether the {compared} accounts used are in the table and are leaves.',
  },
  looked_J05: {
    zh: '{compared} 行分录中，{inherited} 个空白单元格取同一凭证上一行的值。',
    en: 'Of {compared} lines, {inherited} blank cells took the value above in the same voucher.',
  },
  looked_J06: {
    zh: '未记账 {unposted} 张，作废 {voided} 张；红字 {redLines} 行按负数保留在原方向。',
    en: '{unposted} unposted, {voided} void; {redLines} red-letter lines stay negative on their side.',
  },
  looked_J07: {
    zh: '{compared} 个来源的月份覆盖、重叠（按分录逐行比对）与截断。',
    en: 'Months, overlaps (line by line) and cut-offs of {compared} sources.',
  },
  looked_X01: {
    zh: '末级科目的借方、贷方发生额与序时账合计（含结转凭证），比对 {compared} 项。',
    en: 'Compared movements of leaves with the journal, closing vouchers included, {compared} amounts.',
  },
  looked_X02: {
    zh: '按账重算的报表项目与客户报表比对 {compared} 项；重分类后一致 {reclassified} 项，重分类前一致 {before} 项，未能归类的科目 {unmapped} 个，因此不作判断 {unjudged} 项。',
    en: 'Compared {compared} statement lines; {reclassified} agree after reclassification, {before} before; {unmapped} accounts not mapped, so that {unjudged} lines are left undecided.',
  },
  looked_X03: {
    zh: '辅助余额表各科目的合计与科目余额比对 {compared} 项。',
    en: 'Compared tables by dimension with their accounts, {compared} amounts.',
  },
  looked_X04: {
    zh: '台账的原值、累计折旧（摊销）、减值与本年计提，与总账比对 {compared} 项。',
    en: 'Compared cost, depreciation, impairment and the year’s charge with the ledger, {compared} amounts.',
  },
  looked_X05: {
    zh: '客户报表的表内合计与表间关系，验算 {compared} 项。',
    en: 'Computed {compared} sums inside and between the client’s statements.',
  },
  looked_X06: {
    zh: '凭证 {vouchers} 张，分录 {lines} 行，{firstDate} 至 {lastDate}；声明可打印，请客户盖章。',
    en: '{vouchers} vouchers, {lines} lines, {firstDate} to {lastDate}; the statement can be printed for the client’s seal.',
  },
  checkFound: { zh: '发现 {count} 处差异。', en: '{count} differences found.' },
  checkFoundFollowing: {
    zh: '发现 {count} 处差异，其中 {following} 处由别处引起。',
    en: '{count} differences found, {following} of them caused elsewhere.',
  },
  skippedNothingRead: { zh: '没有读到表', en: 'No sheet was read' },
  skippedNoDimensionRows: { zh: '余额表里没有辅助核算行', en: 'The trial balance has no dimension rows' },
  skippedNoAssets: { zh: '没有固定资产、无形资产台账', en: 'There is no asset register' },
  skippedNoAssetAccounts: {
    zh: '台账没有可与总账比对的列，或总账没有相应科目',
    en: 'The register has no column, or the ledger no account, to compare',
  },
  skippedNoStatementLines: { zh: '报表里没有可比对的项目', en: 'The statements show no line to compare' },
  causeSameFile: { zh: '“{file}”与“{other}”内容完全相同。', en: '“{file}” is the same as “{other}”.' },
  causeRowNoDate: {
    zh: '第 {row} 行有金额，但日期无法识别，未采用：{text}',
    en: 'Row {row} holds an amount, but no readable date, and was left out: {text}',
  },
  causeRowNoAccount: {
    zh: '第 {row} 行有金额，但没有科目编码，未采用：{text}',
    en: 'Row {row} holds an amount, but no account code, and was left out: {text}',
  },
  causeRowNoVoucher: {
    zh: '第 {row} 行有金额，但不知属于哪张凭证，未采用：{text}',
    en: 'Row {row} holds an amount, but no voucher can be told, and was left out: {text}',
  },
  causeRowDuplicateAccount: {
    zh: '第 {row} 行的科目在上面已经出现，未采用：{text}',
    en: 'Row {row} repeats an account printed above and was left out: {text}',
  },
  causeOrphan: {
    zh: '{account} {name} 的上级科目不在余额表中，而同级其他科目都有上级。',
    en: '{account} {name} has no parent in the table, though other accounts of its level have.',
  },
  causeLostCharacters: {
    zh: '“{text}”含乱码：原文件保存时用错了编码。请从财务软件重新导出。',
    en: '“{text}” has lost characters: the file was saved in a wrong encoding. Please export it again.',
  },
  causeFormulaText: {
    zh: '“{text}”会被表格软件当作公式执行；这里只当文字，导出时会加引号。',
    en: '“{text}” would run as a formula in a spreadsheet; here it stays text and is quoted on export.',
  },
  causeDoubleChild: {
    zh: '{account} {name} 的下级 {child} 重复出现，多出的正好是它的金额。',
    en: '{account} {name}: its child {child} is printed twice, which is just what is too much.',
  },
  causeMonthOpening: {
    zh: '{month} 月的期初不等于 {before} 月的期末。',
    en: 'Month {month} does not open with what month {before} left.',
  },
  causePreviousProject: {
    zh: '{account} {name} 的期初余额与上年项目“{project}”的期末余额不相等。',
    en: '{account} {name}: the opening is not the closing of last year’s project “{project}”.',
  },
  causeDuplicateRow: {
    zh: '凭证 {voucher} 中 {account} 的一行出现两次，去掉一行即平。',
    en: 'Voucher {voucher}: a line of {account} is printed twice; without it the voucher balances.',
  },
  causeRowLeftOut: {
    zh: '凭证 {voucher} 缺少 {account} 的一行，金额 {amount} 元。',
    en: 'Voucher {voucher} lacks its line on {account}, {amount} yuan.',
  },
  causeLineSide: {
    zh: '凭证 {voucher} 中这一行的借贷方向反了。',
    en: 'A line of voucher {voucher} is on the wrong side.',
  },
  causeRowsTwice: {
    zh: '{month} 月有 {vouchers} 张凭证共 {lines} 行在同一张表里出现两次（首张 {voucher}）。',
    en: 'In month {month}, {lines} lines of {vouchers} vouchers are in the sheet twice (first {voucher}).',
  },
  causeTwiceSum: {
    zh: '差额正好是重复出现的分录（{vouchers} 张凭证，首张 {voucher}）。',
    en: 'The difference is the lines given twice ({vouchers} vouchers, first {voucher}).',
  },
  causeSharedNumber: {
    zh: '凭证 {voucher} 在两个来源中都有，内容却不同。',
    en: 'Voucher {voucher} is in two sources with different lines.',
  },
  causeRowAgainstJournal: {
    zh: '每张凭证都平，{account} {name} 这一行却与序时账不符：余额表被改动。',
    en: 'Every voucher balances, but {account} {name} differs from the journal: the row was changed.',
  },
  causeUnitRow: {
    zh: '{account} 这一行与序时账相差 {factor} 倍，单位可能不同。',
    en: 'The row of {account} differs from the journal by the factor {factor}: another unit.',
  },
  causeStatementUnit: {
    zh: '报表各项目都与账相差 {factor} 倍（如“{label}”），报表的单位可能不是元。',
    en: 'The statement’s lines all differ by the factor {factor} (as “{label}”): probably not in yuan.',
  },
  causeCurrency: {
    zh: '{account} {name} 两方都约差一个汇率，一份文件可能是外币原币。',
    en: '{account} {name} is off by about one rate on both sides: one file is in foreign currency.',
  },
  causeUnknownLikely: {
    zh: '序时账有 {lines} 行记在 {account}，余额表里没有；金额正好是 {likely} {name} 缺少的。',
    en: '{lines} lines are posted to {account}, which the table lacks; they are just what {likely} {name} lacks.',
  },
  causeLostZeros: {
    zh: '序时账的 {account} 应为 {likely} {name}：编码被当作数字，零丢失了。',
    en: '{account} in the journal is {likely} {name}: the code was read as a number and lost its zeros.',
  },
  causeMissingAccount: {
    zh: '序时账有 {lines} 行记在 {account} {name}，余额表缺少这一行。',
    en: '{lines} lines are posted to {account} {name}, whose row the table lacks.',
  },
  causeWrongAccount: {
    zh: '凭证 {voucher} 的 {amount} 元在序时账记入 {account}，余额表在 {other}。',
    en: '{amount} yuan of voucher {voucher} is on {account} in the journal and on {other} in the table.',
  },
  causeOtherAccount: {
    zh: '{amount} 元在序时账记入 {account}，余额表在 {other}。',
    en: '{amount} yuan is on {account} in the journal and on {other} in the table.',
  },
  causeReversed: {
    zh: '{account} 借贷两方互换了。',
    en: '{account} has debit and credit exchanged.',
  },
  causeNotInTable: {
    zh: '余额表没有包含凭证 {voucher}，它可能在导出余额表之后才记账。',
    en: 'The table does not include voucher {voucher}; it was probably posted after the table was exported.',
  },
  causeSameVoucher: {
    zh: '凭证 {voucher} 与 {other} 内容相同，余额表只含一张。',
    en: 'Voucher {voucher} is the same as {other}; the table includes only one.',
  },
  causeJournalMore: {
    zh: '序时账比余额表多出整张凭证（{accounts} 个科目，借贷相等）。',
    en: 'The journal holds whole vouchers more than the table ({accounts} accounts, balanced).',
  },
  causeVoidedPosted: {
    zh: '差额借贷各 {amount} 元：余额表可能仍包含作废凭证 {vouchers}。',
    en: 'The difference is {amount} yuan a side: the table may still include the void vouchers {vouchers}.',
  },
  causeOtherMonth: {
    zh: '{account} 全年相符，但 {month} 月与当月余额表不符：有凭证记在了别的月份。',
    en: '{account} agrees over the year but not in month {month}: something stands in another month.',
  },
  causeMovedVoucher: {
    zh: '凭证 {voucher} 的日期被改到别的月份，现为 {found}。',
    en: 'The date of voucher {voucher} lies in another month; it is now {found}.',
  },
  causeMergedVoucher: {
    zh: '凭证 {before} 由两段各自平衡的分录组成，后一段应是缺号的 {voucher}。',
    en: 'Voucher {before} falls into two balanced parts; the second is the missing {voucher}.',
  },
  causeDimensionRepeated: {
    zh: '{account} {name} 的辅助“{party}”重复出现，多出的正好是它的金额。',
    en: '{account} {name}: “{party}” is printed twice, which is just what is too much.',
  },
  causeAssetRegister: {
    zh: '{assets} 项资产的合计与 {account} {name} 的期末余额不相等。',
    en: '{assets} assets do not add up to the closing balance of {account} {name}.',
  },
  causeAssetCharge: {
    zh: '{assets} 项资产的本年计提与 {account} {name} 的贷方发生额不相等。',
    en: 'The year’s charge of {assets} assets is not what {account} {name} was credited.',
  },
  causeStatementReclass: {
    zh: '报表的“{label}”与账不符，重分类前后都不是这个数。',
    en: '“{label}” differs from the ledger, before and after reclassification.',
  },
  causeStatementSum: { zh: '报表的“{label}”不等于它的各项之和。', en: '“{label}” is not the sum of its lines.' },
  causeRetained: {
    zh: '“{label}”期末不等于年初加净利润再减利润分配。',
    en: '“{label}” is not its opening plus net profit less appropriation.',
  },
  causeCashFlow: {
    zh: '现金流量表的“{label}”不等于资产负债表的货币资金。',
    en: '“{label}” of the cash flow statement is not the balance sheet’s cash.',
  },
  followsCheck: { zh: '由 {id}“{name}”引起：', en: 'Caused by {id} “{name}”: ' },
} as const
