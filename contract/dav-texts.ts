/** What mounting the disk may say. Programs show little of it: the status of the answer says the rest. */
export const davTexts = {
  davName: { zh: '请填写用途，便于以后辨认', en: 'Please say what it is for, to tell it by' },
  davMany: {
    zh: '最多 {most} 个应用密码，请先撤销不用的',
    en: 'At most {most} app passwords; revoke one that is not used',
  },
  davAuth: {
    zh: '账号或应用密码不正确。请在“个人信息 > 安全中心”中新建应用密码，登录密码不能用于挂载云盘',
    en: 'Wrong account or app password. Make an app password under Personal information, Security; the sign-in password does not open the disk',
  },
  davReadOnly: { zh: '这个应用密码只能读取', en: 'This app password may only read' },
  davLocked: { zh: '已被锁定，请稍后再试', en: 'It is locked; try again later' },
  davCondition: { zh: '内容已变化，请刷新', en: 'It has changed; please refresh' },
  davNoParent: { zh: '上级文件夹不存在', en: 'There is no such folder above it' },
  davTokenUnknown: { zh: '没有这个锁', en: 'There is no such lock' },
  davExists: { zh: '同名内容已存在', en: 'Something of this name is there already' },
  davNotHere: { zh: '这里不能进行该操作', en: 'That cannot be done here' },
  davBody: { zh: '请求内容无法读取', en: 'The request cannot be read' },
  davBodyKind: { zh: '不接受这种请求内容', en: 'A body of this kind is not taken' },
  davTorn: { zh: '上传中断，原有内容不变', en: 'The upload was cut off; what was there stays' },
  davElsewhere: { zh: '只能复制或移动到本服务器的云盘', en: 'It can only go to the disk of this server' },
  davFinite: { zh: '不支持一次列出所有层级', en: 'Listing all levels at once is not supported' },
} as const
