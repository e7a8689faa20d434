import type { paramTypes } from '#contract/param.ts'
import type { Text } from '#contract/texts.ts'

/** What a parameter of the product is: its kind, what it is unless somebody says otherwise, and who may say so. */
export type ParamSpec = {
  type: (typeof paramTypes)[number]
  name: Text
  remark: Text
  default: string
  choices?: readonly string[]
  /** Whole numbers from `lowest` to `highest`. */
  lowest?: number
  highest?: number
  /** A tenant may have its own. */
  perTenant?: boolean
  /** Any signed-in person may read it. */
  isPublic?: boolean
}

const onOff = { type: 'choice', choices: ['on', 'off'] } as const
const number = (lowest: number, highest: number) => ({ type: 'number', lowest, highest }) as const

/** The parameters the product reads, in the order they show. Another one the platform's administrator may add; nothing reads it but clients. */
export const paramCatalog = {
  captchaMode: {
    type: 'choice',
    choices: ['on', 'strict', 'off'],
    default: 'on',
    isPublic: true,
    name: { zh: '登录验证码', en: 'Captcha at sign-in' },
    remark: {
      zh: '开：可用验证码也可只用密码；必须：只能用验证码；关：不用。设置了环境变量 DIGAO_CAPTCHA 时以环境变量为准',
      en: 'On: by captcha or by password alone; required: only by captcha; off: none. The environment variable DIGAO_CAPTCHA wins when it is set',
    },
  },
  switchDept: {
    ...onOff,
    default: 'off',
    perTenant: true,
    isPublic: true,
    name: { zh: '登录时选择部门和角色', en: 'Choose department and role at sign-in' },
    remark: {
      zh: '开：有多个部门或角色的用户登录后选择以哪个身份工作',
      en: 'On: whoever has several departments or roles chooses the one to work as',
    },
  },
  accountLockTries: {
    ...number(1, 100),
    default: '5',
    perTenant: true,
    name: { zh: '密码错误几次后锁定', en: 'Wrong passwords before an account locks' },
    remark: { zh: '在锁定时长内累计的次数', en: 'Counted within the time of the lock' },
  },
  accountLockMinutes: {
    ...number(1, 1440),
    default: '15',
    perTenant: true,
    name: { zh: '锁定时长（分钟）', en: 'Minutes an account stays locked' },
    remark: { zh: '到时自动解锁', en: 'It opens by itself afterwards' },
  },
  passwordMinLength: {
    ...number(8, 64),
    default: '8',
    perTenant: true,
    isPublic: true,
    name: { zh: '密码最短长度', en: 'Shortest password' },
    remark: { zh: '设置新密码时检查', en: 'Checked when a password is set' },
  },
  passwordExpiryDays: {
    ...number(0, 3650),
    default: '0',
    perTenant: true,
    name: { zh: '密码有效天数', en: 'Days a password lasts' },
    remark: {
      zh: '0 为长期有效；到期后登录时须修改',
      en: '0: it does not expire; otherwise a new one is asked for at sign-in',
    },
  },
  sessionDays: {
    ...number(1, 90),
    default: '7',
    perTenant: true,
    name: { zh: '登录保持天数', en: 'Days a session lasts' },
    remark: { zh: '到期后须重新登录', en: 'After that a person signs in again' },
  },
  maxSessions: {
    ...number(0, 100),
    default: '0',
    perTenant: true,
    name: { zh: '同一账号可同时登录的设备数', en: 'Devices an account may use at once' },
    remark: { zh: '0 为不限；超出时最早的登录被结束', en: '0: no limit; beyond it the oldest session ends' },
  },
  registerFirm: {
    ...onOff,
    default: 'on',
    isPublic: true,
    name: { zh: '开放事务所注册', en: 'Firms may register' },
    remark: { zh: '关：新事务所只能由平台建立', en: 'Off: only the platform adds firms' },
  },
  registerPerson: {
    ...onOff,
    default: 'on',
    isPublic: true,
    name: { zh: '开放个人版注册', en: 'Persons may register' },
    remark: { zh: '关：个人版只能由平台开通', en: 'Off: only the platform opens personal editions' },
  },
  registerSchool: {
    ...onOff,
    default: 'off',
    isPublic: true,
    name: { zh: '开放学校注册', en: 'Schools may register' },
    remark: { zh: '关：学校只能由平台建立', en: 'Off: only the platform adds schools' },
  },
  registerGuest: {
    ...onOff,
    default: 'off',
    perTenant: true,
    name: { zh: '允许自助申请账号', en: 'People may ask for an account' },
    remark: {
      zh: '开：任何人可在本租户申请普通用户账号，管理员启用后方可登录',
      en: 'On: anybody may ask for an account of this tenant; an administrator lets him in',
    },
  },
  trashKeepDays: {
    ...number(1, 3650),
    default: '30',
    perTenant: true,
    name: { zh: '回收站保留天数', en: 'Days deleted things are kept' },
    remark: {
      zh: '到期后每晚自动彻底删除；套餐另有上限时取较小者。依法保留和已归档的内容不受此限',
      en: 'Afterwards they are removed for good at night; at most what the package says. What is under hold or archived stays',
    },
  },
  trashOwnMost: {
    ...number(1, 100_000),
    default: '1000',
    perTenant: true,
    name: { zh: '个人回收站条数上限', en: 'Most things in the recycle bin of one person' },
    remark: {
      zh: '只属于本人的内容（对话、个人模板和知识库、我的云盘等）超出时，每晚从最早删除的开始彻底删除；依法保留的不计',
      en: 'Of what is his alone (conversations, own templates and knowledge, own disk), the oldest beyond this go for good at night; what is under hold is not counted',
    },
  },
  logKeepDays: {
    ...number(30, 3650),
    default: '1095',
    name: { zh: '日志保留天数', en: 'Days logs are kept' },
    remark: {
      zh: '涉及重要数据的日志至少一年，核心数据至少三年（财会〔2024〕6号）；操作审计不在此限，长期保留',
      en: 'At least one year for important data, three for core data (Cai Kuai [2024] No. 6); the audit trail is kept for good',
    },
  },
  shareLogKeepDays: {
    ...number(30, 3650),
    default: '1095',
    perTenant: true,
    name: { zh: '分享访问记录保留天数', en: 'Days the log of share links is kept' },
    remark: {
      zh: '谁在何时打开、下载或上传的记录，到期后每晚删除；链接本身和审计不受影响',
      en: 'Who opened, downloaded or uploaded when; deleted at night afterwards. Links and the audit trail stay',
    },
  },
  exportKeepDays: {
    ...number(1, 90),
    default: '7',
    name: { zh: '导出文件保留天数', en: 'Days exported files are kept' },
    remark: { zh: '到期自动删除，可重新导出', en: 'They are deleted afterwards and can be exported again' },
  },
  toolMaxFiles: {
    ...number(1, 500),
    default: '300',
    perTenant: true,
    name: { zh: '工具箱一次最多文件数', en: 'Files of one run of the toolbox' },
    remark: { zh: '合并票据、转换表格等一次处理的文件数', en: 'How many files a tool takes at once' },
  },
  toolMaxMegabytes: {
    ...number(1, 4096),
    default: '500',
    perTenant: true,
    name: { zh: '工具箱一次最多 MB', en: 'MB of one run of the toolbox' },
    remark: { zh: '一次处理的文件大小合计', en: 'The size of its files together' },
  },
  toolMaxPages: {
    ...number(1, 20_000),
    default: '3000',
    perTenant: true,
    name: { zh: '工具箱一次最多页数', en: 'Pages of one run of the toolbox' },
    remark: { zh: '合并 PDF 时读入的页数合计', en: 'Pages that are read together when PDF are merged' },
  },
  accessTokens: {
    ...onOff,
    default: 'on',
    perTenant: true,
    name: { zh: '个人访问令牌', en: 'Personal access tokens' },
    remark: {
      zh: '关：不能新建令牌，已有的停用。令牌让 AI 助手和程序按本人权限读取数据；是否脱敏见“外部程序脱敏”',
      en: 'Off: none can be made, and those there are stop. A token lets assistants and programs read what its owner may; whether identities are hidden is said under “Masking for programs”',
    },
  },
  outsideMasking: {
    type: 'choice',
    choices: ['withTemplate', 'on', 'off'],
    default: 'withTemplate',
    perTenant: true,
    name: { zh: '外部程序脱敏', en: 'Masking for programs' },
    remark: {
      zh: '经 MCP 和 OpenAI 兼容接口读出的内容，按事务所的默认脱敏模板脱敏，不还原。随模板：事务所有默认模板时脱敏；开：没有默认模板时按标准规则脱敏；关：原样给出',
      en: 'What programs read over MCP and the OpenAI-compatible calls is masked by the firm’s default masking template, and not turned back. With the template: where the firm has a default; on: by the standard rules where it has none; off: as it stands',
    },
  },
  fileEncryption: {
    ...onOff,
    default: 'off',
    perTenant: true,
    name: { zh: '文件加密存储', en: 'Encrypt stored files' },
    remark: {
      zh: '开：新文件以租户自己的密钥加密存放（AES-256-GCM），已有文件在“存储设置”中迁移后加密；密钥由 secrets.json 保护，丢失后文件无法恢复',
      en: 'On: new files lie encrypted under a key of the tenant (AES-256-GCM), those there once they are moved on the storage page; secrets.json guards the keys, and without it the files are lost',
    },
  },
  virusScanner: {
    type: 'choice',
    choices: ['builtin', 'clamd', 'off'],
    default: 'builtin',
    name: { zh: '病毒扫描', en: 'Virus scanner' },
    remark: {
      zh: '内置检查：识别伪装成文档的程序和测试病毒；ClamAV：另由 ClamAV 扫描；关：不扫描',
      en: 'Built-in: finds programs dressed as documents, and the test virus; ClamAV: that as well; off: nothing',
    },
  },
  clamdAddress: {
    type: 'text',
    default: 'unix:/var/run/clamav/clamd.ctl',
    name: { zh: 'ClamAV 服务地址', en: 'Address of ClamAV' },
    remark: {
      zh: 'unix:/路径 或 主机:端口；主机须为本机或列在 DIGAO_OUTBOUND 中',
      en: 'unix:/path or host:port; the host must be this machine or listed in DIGAO_OUTBOUND',
    },
  },
  clamdLimitMb: {
    ...number(1, 4000),
    default: '25',
    name: { zh: 'ClamAV 单个文件上限（MB）', en: 'Largest file for ClamAV (MB)' },
    remark: {
      zh: '不超过 clamd 的 StreamMaxLength；更大的文件接收但标记为未扫描',
      en: 'At most StreamMaxLength of clamd; larger files are taken in and marked as not scanned',
    },
  },
  virusScannerAway: {
    type: 'choice',
    choices: ['accept', 'refuse'],
    default: 'accept',
    name: { zh: '扫描服务不可用时', en: 'While the scanner is away' },
    remark: {
      zh: '接收：标记为未扫描，恢复后补扫；拒绝：不能上传',
      en: 'Accept: files come in marked as not scanned and are scanned later; refuse: nothing is taken in',
    },
  },
  watermark: {
    ...onOff,
    default: 'off',
    perTenant: true,
    isPublic: true,
    name: { zh: '页面水印', en: 'Watermark on pages' },
    remark: { zh: '开：页面上显示姓名和账号', en: 'On: pages show the name and account of whoever reads them' },
  },
} as const satisfies Record<string, ParamSpec>

export type ParamKey = keyof typeof paramCatalog
export const paramKeys = Object.keys(paramCatalog) as readonly ParamKey[]

type Spec<K extends ParamKey> = (typeof paramCatalog)[K]
/** What a parameter reads as in code. */
export type ParamValue<K extends ParamKey> =
  Spec<K> extends { type: 'number' } ? number : Spec<K> extends { choices: readonly (infer C)[] } ? C : string
