import { ledgerReadingTexts } from './ledger-reading-texts.ts'
import { ledgerWords } from './ledger-words.ts'
import { tieOutTexts } from './tie-out-texts.ts'
import { tieOutVoucherTexts } from './tie-out-voucher-texts.ts'

/** What reading and verifying a ledger may say. `file*` refuse a file; `cause*` explain a difference; `skipped*` a check that could not run. Names of kinds, roles and classes are in `ledger-words.ts`. */
export const ledgerTexts = {
  voucherAmountBad: {
    zh: '“{value}”不是金额，请填写元，最多两位小数',
    en: '“{value}” is no amount; please give yuan with at most two decimals',
  },
  linesTooManyToSort: {
    zh: '符合条件的分录超过{limit}条，请先缩小范围再排序',
    en: 'More than {limit} lines match; narrow them down before sorting',
  },
  vouchersTooManyToExport: {
    zh: '符合条件的凭证超过{limit}张，请先按月份、金额等缩小范围再导出',
    en: 'More than {limit} vouchers match; narrow them down by month or amount before exporting',
  },
  ...ledgerWords,
  ...ledgerReadingTexts,
  ...tieOutTexts,
  ...tieOutVoucherTexts,
  fileNoBytes: {
    zh: '“{file}”是空文件（0 字节）。请重新从财务软件导出后再上传。',
    en: '“{file}” is empty (0 bytes). Please export it from the accounting program again.',
  },
  fileNoTable: {
    zh: '“{file}”里没有任何数据。请确认导出时选对了账套和期间，再重新上传。',
    en: '“{file}” holds no data. Please check the ledger and period chosen when exporting, then upload again.',
  },
  fileEncrypted: {
    zh: '“{file}”设有打开密码，无法读取。请在 Excel 或 WPS 中打开，取消密码后另存，再上传。',
    en: '“{file}” needs a password to open. Please open it in Excel or WPS, remove the password, save and upload again.',
  },
  fileTruncated: {
    zh: '“{file}”不完整，后面的内容丢失了。请让客户重新发送或重新导出这个文件。',
    en: '“{file}” is cut off: its end is missing. Please ask for the file again or export it once more.',
  },
  fileNotCalculated: {
    zh: '“{file}”第 {row} 行第 {column} 列是公式，但文件里没有保存计算结果。请用 Excel 或 WPS 打开、保存后重新上传。',
    en: '“{file}” row {row}, column {column} is a formula whose result is not in the file. Open it in Excel or WPS, save it, and upload it again.',
  },
  fileSecondTable: {
    zh: '“{file}”第 {row} 行起是另一张列不同的表，无法与上面的表一起读取。请把两张表分放到不同的工作表或文件后重新上传。',
    en: '“{file}” has another table with other columns from row {row} on, which cannot be read together with the one above. Put the tables on sheets or into files of their own and upload them again.',
  },
  fileColumnsCrossed: {
    zh: '“{file}”是用空格对齐的文本，第 {row} 行的文字越过了列的边界，无法确定数字属于哪一列。请改为导出 Excel 或用逗号、制表符分隔的文件后重新上传。',
    en: '“{file}” is text aligned with blanks, and the words of row {row} cross the columns, so that nobody knows which column its figures are of. Please export a workbook, or text separated by commas or tabs, and upload it again.',
  },
  fileDamaged: {
    zh: '“{file}”已损坏，无法读取。请在 Excel 或 WPS 中打开并另存为 xlsx；打不开就请客户重新导出。',
    en: '“{file}” is damaged. Please open it in Excel or WPS and save it as xlsx, or ask for a new export.',
  },
  filePicture: {
    zh: '“{file}”其实是一张图片（{kind}），不是表格。请上传从财务软件导出的 Excel 或 CSV 文件。',
    en: '“{file}” is a picture ({kind}), not a table. Please upload the Excel or CSV file the accounting program exports.',
  },
  filePdf: {
    zh: '“{file}”是 PDF，无法取数。请上传从财务软件导出的 Excel 或 CSV 文件。',
    en: '“{file}” is a PDF; figures cannot be taken from it. Please upload the exported Excel or CSV file.',
  },
  fileArchive: {
    zh: '“{file}”是压缩包（{kind}）。请解压后上传里面的文件。',
    en: '“{file}” is an archive ({kind}). Please unpack it and upload the files inside.',
  },
  fileOtherFormat: {
    zh: '“{file}”是 {kind} 格式，这里还不能读取。请在原软件中另存为 xlsx 或 CSV 后上传。',
    en: '“{file}” is of type {kind}, which cannot be read here. Please save it as xlsx or CSV and upload that.',
  },
  fileBinary: {
    zh: '“{file}”不是表格文件。请上传 xlsx、xls 或 CSV 文件。',
    en: '“{file}” is no table. Please upload an xlsx, xls or CSV file.',
  },
  fileTooLarge: {
    zh: '“{file}”超过 {limit} MB。旧版 xls 请另存为 xlsx 或 CSV；其他文件请按月份分开导出。',
    en: '“{file}” is over {limit} MB. Save an old xls as xlsx or CSV; export others month by month.',
  },
  fileBomb: {
    zh: '“{file}”解压后异常地大，为安全起见没有打开。请在 Excel 或 WPS 中另存为新文件后上传。',
    en: '“{file}” grows abnormally when unpacked and was not opened. Please save it anew in Excel or WPS.',
  },
  fileTooManyColumns: {
    zh: '“{file}”第 {row} 行超过 {limit} 列，不像账表。请删除右侧多余的列，或检查分隔符后重新导出。',
    en: '“{file}” has more than {limit} columns in row {row}. Remove the extra columns or check the delimiter.',
  },
  fileCellTooLong: {
    zh: '“{file}”第 {row} 行有一个单元格内容过长。请检查这一行的引号或分隔符后重新导出。',
    en: '“{file}” has an overlong cell in row {row}. Please check quotes and delimiters of this row.',
  },
  fileUnclosedQuote: {
    zh: '“{file}”第 {row} 行有一个引号没有成对，后面的内容无法分列。请改正这一行，或改用 xlsx 导出。',
    en: '“{file}” has an unpaired quote in row {row}; what follows cannot be split. Correct the row or export xlsx.',
  },
  fileEncoding: {
    zh: '“{file}”不是有效的 {encoding} 文本（约在第 {offset} 字节处）。请另存为 UTF-8 的 CSV 或 xlsx 后上传。',
    en: '“{file}” is not valid {encoding} text (near byte {offset}). Please save it as UTF-8 CSV or xlsx.',
  },
  fileDoctype: {
    zh: '“{file}”含有外部定义（DOCTYPE），为安全起见没有打开。请在 Excel 或 WPS 中另存为 xlsx 后上传。',
    en: '“{file}” contains a DOCTYPE and was not opened for safety. Please save it as xlsx in Excel or WPS.',
  },
  sheetUnknown: {
    zh: '“{sheet}”没有识别为账表，已跳过。如果它是账表，请检查表头是否完整。',
    en: '“{sheet}” was not recognised as a ledger table and is left out. If it is one, please check its header.',
  },
  sheetNoHeader: {
    zh: '“{sheet}”没有找到表头，已跳过。请保留导出时的表头行后重新上传。',
    en: '“{sheet}” has no header and is left out. Please keep the header rows of the export.',
  },
  sheetSuperseded: {
    zh: '“{sheet}”与“{other}”是同一种表，已采用期间更全的后者。',
    en: '“{sheet}” is the same kind of table as “{other}”, which covers more and is used.',
  },
  sheetPriorYear: {
    zh: '“{sheet}”是 {found} 年的表，项目年度是 {year} 年。',
    en: '“{sheet}” is of {found}; the project is of {year}.',
  },
  otherYear: {
    zh: '“{sheet}”是 {found} 年的，项目年度是 {year} 年。请上传 {year} 年的文件，或在 {found} 年的项目里上传它。',
    en: '“{sheet}” is of {found}, the project of {year}. Upload the file of {year}, or use a project of {found}.',
  },
  journalWithoutYear: {
    zh: '“{sheet}”的日期只有月和日，表头和文件名里也没有年份。请重新导出带年份的日期，或在文件名中写明年份（如 序时账{year}.xlsx）。',
    en: '“{sheet}” has dates without a year, and none in its titles or name. Export full dates, or put the year in the name (journal{year}.xlsx).',
  },
  yearAssumed: {
    zh: '“{sheet}”没有写明年度，按项目年度 {year} 年处理。',
    en: '“{sheet}” names no year; it is taken as {year}.',
  },
  periodConflict: {
    zh: '“{sheet}”各处写的年度不一致（{years}），已按 {taken} 年处理，请确认。',
    en: '“{sheet}” names different years ({years}); {taken} was taken. Please confirm.',
  },
  cellNotAmount: {
    zh: '“{sheet}”第 {row} 行“{header}”列的“{text}”不是金额，按 0 处理。请改正后重新上传。',
    en: '“{sheet}” row {row}, column “{header}”: “{text}” is no amount and counts as 0. Please correct it.',
  },
  cellNotSide: {
    zh: '“{sheet}”第 {row} 行“{header}”列的“{text}”不是借或贷，按借方处理。请改正后重新上传。',
    en: '“{sheet}” row {row}, column “{header}”: “{text}” is neither debit nor credit; taken as debit.',
  },
  cellRounded: {
    zh: '“{sheet}”第 {row} 行“{header}”列的“{text}”超过两位小数，已四舍五入到分。',
    en: '“{sheet}” row {row}, column “{header}”: “{text}” has more than two decimals and was rounded to the fen.',
  },
  codeRestored: {
    zh: '“{sheet}”第 {row} 行的科目编码 {printed} 丢失了末尾的零，已还原为 {code}。',
    en: '“{sheet}” row {row}: account code {printed} lost its last zero and was restored to {code}.',
  },
  evidenceTitle: { zh: '标题或名称写有“{text}”', en: 'A title or name says “{text}”' },
  evidenceColumn: { zh: '有“{header}”列', en: 'There is a column “{header}”' },
  evidenceItems: { zh: '有 {count} 个报表项目', en: 'It has {count} statement lines' },
  skippedNoTrialBalance: { zh: '没有科目余额表', en: 'There is no trial balance' },
  skippedNoJournal: { zh: '没有序时账', en: 'There is no journal' },
  skippedNoPrior: { zh: '没有上年科目余额表', en: 'There is no prior-year trial balance' },
  skippedNoSubtotals: { zh: '余额表没有小计行', en: 'The trial balance prints no subtotals' },
  skippedNoParents: { zh: '余额表没有上级科目', en: 'The trial balance prints no parent accounts' },
  skippedNoStatements: { zh: '没有财务报表', en: 'There are no statements' },
  skippedNoDimensions: { zh: '没有辅助余额表', en: 'There are no balances by dimension' },
  causeTableUnbalanced: {
    zh: '末级科目的借方合计与贷方合计不相等，可能缺少科目行。',
    en: 'The leaves’ debits and credits differ; account rows may be missing.',
  },
  causeRowNotClosed: {
    zh: '期初加借减贷不等于期末。',
    en: 'Opening plus debit minus credit is not the closing balance.',
  },
  causeEditedTotal: {
    zh: '{account} {name} 的汇总数与下级合计不相等，下级与序时账一致，汇总数可能被改动。',
    en: '{account} {name} differs from the sum of its children; the total was probably changed.',
  },
  causeMissingChild: {
    zh: '{account} {name} 与序时账一致，但下级合计不相等，可能缺少下级科目或下级被改动。',
    en: '{account} {name} agrees with the journal, its children do not: one is missing or changed.',
  },
  causeSubtotal: { zh: '“{label}”与明细合计不相等。', en: '“{label}” is not the sum of its rows.' },
  causeNotClosed: {
    zh: '{account} {name} 年末仍有余额，损益尚未结转。',
    en: '{account} {name} is not closed at year end.',
  },
  causeSomeNotClosed: {
    zh: '{account} {name} 年末仍有余额，而其他损益科目已经结转。',
    en: '{account} {name} is not closed although other profit and loss accounts are.',
  },
  causeProfitNotTransferred: {
    zh: '本年利润年末仍有余额，尚未转入利润分配。',
    en: '本年利润 still has a balance at year end.',
  },
  causeAbnormalSide: {
    zh: '{account} {name} 的余额在相反的一方。',
    en: '{account} {name} has its balance on the opposite side.',
  },
  causeSuspense: { zh: '{account} {name} 年末应无余额。', en: '{account} {name} should have no balance at year end.' },
  causeCarriedForward: {
    zh: '{account} {name} 的期初余额与上年期末余额不相等。',
    en: '{account} {name}: the opening balance is not last year’s closing balance.',
  },
  causeVoucherUnbalanced: {
    zh: '凭证 {voucher} 借方与贷方不相等。',
    en: 'Voucher {voucher}: debit and credit differ.',
  },
  causeGap: {
    zh: '缺少凭证 {voucher}。请让客户补充，或说明作废原因。',
    en: 'Voucher {voucher} is missing. Please ask for it or why it is void.',
  },
  causeGaps: {
    zh: '从 {voucher} 起连续缺少 {count} 张凭证（{from}–{to} 号）。',
    en: '{count} vouchers are missing from {voucher} on (numbers {from}–{to}).',
  },
  causeDuplicateNumber: {
    zh: '凭证号 {voucher} 出现在 {first} 和 {second} 两个日期。',
    en: 'Number {voucher} is used on {first} and on {second}.',
  },
  causeWrongPeriod: {
    zh: '凭证 {voucher} 的日期 {date} 不在 {period} 月。',
    en: 'Voucher {voucher}: {date} is not in month {period}.',
  },
  causeWrongYear: {
    zh: '凭证 {voucher} 的日期 {date} 不在 {year} 年。',
    en: 'Voucher {voucher}: {date} is not in {year}.',
  },
  causeUnknownAccount: {
    zh: '序时账有 {lines} 行记在 {account} {name}，余额表里没有这个科目。',
    en: '{lines} journal lines are posted to {account} {name}, which the trial balance does not have.',
  },
  causeParentPosting: {
    zh: '序时账有 {lines} 行记在非末级科目 {account} {name}。',
    en: '{lines} journal lines are posted to the parent account {account} {name}.',
  },
  causeUnposted: { zh: '凭证 {voucher} 尚未记账。', en: 'Voucher {voucher} is not posted.' },
  causeVoided: { zh: '凭证 {voucher} 已作废，未计入。', en: 'Voucher {voucher} is void and not counted.' },
  causeMissingMonth: {
    zh: '序时账没有 {month} 月的凭证。请补充这个月的导出文件。',
    en: 'The journal has no voucher of month {month}. Please add its export.',
  },
  causeOverlap: { zh: '凭证 {voucher} 在多个文件中重复出现。', en: 'Voucher {voucher} is in more than one file.' },
  causeTruncated: {
    zh: '“{sheet}”正好到第 {row} 行（格式上限），后面的数据可能丢失。请分月导出。',
    en: '“{sheet}” ends at row {row}, the format’s limit; the rest may be lost. Please export month by month.',
  },
  causeUnit: {
    zh: '两份文件的金额相差 {factor} 倍，单位可能不同。',
    en: 'The files differ by the factor {factor}: probably another unit.',
  },
  causeMissingMonths: {
    zh: '序时账缺少 {months} 月，这些月的发生额没有凭证。',
    en: 'The journal lacks the months {months}.',
  },
  causeVoucherLine: {
    zh: '凭证 {voucher} 中这一行的金额被改动。',
    en: 'The amount of this line of voucher {voucher} was changed.',
  },
  causeUnpostedSum: {
    zh: '差额正好是 {vouchers} 张未记账凭证的金额。',
    en: 'The difference is the sum of {vouchers} unposted vouchers.',
  },
  causeSign: {
    zh: '{account} 借贷两方相差相同，红字在一份文件里记在另一方。',
    en: '{account} differs by the same on both sides: red letters are on the other side in one file.',
  },
  skippedUnmapped: {
    zh: '报表项目与账不一致，但有科目未能归类，不能判断；请在关系单中归类后再比对',
    en: 'Lines of the statements differ from the books, but accounts are not mapped, so nothing can be said; map them in the relations and compare again',
  },
  causeUnexplained: {
    zh: '{account} 的差额没有找到原因，请逐笔核对。',
    en: '{account}: no cause was found; please compare line by line.',
  },
  causeStatementLine: {
    zh: '报表的“{label}”与账上计算的不相等。',
    en: '“{label}” of the statement differs from the ledger.',
  },
  causeStatementFollows: {
    zh: '报表的“{label}”与余额表一致；差额来自序时账与余额表的不符。',
    en: '“{label}” agrees with the trial balance; the difference is the journal’s own.',
  },
  causeDimension: {
    zh: '{account} {name} 的辅助余额合计与科目余额不相等。',
    en: '{account} {name}: its dimensions do not add up to it.',
  },
  causeDimensionDouble: {
    zh: '{account} {name} 的辅助余额正好是科目的两倍，可能重复计算。',
    en: '{account} {name}: its dimensions are exactly twice the account.',
  },
  causeOwnBalance: {
    zh: '客户的资产负债表不平：资产总计与负债和所有者权益总计不相等。',
    en: 'The client’s balance sheet does not balance.',
  },
} as const
