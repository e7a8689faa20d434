import { role } from '#contract/role.ts'
import { user, type User } from '#contract/user.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { md5 } from '#web/kernel/md5.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirm, useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { madePassword } from './made-password.ts'
import type { ShownPassword } from './Passwords.tsx'
import { texts } from './texts.ts'

const idsOf = (rows: readonly User[]) => rows.map(({ id }) => id).join(',')

const refused = () => false
/** Says that it is done; a refusal was said in a toast. Whether it was done. */
const saying = (words: string) =>
  [
    () => {
      say(words)
      return true
    },
    refused,
  ] as const

/** What is done with one person or several; each asks first, and answers whether it was done. A refusal was said in a toast. */
export function useUserActions(onMade: (shown: ShownPassword[]) => void) {
  const t = useTexts(texts)
  const confirm = useConfirm()
  const confirmDanger = useConfirmDanger()
  const lock = useCommand(user.lock)
  const unlock = useCommand(user.unlock)
  const remove = useCommand(user.remove, { also: [role.list] })
  const reset = useCommand(user.resetPassword)

  const asks = (rows: readonly User[], one: keyof typeof texts, many: keyof typeof texts) =>
    rows.length === 1 ? t(one, { name: rows[0]?.realName ?? '' }) : t(many, { count: rows.length })

  return {
    async lock(rows: readonly User[]) {
      if (!(await confirmDanger({ says: asks(rows, 'lockSure', 'lockManySure'), ok: t('lock') }))) return false
      return lock.mutateAsync({ ids: idsOf(rows) }).then(...saying(t('lockedDone')))
    },
    unlock: (rows: readonly User[]) => unlock.mutateAsync({ ids: idsOf(rows) }).then(...saying(t('unlockedDone'))),
    async remove(rows: readonly User[]) {
      if (!(await confirmDanger({ says: asks(rows, 'removeSure', 'removeManySure'), ok: t('remove') }))) return false
      return remove.mutateAsync({ ids: idsOf(rows) }).then(...saying(t('deleted')))
    },
    async reset(rows: readonly User[]) {
      if (!(await confirm({ says: asks(rows, 'resetSure', 'resetManySure'), ok: t('resetPassword') }))) return false
      const made: ShownPassword[] = []
      for (const { id, account, realName } of rows) {
        const password = madePassword()
        const ok = await reset.mutateAsync({ ids: id, password: md5(password) }).then(() => true, refused)
        if (!ok) break
        made.push({ account, realName, password })
      }
      onMade(made)
      return made.length === rows.length
    },
  }
}
