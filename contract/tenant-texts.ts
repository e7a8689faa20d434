/** What the administration of tenants, packages and limits may refuse. */
export const tenantTexts = {
  tenantName: { zh: '请输入租户名称', en: 'Please enter the name of the tenant' },
  tenantIdForm: { zh: '租户编号应为6到12位字母或数字', en: 'A tenant id has 6 to 12 letters or digits' },
  tenantIdTaken: { zh: '租户编号 {tenantId} 已被使用', en: 'Tenant id {tenantId} is taken' },
  tenantNameTaken: { zh: '已有名为“{name}”的租户', en: 'There is already a tenant called “{name}”' },
  tenantDomainWrong: {
    zh: '域名“{domain}”不正确，应为 https://主机名 或 主机名，不含账号、路径和参数',
    en: '“{domain}” is no domain: write https://host or host, without account, path or parameters',
  },
  tenantDomainTaken: {
    zh: '域名 {domain} 已属于另一租户',
    en: 'Domain {domain} already belongs to another tenant',
  },
  tenantDateWrong: { zh: '日期“{date}”不存在', en: 'There is no date “{date}”' },
  tenantIsPlatform: {
    zh: '管理租户不能停用、删除或设限',
    en: 'The tenant that runs the platform cannot be closed or limited',
  },
  tenantIsOwn: { zh: '不能停用或删除自己所在的租户', en: 'You cannot close the tenant you belong to' },
  enterOwn: { zh: '已在该租户中，无需进入', en: 'You are in that tenant already' },
  tenantExpiresTitle: { zh: '贵单位的使用期限还有{days}天', en: 'Your subscription ends in {days} days' },
  tenantExpiresBody: {
    zh: '使用期限到{date}为止，到期后将不能登录，数据会保留。请及时联系平台管理员续期。',
    en: "It ends on {date}. After that nobody can sign in; your data stays. Ask the platform's administrator to renew it in time.",
  },
  enterReason: { zh: '请填写进入的原因', en: 'Please say why you enter' },
  firmExists: { zh: '该租户已有事务所：{name}', en: 'The tenant already has a firm: {name}' },
  firmInUse: {
    zh: '事务所“{name}”下还有{count}家企业，不能删除',
    en: 'Firm “{name}” still has {count} enterprises and cannot be deleted',
  },
  firmName: { zh: '请输入事务所名称', en: 'Please enter the name of the firm' },
  packageCode: {
    zh: '套餐编码以小写字母开头，由小写字母、数字和连字符组成',
    en: 'The code of a package starts with a letter and has small letters, digits and hyphens',
  },
  packageName: { zh: '请输入套餐名称', en: 'Please enter the name of the package' },
  packageCodeTaken: { zh: '套餐编码 {code} 已被使用', en: 'Package code {code} is taken' },
  packageInUse: {
    zh: '套餐“{name}”正被{count}个租户使用，不能删除；可以停用',
    en: 'Package “{name}” is used by {count} tenants and cannot be deleted; you may disable it',
  },
  packageMissing: { zh: '套餐不存在或已停用', en: 'There is no such package, or it is disabled' },
  packageEdition: {
    zh: '套餐“{name}”不适用于这类租户',
    en: 'Package “{name}” is not for this kind of tenant',
  },
  allowanceVoid: { zh: '该额度已作废', en: 'This allowance was already taken back' },
} as const
