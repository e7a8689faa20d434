import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { writeXlsx } from 'hucre/xlsx'
import { writeFile } from 'node:fs/promises'
import { say } from '#contract/errors.ts'
import type { Language } from '#contract/texts.ts'
import type { Jobs } from '#server/kernel/jobs.ts'
import type { Context } from '#server/kernel/service.ts'
import { hashPassword, md5 } from '../auth/password.ts'
import { safeText } from '../list/safe-text.ts'
import { keepResult, withScratch } from '../list/result-file.ts'
import { generatedPassword } from '../system/seed-platform.ts'
import { userWords as words } from './user-words.ts'

const FIRST_PASSWORDS = 'user.firstPasswords'
type FirstPasswords = { userIds: string[]; language: Language }

/** What stands for the password of people whose first one is made afterwards: nobody knows it. */
export const nobodysPassword = () => hashPassword(md5(randomUUID()))

/** Has first passwords made once the transaction commits; one import is one workbook, however many batches it takes. */
export async function queueFirstPasswords(
  { db, kernel, user, language }: Pick<Context, 'db' | 'kernel' | 'user' | 'language'>,
  userIds: string[],
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({
      input: sql`jsonb_set(input, '{userIds}', (input -> 'userIds') || ${JSON.stringify(userIds)}::jsonb)`,
    })
    .where('type', '=', FIRST_PASSWORDS)
    .where('create_user', '=', user.id)
    .where('state', '=', 'queued')
    // queued by this very transaction
    .where('create_time', '=', sql<Date>`now()`)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const input: FirstPasswords = { userIds, language }
  const job = { type: FIRST_PASSWORDS, title: say('firstPasswordsTitle', language), bizType: 'user', bizId: '', input }
  await kernel.jobs.start(db, { tenantId: user.tenantId, userId: user.id }, job)
}

/**
 * Gives imported people their first passwords and writes them into one workbook for whoever imported them; they stand nowhere
 * else. A job of its own: hashing hundreds of them has no place inside a transaction.
 */
export function registerFirstPasswords(jobs: Jobs): void {
  jobs.register<FirstPasswords>(FIRST_PASSWORDS, async ({ kernel, actor, input: { userIds, language } }, progress) => {
    const people = await kernel.database.inTenant(actor, (db) =>
      db
        .selectFrom('app_user')
        .where('id', 'in', userIds)
        .where('is_deleted', '=', 0)
        // whoever has signed in meanwhile has got a password from somebody
        .where('sign_in_time', 'is', null)
        .where('must_change_password', '=', true)
        .select(['id', 'account', 'real_name as realName'])
        .orderBy('id')
        .execute(),
    )
    const lines: string[][] = []
    for (const [at, { id, account, realName }] of people.entries()) {
      progress.signal.throwIfAborted()
      const password = generatedPassword()
      const hash = await hashPassword(md5(password))
      await kernel.database.inTenant(actor, (db) =>
        db
          .updateTable('app_user')
          .set({ password_hash: hash, password_time: sql<Date>`now()` })
          .where('id', '=', id)
          .where('sign_in_time', 'is', null)
          .execute(),
      )
      lines.push([safeText(realName), safeText(account), password])
      await progress.at(5 + ((at + 1) / people.length) * 90, 'firstPasswords', { done: at + 1, total: people.length })
    }
    const inWords = ({ zh, en }: { zh: string; en: string }) => (language === 'en' ? en : zh)
    const head = [words.realName, words.account, { zh: '初始密码', en: 'First password' }].map(inWords)
    const name = `${inWords({ zh: '初始密码', en: 'First passwords' })}.xlsx`
    return withScratch(kernel, async (path) => {
      await writeFile(path, await writeXlsx({ sheets: [{ name: head[2] ?? '', rows: [head, ...lines] }] }), {
        mode: 0o600,
      })
      const file = await keepResult(kernel, actor, { path, name })
      return { fileId: file.id, fileName: file.name, rows: lines.length }
    })
  })
}
