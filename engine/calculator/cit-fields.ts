import { yearField } from './year-field.ts'
import type { Field, RowsField } from './work.ts'

/** What the quick calculation of corporate income tax asks. */
export const citFields: readonly Field[] = [
  yearField,
  {
    key: 'kind',
    label: { zh: '适用税率', en: 'Rate' },
    kind: 'choice',
    start: 'standard',
    options: [
      { value: 'standard', label: { zh: '法定税率', en: 'Statutory' } },
      { value: 'hnte', label: { zh: '高新技术企业', en: 'High and new technology' } },
      { value: 'west', label: { zh: '西部大开发', en: 'Western development' } },
    ],
  },
  { key: 'profit', label: { zh: '利润总额', en: 'Profit' }, kind: 'money', needed: true, signed: true },
  {
    key: 'revenue',
    label: { zh: '销售（营业）收入基数', en: 'Sales as the base of limits' },
    kind: 'money',
    hint: { zh: '含视同销售', en: 'With deemed sales' },
  },
  { key: 'entertainment', label: { zh: '业务招待费', en: 'Entertainment' }, kind: 'money' },
  { key: 'advertising', label: { zh: '广告费和业务宣传费', en: 'Advertising' }, kind: 'money' },
  {
    key: 'trade',
    label: { zh: '广宣费行业', en: 'Trade, for advertising' },
    kind: 'choice',
    start: 'general',
    options: [
      { value: 'general', label: { zh: '一般', en: 'General' } },
      {
        value: 'thirty',
        label: { zh: '化妆品、医药、饮料（不含酒类）制造等', en: 'Cosmetics, medicine, drinks without alcohol' },
      },
      { value: 'tobacco', label: { zh: '烟草', en: 'Tobacco' } },
    ],
  },
  { key: 'advertisingPrior', label: { zh: '以前年度结转广宣费', en: 'Advertising carried in' }, kind: 'money' },
  { key: 'wages', label: { zh: '税前工资薪金总额', en: 'Wages allowed' }, kind: 'money' },
  { key: 'welfare', label: { zh: '职工福利费', en: 'Welfare' }, kind: 'money' },
  { key: 'education', label: { zh: '职工教育经费', en: 'Staff education' }, kind: 'money' },
  { key: 'educationPrior', label: { zh: '以前年度结转职工教育经费', en: 'Education carried in' }, kind: 'money' },
  { key: 'union', label: { zh: '工会经费', en: 'Union' }, kind: 'money' },
  { key: 'donation', label: { zh: '限额扣除的公益性捐赠', en: 'Donations within the limit' }, kind: 'money' },
  { key: 'donationPrior', label: { zh: '以前年度结转捐赠', en: 'Donations carried in' }, kind: 'money' },
  {
    key: 'disallowed',
    label: { zh: '罚款、滞纳金、赞助等不得扣除', en: 'Fines, surcharges, sponsorship: not allowed' },
    kind: 'money',
  },
  { key: 'provisions', label: { zh: '减值准备等（净计提）', en: 'Provisions, net' }, kind: 'money', signed: true },
  { key: 'bookDepreciation', label: { zh: '账载折旧摊销', en: 'Depreciation booked' }, kind: 'money' },
  { key: 'taxDepreciation', label: { zh: '税收折旧摊销', en: 'Depreciation for tax' }, kind: 'money' },
  { key: 'exemptIncome', label: { zh: '免税、不征税收入', en: 'Exempt income' }, kind: 'money' },
  { key: 'otherUp', label: { zh: '其他调增', en: 'Other, up' }, kind: 'money' },
  { key: 'otherDown', label: { zh: '其他调减', en: 'Other, down' }, kind: 'money' },
  { key: 'research', label: { zh: '可加计的研发费用', en: 'R&D expense' }, kind: 'money' },
  {
    key: 'researchCase',
    label: { zh: '加计比例', en: 'Super-deduction' },
    kind: 'choice',
    start: 'general',
    options: [
      { value: 'general', label: { zh: '一般企业', en: 'General' } },
      {
        value: 'ic_or_machine_tool',
        label: { zh: '集成电路、工业母机企业', en: 'Integrated circuits, machine tools' },
      },
    ],
  },
  { key: 'staff', label: { zh: '从业人数（季度平均）', en: 'Staff, average of quarters' }, kind: 'count' },
  { key: 'assets', label: { zh: '资产总额（季度平均，元）', en: 'Assets, average of quarters (CNY)' }, kind: 'money' },
  { key: 'restricted', label: { zh: '国家限制或禁止行业', en: 'A restricted or forbidden trade' }, kind: 'flag' },
  { key: 'prepaid', label: { zh: '已预缴税额', en: 'Prepaid' }, kind: 'money' },
]

/** Losses of years before. */
export const lossRows: RowsField = {
  title: { zh: '以前年度亏损', en: 'Losses of years before' },
  fields: [
    { key: 'year', label: { zh: '亏损年度', en: 'Year of loss' }, kind: 'year', needed: true },
    { key: 'left', label: { zh: '尚未弥补金额', en: 'Not yet used' }, kind: 'money', needed: true },
    {
      key: 'kind',
      label: { zh: '结转年限', en: 'Carried on for' },
      kind: 'choice',
      start: 'general',
      options: [
        { value: 'general', label: { zh: '一般企业', en: 'General' } },
        { value: 'hnte_or_tech_sme', label: { zh: '高新、科技型中小', en: 'High-tech, tech SME' } },
        { value: 'hardship_2020', label: { zh: '2020 年困难行业', en: 'Hardship trade of 2020' } },
      ],
    },
  ],
  start: [],
  max: 20,
}
