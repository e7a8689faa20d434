import { z } from 'zod'
import { count, get, id, ids, none, paged, paging, post, rowId, time } from './endpoint.ts'
import { phoneProblem } from './phone.ts'

/** What a message is for: codes, one of another scene is never right, and `remind`, what a client still owes. */
export const smsScenes = ['login', 'register', 'reset', 'bind', 'remind'] as const
export type SmsScene = (typeof smsScenes)[number]
export const smsProviders = ['local', 'aliyun', 'tencent'] as const
export type SmsProvider = (typeof smsProviders)[number]
export const smsStates = ['queued', 'sending', 'sent', 'delivered', 'failed', 'skipped'] as const
export type SmsState = (typeof smsStates)[number]
/** Why a message was not sent, in words that are the same for every provider. */
export const smsFaults = [
  'limit', 'template', 'sign', 'phone', 'balance', 'credential', 'unreachable', 'quota', 'lost', 'other',
] as const // prettier-ignore
export type SmsFault = (typeof smsFaults)[number]

/** A mobile number, refused in the words of the specification's section 5. */
export const phone = z
  .string({ error: 'phoneEmpty' })
  .max(40)
  .superRefine((text, context) => {
    const problem = phoneProblem(text)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })

const SendCode = z.object({
  phone,
  /** Else the header Tenant-Id, else 000000. */
  tenantId: z.string().max(12).optional(),
  /** Captcha, where one is asked; the headers Captcha-Key and Captcha-Code say the same. */
  key: z.string().max(64).optional(),
  code: z.string().max(16).optional(),
})
/** `seconds`: how long until another can be asked for. */
const Sent = z.object({ smsId: z.string(), seconds: z.number().int() })

export const smsCode = {
  sendRegisterValidate: post('/sc-system/user/smsValidate/sendRegisterValidate', {
    may: 'public',
    says: 'Sends a code for registering; asks for a captcha',
    input: SendCode,
    output: Sent,
  }),
  sendLoginValidate: post('/sc-system/user/smsValidate/sendLoginValidate', {
    may: 'public',
    says: 'Sends a code for signing in, if the phone is known; the answer is the same if it is not',
    input: SendCode,
    output: Sent,
  }),
  sendResetValidate: post('/sc-system/user/smsValidate/sendResetValidate', {
    may: 'public',
    says: 'Sends a code for a new password, if the phone is known; the answer is the same if it is not',
    input: SendCode,
    output: Sent,
  }),
  sendBindValidate: post('/sc-system/user/smsValidate/sendBindValidate', {
    may: 'signedIn',
    says: 'Sends a code to the phone that somebody signed in wants to be reached at',
    input: SendCode.omit({ tenantId: true }),
    output: Sent,
  }),
  resetPassword: post('/sc-system/user/reset-password', {
    may: 'public',
    says: 'Sets a new password by a code; ends every session of the person',
    input: z.object({
      tenantId: z.string().max(12).optional(),
      phone,
      smsId: z.string().max(64).default(''),
      smsCode: z.string({ error: 'smsCodeEmpty' }).trim().min(1, 'smsCodeEmpty').max(16),
      /** md5 hex, lower case. */
      password: z.string({ error: 'registerPassword' }).regex(/^[0-9a-f]{32}$/, 'registerPassword'),
    }),
    output: none,
  }),
}

export const SmsChannel = z.object({
  id,
  provider: z.enum(smsProviders),
  name: z.string(),
  sign: z.string(),
  accessKey: z.string(),
  /** Whether a secret is stored; it is never read back. */
  hasSecret: z.boolean(),
  appId: z.string(),
  endpoint: z.string(),
  sort: z.number().int(),
  status: z.number().int(),
  remark: z.string(),
  /** The one that messages go through now. */
  current: z.boolean(),
  createTime: time,
  updateTime: time,
  version: z.number().int(),
})
export type SmsChannel = z.output<typeof SmsChannel>

const short = z.string().trim().max(100)
/** What may stand in a signed header or a signature line: no control characters, no blanks. */
const token = z
  .string()
  .trim()
  .max(128)
  .regex(/^[\x21-\x7e]*$/)
