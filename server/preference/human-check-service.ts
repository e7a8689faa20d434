import { createHash, timingSafeEqual } from 'node:crypto'
import type { humanCheck } from '#contract/preference.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Service } from '#server/kernel/service.ts'
import { countOwnTry, noteWrongTry } from './counted.ts'
import { keepPreference } from './own-preference.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in a time that says nothing about where two texts differ. */
const same = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

export const humanCheckService: Service<typeof humanCheck> = {
  async submit(context, { code }) {
    const { db, user, kernel } = context
    const { DIGAO_HUMAN_CODE: asked } = kernel.config
    if (asked === undefined) return {}
    await countOwnTry(context, 'human')
    if (!same(code, asked)) {
      noteWrongTry(context, 'humanCheck.failed')
      throw new Refusal('humanWrong')
    }
    await keepPreference(db, user.id, { human_checked_at: new Date() })
    await audit(context, { action: 'humanCheck.pass', bizType: 'user', bizId: user.id })
    return {}
  },
}
