import type { Text } from '#contract/texts.ts'

/** The words of firm management. */
export const manageTexts = {
  title: { zh: '事务所管理', en: 'Firm management' },
  edit: { zh: '编辑', en: 'Edit' },
  editFirm: { zh: '编辑事务所', en: 'Edit the firm' },
  newFirm: { zh: '新增事务所', en: 'New firm' },
  firmName: { zh: '事务所名称', en: 'Firm' },
  firmNamePlease: { zh: '请输入事务所名称', en: 'Please enter the name of the firm' },
  creditCode: { zh: '统一社会信用代码', en: 'Unified social credit code' },
  creditCodeWrong: {
    zh: '统一社会信用代码不正确，请核对18位代码',
    en: 'The unified social credit code is not right; check its 18 characters',
  },
  contact: { zh: '联系人', en: 'Contact' },
  phone: { zh: '电话', en: 'Phone' },
  address: { zh: '地址', en: 'Address' },
  masked: { zh: '隐藏企业名称', en: "Mask clients' names" },
  maskedHint: {
    zh: '列表和页头中企业名称只显示首尾，如“杭********司”',
    en: "Lists and heads show only the first and last character of a client's name",
  },
  on: { zh: '已开启', en: 'On' },
  off: { zh: '未开启', en: 'Off' },
  usage: { zh: '资源用量', en: 'Usage' },
  moreUsage: { zh: '查看明细', en: 'Details' },
  tenantId: { zh: '租户编号', en: 'Tenant id' },
  tenantIdPlease: { zh: '请输入没有事务所的租户编号', en: 'Please enter the id of a tenant without a firm' },
  actions: { zh: '操作', en: 'Actions' },
  remove: { zh: '删除', en: 'Delete' },
  removeSure: { zh: '将删除事务所“{name}”，是否继续？', en: 'Delete the firm “{name}”?' },
  removed: { zh: '已删除', en: 'Deleted' },
  saved: { zh: '已保存', en: 'Saved' },
  noFirms: { zh: '还没有事务所。新增租户时会一并建立。', en: 'No firms yet. A new tenant comes with one.' },
} as const satisfies Record<string, Text>
