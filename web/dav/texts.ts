import type { Text } from '#contract/texts.ts'

/** The words of app passwords for mounting the disk. */
export const texts = {
  title: { zh: '云盘应用密码', en: 'App passwords for the disk' },
  says: {
    zh: '把云盘挂载成电脑上的文件夹（WebDAV），或让备份、同步程序使用；登录密码不能用于挂载',
    en: 'Mount the disk as a folder of your computer (WebDAV), or give it to a backup or sync program; the sign-in password does not open it',
  },
  add: { zh: '新建应用密码', en: 'New app password' },
  none: { zh: '还没有应用密码', en: 'No app passwords yet' },
  name: { zh: '用途', en: 'What it is for' },
  nameHint: { zh: '例如：办公室电脑', en: 'E.g. my office computer' },
  required: { zh: '请填写{field}', en: 'Please fill in: {field}' },
  readOnly: { zh: '只读', en: 'Read only' },
  readOnlyHint: { zh: '只能查看和下载，不能修改', en: 'It can look and download, and change nothing' },
  root: { zh: '范围', en: 'What it opens' },
  everything: { zh: '我能看到的全部云盘空间', en: 'Every space I see' },
  oneFolder: { zh: '只限一个文件夹', en: 'One folder only' },
  choose: { zh: '选择文件夹', en: 'Choose a folder' },
  pickFirst: { zh: '请选择文件夹', en: 'Please choose a folder' },
  create: { zh: '生成', en: 'Make it' },
  onlyFolder: { zh: '只限“{name}”', en: 'Only “{name}”' },
  seen: { zh: '上次使用 {time}（{address}）', en: 'Last used {time} ({address})' },
  unseen: { zh: '还没有用过', en: 'Never used' },
  connect: { zh: '怎样挂载', en: 'How to mount' },
  revoke: { zh: '撤销', en: 'Revoke' },
  revokeSure: {
    zh: '撤销“{name}”后，使用它的电脑和程序立即不能再访问云盘，且不能恢复。',
    en: 'Computers and programs that use “{name}” lose the disk at once; it cannot be brought back.',
  },
  revoked: { zh: '已撤销', en: 'Revoked' },
  made: { zh: '应用密码已生成', en: 'The app password is made' },
  once: {
    zh: '请现在复制并妥善保存，关闭后不再显示。',
    en: 'Copy it now and keep it safe: it is not shown again once this is closed.',
  },
  address: { zh: '地址', en: 'Address' },
  account: { zh: '账号', en: 'Account' },
  password: { zh: '应用密码', en: 'App password' },
  windows: { zh: 'Windows', en: 'Windows' },
  windowsSays: {
    zh: '此电脑 > 映射网络驱动器，文件夹填上面的地址，勾选“使用其他凭据连接”。Windows 只在 https 地址上接受密码。',
    en: 'This PC > Map network drive; put the address above as the folder and tick “Connect using different credentials”. Windows takes a password only at an https address.',
  },
  mac: { zh: 'macOS', en: 'macOS' },
  macSays: {
    zh: '访达 > 前往 > 连接服务器，填上面的地址，以注册用户身份连接。',
    en: 'Finder > Go > Connect to Server; put the address above and connect as a registered user.',
  },
  linux: { zh: 'Linux', en: 'Linux' },
  linuxSays: {
    zh: '文件管理器 > 连接服务器，地址开头换成 davs://（http 时为 dav://）；或用 rclone、davfs2。',
    en: 'File manager > Connect to server, with davs:// (dav:// for http) instead of https://; or rclone, davfs2.',
  },
} as const satisfies Record<string, Text>
