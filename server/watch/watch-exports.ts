import { audit } from '#contract/audit.ts'
import { log } from '#contract/log.ts'
import { online } from '#contract/online.ts'
import { attachment } from '#contract/storage.ts'
import type { Text } from '#contract/texts.ts'
import { exportOf, type ListExport } from '../list/list-export.ts'
import { attachmentService } from './attachment-service.ts'
import { auditService } from './audit-service.ts'
import { logService } from './log-service.ts'
import { onlineService } from './online-service.ts'

const time = { key: 'createTime', title: { zh: '时间', en: 'Time' }, width: 20 }
const person = { key: 'userName', title: { zh: '人员', en: 'Person' }, width: 12 }
const address = { key: 'address', title: { zh: '地址', en: 'Address' }, width: 18 }
const trace = { key: 'traceId', title: { zh: '追踪号', en: 'Trace' }, width: 38 }
const action = { key: 'action', title: { zh: '动作', en: 'Action' }, width: 22 }
const record = { key: 'bizType', title: { zh: '对象', en: 'Record' }, width: 16 }
const method = { key: 'method', title: { zh: '方法', en: 'Method' }, width: 8 }
const path = { key: 'path', title: { zh: '路径', en: 'Path' }, width: 44 }
const account = { key: 'account', title: { zh: '账号', en: 'Account' }, width: 18 }
const agent = { key: 'userAgent', title: { zh: '设备', en: 'Device' }, width: 40 }
const result: Record<string, Text> = { ok: { zh: '成功', en: 'Signed in' }, failed: { zh: '失败', en: 'Refused' } }
const json = (value: unknown) => (value === null || value === undefined ? '' : JSON.stringify(value))

/** The lists of this slice that can be written as workbooks: the logs, the audit, online users and attachments. */
export const watchExports: readonly ListExport[] = [
  exportOf(log.usual, {
    name: 'logUsual',
    title: { zh: '通用日志', en: 'General log' },
    rows: logService.usual,
    columns: [
      time,
      person,
      action,
      record,
      { key: 'detail', title: { zh: '说明', en: 'Detail' }, width: 40, value: (row) => row.detail || row.bizId },
      address,
      trace,
    ],
  }),
  exportOf(log.api, {
    name: 'logApi',
    title: { zh: '接口日志', en: 'Call log' },
    rows: logService.api,
    columns: [
      time,
      person,
      method,
      path,
      { key: 'status', title: { zh: '状态码', en: 'Status' }, width: 8 },
      { key: 'took', title: { zh: '用时（毫秒）', en: 'Time (ms)' }, width: 12 },
      { key: 'params', title: { zh: '参数', en: 'Parameters' }, width: 60, value: (row) => json(row.params) },
      address,
      trace,
    ],
  }),
  exportOf(log.error, {
    name: 'logError',
    title: { zh: '错误日志', en: 'Error log' },
    rows: logService.error,
    columns: [
      time,
      person,
      method,
      path,
      { key: 'message', title: { zh: '错误', en: 'Fault' }, width: 60 },
      address,
      trace,
    ],
  }),
  exportOf(log.signIn, {
    name: 'logSignIn',
    title: { zh: '登录日志', en: 'Sign-in log' },
    rows: logService.signIn,
    columns: [
      time,
      account,
      person,
      { key: 'method', title: { zh: '方式', en: 'Way' }, width: 12 },
      { key: 'result', title: { zh: '结果', en: 'Result' }, width: 8, words: result },
      { key: 'reason', title: { zh: '原因', en: 'Reason' }, width: 24 },
      address,
      agent,
      trace,
    ],
  }),
  exportOf(log.browser, {
    name: 'logBrowser',
    title: { zh: '浏览器日志', en: 'Browser log' },
    rows: logService.browser,
    columns: [
      time,
      person,
      { key: 'type', title: { zh: '类型', en: 'Kind' }, width: 14 },
      { key: 'message', title: { zh: '信息', en: 'Message' }, width: 60 },
      { key: 'url', title: { zh: '页面', en: 'Page' }, width: 40 },
    ],
  }),
  exportOf(audit.list, {
    name: 'audit',
    title: { zh: '审计记录', en: 'Audit' },
    // checked rows are named by their id, which of an entry is its number
    async rows(context, paging) {
      const found = await auditService.list(context, paging)
      return { ...found, records: found.records.map((row) => Object.assign(row, { id: String(row.seq) })) }
    },
    columns: [
      { key: 'seq', title: { zh: '序号', en: 'No.' }, width: 8 },
      time,
      { key: 'actorName', title: { zh: '人员', en: 'Person' }, width: 12 },
      action,
      record,
      {
        key: 'changes',
        title: { zh: '变更', en: 'Changes' },
        width: 80,
        value: ({ before, after }) => [json(before), json(after)].filter(Boolean).join(' → '),
      },
      address,
      trace,
    ],
  }),
  exportOf(online.list, {
    name: 'online',
    title: { zh: '在线用户', en: 'Online users' },
    rows: onlineService.list,
    columns: [
      { key: 'realName', title: { zh: '人员', en: 'Person' }, width: 12 },
      account,
      { key: 'deptName', title: { zh: '部门', en: 'Department' }, width: 20 },
      address,
      agent,
      { key: 'method', title: { zh: '方式', en: 'Way' }, width: 12 },
      { ...time, title: { zh: '登录时间', en: 'Since' } },
      { ...time, key: 'seenTime', title: { zh: '最近活动', en: 'Last seen' } },
    ],
  }),
  exportOf(attachment.list, {
    name: 'attachment',
    title: { zh: '附件', en: 'Attachments' },
    rows: attachmentService.list,
    columns: [
      { key: 'name', title: { zh: '文件名', en: 'File' }, width: 40 },
      { key: 'size', title: { zh: '大小（字节）', en: 'Bytes' }, width: 14 },
      { key: 'purpose', title: { zh: '用途', en: 'Purpose' }, width: 14 },
      { key: 'createUserName', title: { zh: '上传人', en: 'By' }, width: 12 },
      { ...time, title: { zh: '上传时间', en: 'Uploaded' } },
    ],
  }),
]
