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
