import type { Company } from './testing-figures.ts'
import { printDay, yuan } from './testing-layouts.ts'

const two = (number: number) => String(number).padStart(2, '0')
const side = (fen: bigint) => (fen > 0n ? '借' : fen < 0n ? '贷' : '平')
const positive = (fen: bigint) => yuan(fen < 0n ? -fen : fen)
type Record_ = [string, string | number][]

const balances = (company: Company): Record_[] =>
  company.months.flatMap((month, at) =>
    [...month].map(([code, one]): Record_ => [
      ['科目编号', code],
      ['期初余额方向', side(one.opening)],
      ['期末余额方向', side(one.closing)],
      ['币种编码', 'CNY'],
      ['会计年度', company.year],
      ['会计期间号', at + 1],
      ['期初数量', 0],
      ['期初原币余额', positive((one.opening * 100n) / 713n)],
      ['期初本币余额', positive(one.opening)],
      ['借方原币金额', yuan((one.debit * 100n) / 713n)],
      ['借方本币金额', yuan(one.debit)],
      ['贷方原币金额', yuan((one.credit * 100n) / 713n)],
      ['贷方本币金额', yuan(one.credit)],
      ['期末原币余额', positive((one.closing * 100n) / 713n)],
      ['期末本币余额', positive(one.closing)],
    ]),
  )

const lines = (company: Company): Record_[] =>
  company.postings.map((one, at): Record_ => [
    ['记账凭证日期', printDay(company.year, one, 'iso').replaceAll('-', '')],
    ['会计年度', company.year],
    ['会计期间号', two(one.month)],
    ['记账凭证类型编号', one.word],
    ['记账凭证编号', one.number],
    ['记账凭证行号', at + 1],
    ['记账凭证摘要', one.summary],
    ['科目编号', one.account],
    ['辅助项1编号', one.dimension?.code ?? ''],
    ['币种编码', 'CNY'],
    ['借方原币金额', yuan(one.originalDebit)],
    ['借方本币金额', yuan(one.debit)],
    ['贷方原币金额', yuan(one.originalCredit)],
    ['贷方本币金额', yuan(one.credit)],
    ['汇率', '1'],
    ['附件数', 1],
    ['制单人', one.maker],
    ['审核人', one.checker],
    ['记账人', '记账员'],
    ['记账标志', '1'],
    ['作废标志', '0'],
  ])

const xml = (name: string, records: Record_[]) =>
  records
    .map((fields) => {
      const inside = fields
        .filter(([, value]) => value !== '')
        .map(([field, value]) => `<${field}>${String(value).replaceAll('&', '&amp;')}</${field}>`)
      return `<${name}>${inside.join('')}</${name}>`
    })
    .join('\n')

const chart = (company: Company): Record_[] =>
  company.chart.map(({ code, name, path }) => [
    ['科目编号', code],
    ['科目名称', name],
    ['科目级次', path.length],
    ['科目类型', '资产'],
    ['余额方向', '借'],
  ])

/** 总账.xml as GB/T 24589.1-2010 names its elements. */
export const standard2010 = (company: Company): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<总账><总账基础信息><会计科目编号规则>4-2-2-2</会计科目编号规则></总账基础信息>\n${xml('会计科目', chart(company))}\n${xml('科目余额及发生额', balances(company))}\n${xml('记账凭证', lines(company))}</总账>`

/** 公共档案.xml of the same company. */
export const archive2010 = (company: Company): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<公共档案><电子账簿><电子账簿名称>${company.name}</电子账簿名称><会计年度>${company.year}</会计年度></电子账簿>${xml(
    '会计期间',
    company.months.map((_, at) => [
      ['会计年度', company.year],
      ['会计期间号', at + 1],
    ]),
  )}</公共档案>`

const ids: Record<string, string> = {
  会计年度: '010113',
  会计期间号: '010201',
  科目编号: '020301',
  科目名称: '020302',
  期初余额方向: '020501',
  期初本币余额: '020506',
  借方本币金额: '020509',
  贷方本币金额: '020512',
  期末余额方向: '020502',
  期末本币余额: '020515',
  记账凭证日期: '020601',
  记账凭证编号: '020602',
  记账凭证行号: '020603',
  记账凭证摘要: '020604',
  制单人: '020613',
  审核人: '020614',
  记账人: '020615',
}

const keyed = (fields: Record_) => Object.fromEntries(fields.map(([field, value]) => [ids[field] ?? field, value]))

/** The 2024 edition as JSON by ids, vouchers with their entries inside; only fields that have an id or a plain name. */
export function standard2024(company: Company): string {
  const head = new Set([
    '记账凭证日期',
    '会计年度',
    '会计期间号',
    '记账凭证类型编号',
    '记账凭证编号',
    '制单人',
    '审核人',
    '记账人',
  ])
  const vouchers = Map.groupBy(lines(company), (fields) => fields.slice(0, 5).join('|'))
  return JSON.stringify({
    标准版本: 'GB/T 24589.1-2024',
    会计科目: chart(company).map(keyed),
    科目余额及发生额: balances(company).map(keyed),
    记账凭证: [...vouchers.values()].map((group) =>
      Object.assign(keyed((group[0] ?? []).filter(([field]) => head.has(field))), {
        记账凭证分录: group.map((fields) => keyed(fields.filter(([field]) => !head.has(field)))),
      }),
    ),
  })
}

/** GL tables of ISO 21378 as text files, one a table. */
export function iso21378(company: Company): { name: string; rows: (string | number | null)[][] }[] {
  return [
    {
      name: 'BAS_Chart_Of_Accounts.csv',
      rows: [['GL_Account_Number', 'GL_Account_Name'], ...company.chart.map(({ code, name }) => [code, name])],
    },
    {
      name: 'GL_Trial_Balance.csv',
      rows: [
        ['GL_Account_Number', 'Fiscal_Year', 'Accounting_Period', 'Local_Beginning_Balance', 'Local_Debit_Amount', 'Local_Credit_Amount', 'Local_Ending_Balance', 'Local_Currency_Code'],
        ...company.months.flatMap((month, at) =>
          [...month].map(([code, one]) => [code, company.year, two(at + 1), yuan(one.opening), yuan(one.debit), yuan(one.credit), yuan(one.closing), 'CNY']),
        ),
      ],
    },
    {
      name: 'GL_Journal_Entry_Details.csv',
      rows: [
        ['Journal_ID', 'Journal_ID_Line_Number', 'Effective_Date', 'Fiscal_Year', 'Accounting_Period', 'JE_Line_Description', 'GL_Account_Number', 'Local_Debit_Amount', 'Local_Credit_Amount', 'Transaction_Currency_Amount', 'Entered_By', 'Approved_By'],
        ...company.postings.map((one, at) => [`${one.word}-${one.number}`, at + 1, printDay(company.year, one, 'iso'), company.year, two(one.month), one.summary, one.account, yuan(one.debit), yuan(one.credit), yuan(one.originalDebit), one.maker, one.checker]),
      ],
    },
  ] // prettier-ignore
}
