/** What client enterprises may refuse, and what people are told of them by message. */
export const enterpriseTexts = {
  enterpriseCapital: {
    zh: '注册资本应为不带千分位的金额，单位元，最多两位小数',
    en: 'Registered capital is an amount in yuan without separators, with at most two decimals',
  },
  enterpriseDay: { zh: '日期不正确，应为 年-月-日', en: 'The date is not right; write yyyy-MM-dd' },
  dictKeyUnknown: { zh: '{field}“{value}”不在可选范围内', en: '“{value}” is not one of the choices of {field}' },
  taxEndsEarly: { zh: '税种的结束日期不能早于开始日期', en: 'A tax cannot end before it begins' },
  taxOverlaps: {
    zh: '同一税种的期间不能重叠：{name}',
    en: 'The periods of one tax cannot overlap: {name}',
  },
  contactName: { zh: '请输入联系人姓名', en: 'Please enter the name of the contact' },
  primaryTwice: { zh: '只能有一位主要联系人', en: 'Only one contact can be the primary one' },
  noteContent: { zh: '请输入跟进内容', en: 'Please enter the note' },
  memberUnknown: { zh: '只能分配给可以登录的同事', en: 'Only colleagues who can sign in can be assigned' },
  assignByLead: {
    zh: '只有管理员和企业负责人可以调整成员',
    en: 'Only administrators and the lead of a client change who is assigned',
  },
  creatorStays: {
    zh: '“{name}”是该企业的建立人，始终可以看到它；人员离职时请办理交接',
    en: '“{name}” added this client and always sees it; when somebody leaves, hand the clients over',
  },
  assignedTitle: { zh: '您被分配到企业“{name}”', en: 'You are assigned to the client “{name}”' },
  assignedTitleMany: { zh: '您被分配到 {count} 家企业', en: 'You are assigned to {count} clients' },
  assignedBody: { zh: '{by}把您加为成员：{names}', en: '{by} made you a member: {names}' },
  assignedLeadBody: { zh: '{by}把您设为负责人：{names}', en: '{by} made you the lead: {names}' },
} as const
