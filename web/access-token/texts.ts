import type { Text } from '#contract/texts.ts'

/** The words of personal access tokens. */
export const texts = {
  title: { zh: '访问令牌', en: 'Access tokens' },
  says: {
    zh: '让 AI 助手或自己的程序以您的身份、按您的权限查询底稿；只能读取。不用时请撤销',
    en: 'Let an AI assistant or a program of yours ask Digao in your name and with your rights, reading only. Revoke what you do not use',
  },
  add: { zh: '新建令牌', en: 'New token' },
  none: { zh: '还没有令牌', en: 'No tokens yet' },
  name: { zh: '用途', en: 'What it is for' },
  nameHint: { zh: '例如：办公室电脑上的编辑器', en: 'E.g. the editor on my office computer' },
  required: { zh: '请填写{field}', en: 'Please fill in: {field}' },
  scopes: { zh: '可用于', en: 'It opens' },
  mcp: { zh: 'MCP（AI 助手调用查询工具）', en: 'MCP (query tools for AI assistants)' },
  api: { zh: 'API（OpenAI 兼容的问答接口）', en: 'API (answers in OpenAI’s shape)' },
  days: { zh: '有效期', en: 'It stands' },
  daysOf: { zh: '{days} 天', en: '{days} days' },
  create: { zh: '生成', en: 'Make it' },
  until: { zh: '{time} 到期', en: 'Until {time}' },
  expired: { zh: '已过期', en: 'Expired' },
  seen: { zh: '上次使用 {time}（{address}）', en: 'Last used {time} ({address})' },
  unseen: { zh: '还没有用过', en: 'Never used' },
  connect: { zh: '怎样连接', en: 'How to connect' },
  revoke: { zh: '撤销', en: 'Revoke' },
  revokeSure: {
    zh: '撤销“{name}”后，使用它的程序立即失去访问，且不能恢复。',
    en: 'Programs that use “{name}” lose access at once; it cannot be brought back.',
  },
  revoked: { zh: '已撤销', en: 'Revoked' },
  made: { zh: '令牌已生成', en: 'The token is made' },
  once: {
    zh: '请现在复制并妥善保存，关闭后不再显示。',
    en: 'Copy it now and keep it safe: it is not shown again once this is closed.',
  },
  token: { zh: '令牌', en: 'Token' },
  copy: { zh: '复制', en: 'Copy' },
  copied: { zh: '已复制', en: 'Copied' },
  copyRefused: {
    zh: '浏览器没有允许复制，请手动选中复制',
    en: 'The browser did not allow it; please select and copy by hand',
  },
  mcpTitle: { zh: 'MCP 客户端配置', en: 'Configuration of an MCP client' },
  mcpSays: {
    zh: '支持 Streamable HTTP 的 MCP 客户端，例如编辑器和桌面助手。先让助手列出项目，再就某个项目提问。',
    en: 'For MCP clients that speak Streamable HTTP, such as editors and desktop assistants. Let it list your projects first, then ask about one.',
  },
  apiTitle: { zh: 'OpenAI 兼容接口', en: 'OpenAI-compatible calls' },
  apiSays: {
    zh: '模型名 digao；就一个项目提问用 digao/项目编号。回答末尾附来源。',
    en: 'The model is digao; for one project digao/<projectId>. Sources follow each answer.',
  },
  yourToken: { zh: '您的令牌', en: 'your-token' },
  question: { zh: '业务招待费怎么扣除', en: 'How is entertainment deducted?' },
} as const satisfies Record<string, Text>
