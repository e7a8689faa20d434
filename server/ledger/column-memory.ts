import { sql } from 'kysely'
import type { ColumnMemory } from '#contract/ledger-version.ts'
import type { Language } from '#contract/texts.ts'
import { columnRoles } from '#contract/dataset-file.ts'
import type { ColumnRole } from '#engine/ledger/column-roles.ts'
import type { ColumnAnswers } from '#engine/ledger/column-signature.ts'
import { fitsAsk, askOf, isSheetAnswer, type SheetAnswer } from '#engine/ledger/sheet-answers.ts'
import type { Db } from '#server/kernel/database.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { wordOf } from './words.ts'

const isRole = (role: string): role is ColumnRole & (typeof columnRoles)[number] =>
  columnRoles.some((known) => known === role)

/** What was answered about a client's columns and sheets in earlier imports. */
export async function rememberedAnswers(db: Db, enterpriseId: string): Promise<ColumnAnswers> {
  const rows = await db
    .selectFrom('column_memory')
    .select(['layout', 'column_key', 'role'])
    .where('enterprise_id', '=', enterpriseId)
    .execute()
  const answers: Record<string, Record<string, ColumnRole | SheetAnswer>> = {}
  for (const { layout, column_key: column, role } of rows)
    if ((isRole(role) || isSheetAnswer(role)) && fitsAsk(column, role))
      answers[layout] = { ...answers[layout], [column]: role }
  return answers
}

/** Keeps answers for the client's next files of these layouts; a later answer takes an earlier one's place. */
export async function remember(db: Db, enterpriseId: string, answers: ColumnAnswers): Promise<void> {
  const rows = Object.entries(answers).flatMap(([layout, columns]) =>
    Object.entries(columns).map(([column, role]) => ({
      enterprise_id: enterpriseId,
      layout,
      column_key: column,
      role,
    })),
  )
  if (rows.length === 0) return
  await db
    .insertInto('column_memory')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'enterprise_id', 'layout', 'column_key']).doUpdateSet({
        role: (eb) => eb.ref('excluded.role'),
        update_user: sql<string>`current_actor()`,
        update_time: sql<Date>`now()`,
      }),
    )
    .execute()
}

/** The memory of a client, newest first. */
export async function shownMemory(db: Db, enterpriseId: string, language: Language): Promise<ColumnMemory[]> {
  const rows = await db
    .selectFrom('column_memory')
    .select(['layout', 'column_key', 'role', 'update_time'])
    .select(sql<string | null>`person_name(update_user)`.as('who'))
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('update_time', 'desc')
    .orderBy('layout')
    .orderBy('column_key')
    .execute()
  return rows.map(({ layout, column_key: column, role, update_time: time, who }) => ({
    layout,
    column,
    role,
    about: askOf(column) ?? '',
    name: askOf(column) === undefined ? column : column.replace(/^@\w+ ?/, ''),
    roleName: wordOf(isSheetAnswer(role) ? 'answer' : 'role', role, language),
    updateUserName: who ?? '',
    updateTime: wallTime(time),
  }))
}
