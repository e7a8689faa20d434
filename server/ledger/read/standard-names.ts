/**
 * Element ids of GB/T 24589.1-2024 with their names, as far as `facts/ledger-layouts.json` gives them (certainty low:
 * from one third-party implementation). Files that use the names themselves need no id.
 */
const names2024: Readonly<Record<string, string>> = {
  '010113': '会计年度',
  '010201': '会计期间号',
  '020301': '科目编号',
  '020302': '科目名称',
  '020501': '期初余额方向',
  '020506': '期初本币余额',
  '020509': '借方本币金额',
  '020512': '贷方本币金额',
  '020502': '期末余额方向',
  '020515': '期末本币余额',
  '020601': '记账凭证日期',
  '020602': '记账凭证编号',
  '020603': '记账凭证行号',
  '020604': '记账凭证摘要',
  '020613': '制单人',
  '020614': '审核人',
  '020615': '记账人',
}

/** The word of a field: its own name, or the name of the id it bears (`F020301`, `<数据元素 标识符="020301">`). */
export function fieldName(name: string, attributes = ''): string {
  const id =
    /(?:^|\D)(\d{6})$/.exec(name)?.[1] ?? /(?:id|编号|标识符?|code)\s*=\s*["'](\d{6})["']/i.exec(attributes)?.[1]
  return (id === undefined ? undefined : names2024[id]) ?? name
}
