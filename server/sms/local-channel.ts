import { randomUUID } from 'node:crypto'
import type { SmsScene } from '#contract/sms.ts'
import type { SmsChannel } from './sms-channel.ts'

/** What a message says where no template of the tenant's says it. */
export const usualContent: Record<SmsScene, string> = {
  login: '您的登录验证码是{code}，{minutes}分钟内有效，请勿告知他人。',
  register: '您的注册验证码是{code}，{minutes}分钟内有效，请勿告知他人。',
  reset: '您正在重置密码，验证码是{code}，{minutes}分钟内有效。如非本人操作，请忽略。',
  remind: '{firm}提醒您：“{title}”还有{items}项资料待提交（到期日{due}），请打开{link}上传。',
  bind: '您正在绑定手机，验证码是{code}，{minutes}分钟内有效，请勿告知他人。',
}

/** Sends nothing: the outbox that an administrator reads is where the message arrives. */
export const localChannel: SmsChannel = { send: async () => ({ providerId: randomUUID() }) }