const ChannelFields = z.object({
  provider: z.enum(smsProviders),
  name: short.min(1),
  sign: short,
  accessKey: token,
  /** Empty or absent: as it was. */
  secret: z.string().max(256),
  appId: token,
  endpoint: z.string().trim().max(200),
  sort: count,
  status: z.union([z.literal(0), z.literal(1)]),
  remark: z.string().trim().max(500),
})

export const SmsTemplate = z.object({
  id,
  channelId: z.string(),
  channelName: z.string(),
  scene: z.enum(smsScenes),
  templateCode: z.string(),
  content: z.string(),
  params: z.array(z.string()),
  status: z.number().int(),
  createTime: time,
  updateTime: time,
  version: z.number().int(),
})
export type SmsTemplate = z.output<typeof SmsTemplate>
/** The parameters a code message has. */
export const smsParams = ['code', 'minutes', 'firm', 'title', 'items', 'due', 'link'] as const
/** What the words of a scene must name, or they are of no use. */
export const smsNeeds = (scene: SmsScene): 'code' | 'link' => (scene === 'remind' ? 'link' : 'code')
const TemplateFields = z.object({
  channelId: id,
  scene: z.enum(smsScenes),
  templateCode: token,
  content: z.string().trim().min(1).max(500),
  params: z.array(z.enum(smsParams)).max(5),
  status: z.union([z.literal(0), z.literal(1)]),
})

export const SmsLog = z.object({
  id,
  provider: z.string(),
  channelName: z.string(),
  scene: z.string(),
  templateCode: z.string(),
  phone: z.string(),
  /** Only what the local channel wrote. */
  text: z.string(),
  state: z.enum(smsStates),
  fault: z.string(),
  detail: z.string(),
  providerId: z.string(),
  createTime: time,
  sendTime: time,
})
export type SmsLog = z.output<typeof SmsLog>

const Version = { version: z.number().int().optional() }
export const sms = {
  channels: get('/sc-system/sms/channel/list', {
    may: 'sms.manage',
    says: 'The SMS channels of the tenant',
    input: paging(['name', 'provider', 'status', 'sort', 'updateTime']),
    output: paged(SmsChannel),
  }),
  submitChannel: post('/sc-system/sms/channel/submit', {
    may: 'sms.manage',
    says: 'Adds a channel without id, changes the sent fields with it',
    input: ChannelFields.partial().extend({ id: rowId, ...Version }),
    output: SmsChannel,
  }),
  removeChannels: post('/sc-system/sms/channel/remove', {
    may: 'sms.manage',
    says: 'Deletes channels without templates',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
  templates: get('/sc-system/sms/template/list', {
    may: 'sms.manage',
    says: 'The templates of the channels',
    input: paging(['scene', 'channelId', 'channelName', 'templateCode', 'content', 'status', 'updateTime']),
    output: paged(SmsTemplate),
  }),
  submitTemplate: post('/sc-system/sms/template/submit', {
    may: 'sms.manage',
    says: 'Adds a template without id, changes the sent fields with it',
    input: TemplateFields.partial().extend({ id: rowId, ...Version }),
    output: SmsTemplate,
  }),
  removeTemplates: post('/sc-system/sms/template/remove', {
    may: 'sms.manage',
    says: 'Deletes templates',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
  log: get('/sc-system/sms/log/list', {
    may: 'sms.manage',
    says: 'What was sent: phones masked, words only of the local channel',
    input: paging(['scene', 'state', 'provider', 'channelName', 'phone', 'createTime']),
    output: paged(SmsLog),
  }),
  statistics: get('/sc-system/sms/log/statistics', {
    may: 'sms.manage',
    says: 'Messages by day and state, at most 90 days back',
    input: z.object({ days: z.coerce.number().int().min(1).max(90).default(30) }),
    output: z.array(z.object({ day: z.string(), state: z.enum(smsStates), count: z.number().int() })),
  }),
  test: post('/sc-system/sms/test', {
    may: 'sms.manage',
    says: 'Sends a message of a scene with an invented code through the channel that is in use',
    input: z.object({ phone, scene: z.enum(smsScenes) }),
    output: z.object({ id }),
  }),
}
