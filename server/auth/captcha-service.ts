import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { captchaHash, captchaImage } from '#server/kernel/captcha.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'

const LIFE = sql<Date>`now() + interval '5 minutes'`

/** A new captcha; only its hash is kept. */
export async function newCaptcha({ database, captchaText }: Kernel): Promise<{ key: string; image: string }> {
  const key = randomUUID()
  const text = captchaText()
  await database.outside
    .insertInto('captcha')
    .values({ key, answer_hash: captchaHash(key, text), expire_time: LIFE })
    .execute()
  return { key, image: captchaImage(text) }
}

/** Uses up the captcha, whatever the answer, and refuses a wrong one. */
export async function spendCaptcha({ database }: Kernel, key: string, answer: string): Promise<void> {
  const known = /^[0-9a-f-]{36}$/.test(key)
  const spent = known
    ? await database.outside
        .deleteFrom('captcha')
        .where('key', '=', key)
        .returning(['answer_hash', sql<boolean>`expire_time > now()`.as('fresh')])
        .executeTakeFirst()
    : undefined
  if (!spent?.fresh || !captchaHash(key, answer).equals(spent.answer_hash)) throw new Refusal('wrongCaptcha')
}
