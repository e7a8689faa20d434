/** What logs, notices, storage and schedules may refuse, and what the product tells people by message. */
export const watchTexts = {
  noticeTitle: { zh: '请输入公告标题', en: 'Please enter the title' },
  noticeContent: { zh: '请输入公告内容', en: 'Please enter the content' },
  noticeScopeEmpty: { zh: '请选择公告的接收范围', en: 'Please choose whom the notice is for' },
  noticeReleased: { zh: '公告已发布，请先撤回', en: 'The notice is out; withdraw it first' },
  noticeNotReleased: { zh: '公告没有发布', en: 'The notice is not out' },
  noticeExpires: { zh: '失效时间应晚于发布时间', en: 'The notice would expire before it is released' },
  messageLocked: {
    zh: '系统和安全消息不能关闭',
    en: 'Messages of the system and of security cannot be turned off',
  },
  kickOwn: {
    zh: '不能强制下线自己正在使用的会话，请退出登录',
    en: 'This is the session you are using; sign out instead',
  },
  deleteReason: { zh: '请填写删除原因', en: 'Please say why it is deleted' },
  attachmentHeld: {
    zh: '“{name}”是账套数据的来源文件，不能删除',
    en: '“{name}” is what a ledger was read from and cannot be deleted',
  },
  cronWrong: {
    zh: '执行时间“{cron}”不正确：应为分 时 日 月 周五段，例如 30 2 * * *',
    en: '“{cron}” is not a time: write minute, hour, day, month and weekday, e.g. 30 2 * * *',
  },
  scheduleGone: { zh: '当前版本没有这个任务', en: 'This version has no such job' },
  auditBrokenTitle: { zh: '审计链校验未通过', en: 'The audit chain does not hold' },
  auditBrokenBody: {
    zh: '审计记录自第 {seq} 条起与存证不一致，请立即核查数据库的访问情况。',
    en: 'From entry {seq} on, the audit log is not what it was. Find out at once who has had access to the database.',
  },
  kickedTitle: { zh: '您的登录已被管理员结束', en: 'An administrator ended one of your sessions' },
  kickedBody: {
    zh: '来自 {address} 的登录已被 {name} 强制下线。如非预期，请修改密码。',
    en: 'The session from {address} was ended by {name}. Change your password if you did not expect this.',
  },
  stepProbe: { zh: '正在写入、读取并删除测试对象', en: 'Storing, reading and deleting a probe' },
  stepScan: { zh: '正在扫描租户 {tenant}', en: 'Scanning tenant {tenant}' },
  stepClean: { zh: '已清理 {count} 个无主对象', en: '{count} orphans cleaned' },
} as const
