import { tenant } from '#contract/tenant.ts'
import { exportOf } from '../list/list-export.ts'
import { tenantService } from './service.ts'

export const tenantExport = exportOf(tenant.list, {
  name: 'tenant',
  title: { zh: '租户', en: 'Tenants' },
  rows: tenantService.list,
  columns: [
    { key: 'tenantName', title: { zh: '租户名称', en: 'Tenant' }, width: 36 },
    { key: 'tenantId', title: { zh: '租户编号', en: 'Tenant id' }, width: 14 },
    {
      key: 'kind',
      title: { zh: '类型', en: 'Kind' },
      words: {
        platform: { zh: '平台', en: 'Platform' },
        firm: { zh: '事务所', en: 'Firm' },
        school: { zh: '院校', en: 'School' },
        person: { zh: '个人', en: 'Person' },
      },
    },
    {
      key: 'state',
      title: { zh: '状态', en: 'State' },
      words: {
        trial: { zh: '试用', en: 'Trial' },
        active: { zh: '正常', en: 'Active' },
        expired: { zh: '已到期', en: 'Expired' },
        disabled: { zh: '已停用', en: 'Disabled' },
      },
    },
    { key: 'packageName', title: { zh: '套餐', en: 'Package' }, width: 18 },
    { key: 'expireTime', title: { zh: '到期日', en: 'Expires' }, width: 20 },
    { key: 'linkman', title: { zh: '联系人', en: 'Contact' } },
    { key: 'contactNumber', title: { zh: '联系电话', en: 'Phone' } },
    { key: 'domain', title: { zh: '域名', en: 'Domain' }, width: 30 },
    { key: 'datasourceName', title: { zh: '数据源', en: 'Data source' }, width: 18 },
    { key: 'createTime', title: { zh: '创建时间', en: 'Created' }, width: 20 },
  ],
})
