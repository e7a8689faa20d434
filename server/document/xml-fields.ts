import type { TableRow } from '#engine/retrieval/block.ts'
import { allText, elements, type XmlNode } from './xml-tree.ts'

const MOST = 5000
/** Signatures and ciphers are no words. */
const LONGEST = 400

/** What the fields of electronic invoices are called. */
const words: Record<string, string> = {
  InvoiceCode: '发票代码',
  InvoiceNo: '发票号码',
  InvoiceNumber: '发票号码',
  EIid: '数电票号码',
  DocID: '文档编号',
  TypeCode: '发票类型代码',
  TaxControlCode: '税控码',
  GraphCode: '二维码内容',
  IssueDate: '开票日期',
  IssueTime: '开票时间',
  InvoiceCheckCode: '校验码',
  MachineNo: '机器编号',
  BuyerName: '购买方名称',
  BuyerTaxID: '购买方纳税人识别号',
  BuyerIdNum: '购买方纳税人识别号',
  BuyerAddrTel: '购买方地址、电话',
  BuyerFinancialAccount: '购买方开户行及账号',
  SellerName: '销售方名称',
  SellerTaxID: '销售方纳税人识别号',
  SellerIdNum: '销售方纳税人识别号',
  SellerAddrTel: '销售方地址、电话',
  SellerFinancialAccount: '销售方开户行及账号',
  TaxInclusiveTotalAmount: '价税合计',
  'TotalTax-includedAmount': '价税合计',
  TaxTotalAmount: '合计税额',
  TotalTaxAm: '合计税额',
  TaxExclusiveTotalAmount: '合计金额',
  TotalAmWithoutTax: '合计金额',
  Note: '备注',
  InvoiceClerk: '开票人',
  Payee: '收款人',
  Checker: '复核',
  Item: '项目名称',
  ItemName: '项目名称',
  Specification: '规格型号',
  MeasurementDimension: '单位',
  Price: '单价',
  Quantity: '数量',
  Amount: '金额',
  TaxScheme: '税率',
  TaxRate: '税率',
  TaxAmount: '税额',
}

/** The fields of a record in XML as rows of name and value, in order. */
export function fieldRows(tree: XmlNode): TableRow[] {
  const rows: TableRow[] = []
  const walk = (node: XmlNode) => {
    const inner = elements(node)
    if (inner.length > 0) {
      for (const one of inner) walk(one)
      return
    }
    const text = allText(node).trim()
    if (text === '' || text.length > LONGEST || rows.length >= MOST || node.name === 'Signature') return
    rows.push({
      row: rows.length + 1,
      cells: [
        { column: 1, text: words[node.name] ?? node.name },
        { column: 2, text },
      ],
    })
  }
  walk(tree)
  return rows
}
