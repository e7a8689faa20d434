import { storable } from '#server/kernel/stored-text.ts'
import { sql } from 'kysely'
import type { Actor, Database } from '#server/kernel/database.ts'
import type { AnswerEvent } from './answer-port.ts'
import { foldEvent, freshAnswer, type KeptAnswer, keptValues } from './kept-answer.ts'
import { cutTitle } from './title.ts'

type About = { actor: Actor; projectId: string | null; question: string; preface?: string | undefined }

/**
 * An answer outside conversations, to a program or on trial, as it comes; at its end, however it ends, question and answer are
 * kept with their sources, for the audit and in nobody's list.
 */
export async function* keptForAudit(
  database: Database,
  about: About,
  events: AsyncIterable<AnswerEvent>,
): AsyncGenerator<AnswerEvent> {
  const kept = freshAnswer()
  try {
    for await (const event of events) {
      foldEvent(kept, event)
      yield event
    }
  } finally {
    if (kept.status === 'running') kept.status = 'interrupted'
    await keep(database, about, kept)
  }
}

/** The same of an answer that came whole. */
export const keepForAudit = (database: Database, about: About, answer: Partial<KeptAnswer>): Promise<void> =>
  keep(database, about, { ...freshAnswer(), status: 'done', ...answer })

const keep = (database: Database, { actor, projectId, question, preface = '' }: About, kept: KeptAnswer) =>
  database.inTenant(actor, async (db) => {
    const { id } = await db
      .insertInto('chat_conversation')
      .values({ title: cutTitle(question), project_id: projectId, origin: 'outside' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const message = { conversation_id: id, create_time: sql<Date>`clock_timestamp()` }
    const asked = await db
      .insertInto('chat_message')
      .values({ ...message, role: 'user', text: storable(question), preface: storable(preface) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('chat_message')
      .values({ ...message, ...keptValues(kept), role: 'assistant', status: kept.status, parent_id: asked.id })
      .execute()
  })
