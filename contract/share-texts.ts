import type { Text } from './texts.ts'

/** Refusals and messages of links for people without an account. */
export const shareTexts = {
  guestGone: {
    zh: '链接无效或已失效，请向发送人索取新的链接',
    en: 'This link is not valid, or no longer so; please ask the sender for a new one',
  },
  guestPassword: { zh: '密码不正确', en: 'The password is not right' },
  guestLocked: {
    zh: '密码错误次数过多，链接已暂时锁定，请 {minutes} 分钟后再试，或联系发送人',
    en: 'Too many wrong passwords: the link is locked; try again in {minutes} minutes, or ask the sender',
  },
  linkLockedTitle: { zh: '“{title}”的链接已锁定', en: 'The link "{title}" is locked' },
  linkLockedBody: {
    zh: '密码连续输错 {count} 次，锁定到 {until}。更换密码后立即解锁；如怀疑链接外泄，请停用链接后重新发送。',
    en: '{count} wrong passwords were tried; it is locked until {until}. A new password opens it at once; if the link has leaked, end it and send a new one.',
  },
  guestTicket: { zh: '页面已过期，请重新打开链接', en: 'This page has expired; please open the link again' },
  shareFrom: {
    zh: '请由本所人员建立分享链接',
    en: 'A link is made by somebody of the firm itself; ask one of its people',
  },
  shareOneFolder: { zh: '收集链接只能指向一个文件夹', en: 'A collect link leads into exactly one folder' },
  shareNoMark: {
    zh: '“{file}”不能加水印：只有 PDF、PNG、JPG、WebP 可以。请改为可下载且不加水印，或先转换为 PDF',
    en: '"{file}" cannot carry a watermark: only PDF, PNG, JPG and WebP can. Allow downloads without one, or turn it into a PDF first',
  },
  shareMarkBroken: {
    zh: '“{file}”已加密或损坏，不能加水印，因此不能打开；请告知发送人',
    en: '"{file}" is encrypted or broken and cannot carry a watermark, so it is not shown; please tell the sender',
  },
  shareMarkLarge: {
    zh: '“{file}”超过 {limit} MB，不能加水印，因此不能打开；请告知发送人',
    en: '"{file}" is over {limit} MB and cannot carry a watermark, so it is not shown; please tell the sender',
  },
  shareViewOnly: { zh: '此链接只能在线查看', en: 'This link is for reading on the page only' },
  shareUsedUp: {
    zh: '此链接的下载次数已用完，请联系发送人',
    en: 'The downloads of this link are used up; please ask the sender',
  },
  shareZipLarge: {
    zh: '文件过多，不能一次打包下载，请分文件夹下载',
    en: 'Too many files for one archive; please take folder by folder',
  },
  shareExpireDay: { zh: '到期日不能早于今天', en: 'The last day cannot lie in the past' },
  collectKind: {
    zh: '“{file}”的格式不在收集范围内，可以上传：{kinds}',
    en: '"{file}" is of a kind that is not asked for; these are: {kinds}',
  },
  collectTooLarge: { zh: '“{file}”超过 {limit} MB', en: '"{file}" is over {limit} MB' },
  collectFull: {
    zh: '收集份数已满，请联系发送人',
    en: 'As many files as were asked for have come; please ask the sender',
  },
  collectName: { zh: '请填写您的姓名或单位', en: 'Please give your name or company' },
  collectQuota: {
    zh: '对方的空间已满，文件没有收下，请联系发送人',
    en: 'There is no space left on the other side, the file was not taken; please tell the sender',
  },
  guestManyAtOnce: {
    zh: '正在上传的文件过多，请等它们传完再试',
    en: 'Too many files are on their way; please wait until they have arrived',
  },
  shareOpenedTitle: { zh: '分享链接“{title}”有新的访问', en: 'Somebody opened your link "{title}"' },
  shareOpenedBody: { zh: '{address} 打开了链接', en: 'Opened from {address}' },
  collectedTitle: { zh: '“{title}”收到新文件', en: '"{title}" has received a file' },
  collectedBody: { zh: '上传人 {who}，文件“{file}”', en: '{who} uploaded "{file}"' },
} as const satisfies Record<string, Text>
