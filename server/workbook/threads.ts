import { sql } from 'kysely'
import type { z } from 'zod'
import type { Thread, workbook } from '#contract/workbook.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, one } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { type ProjectRow, reachableProject } from '#server/project/reach.ts'
import { sendMessage } from '#server/watch/messages.ts'

type At = { projectId: string; paperId: string }
type NewComment = At & { place: string; threadId?: string | undefined; body: string; mentions: readonly string[] }

/** The people of a project: who made it, who leads it, its members and those of its client. */
export async function peopleOn(db: Db, project: ProjectRow): Promise<{ userId: string; name: string }[]> {
  const { rows } = await sql<{ userId: string; name: string }>`
    select id::text as "userId", coalesce(nullif(real_name, ''), account) as name from app_user
    where is_deleted = 0 and status = 1 and id::text in (
      select ${project.create_user} union select ${project.owner}
      union select user_id::text from project_member where project_id = ${project.id}::uuid
      union select user_id::text from enterprise_member where enterprise_id = ${project.enterprise_id}::uuid)
    order by 2, 1`.execute(db)
  return rows
}

/** A paper's threads, oldest first, those that are settled last. */
export async function threadsOf(context: Context, { projectId, paperId }: At): Promise<z.input<typeof Thread>[]> {
  const { db, user } = context
  const people = new Map(
    (await peopleOn(db, await reachableProject(context, projectId))).map((one) => [one.userId, one]),
  )
  const threads = await db
    .selectFrom('paper_thread')
    .select(['id', 'place', 'resolved_time', sql<string | null>`person_name(resolved_user)`.as('resolver')])
    .where('project_id', '=', projectId)
    .where('paper_id', '=', paperId)
    .orderBy(sql`resolved_time is not null`)
    .orderBy('create_time')
    .limit(500)
    .execute()
  if (threads.length === 0) return []
  const comments = await db
    .selectFrom('paper_comment')
    .select(['id', 'thread_id', 'body', 'mentions', 'create_user', 'create_time'])
    .select(sql<string | null>`person_name(create_user)`.as('who'))
    .where(
      'thread_id',
      'in',
      threads.map(({ id }) => id),
    )
    .orderBy('create_time')
    .orderBy('id')
    .execute()
  const byThread = Map.groupBy(comments, ({ thread_id: thread }) => thread)
  return threads.map(({ id, place, resolved_time: time, resolver }) => ({
    id,
    place,
    resolvedUserName: time ? (resolver ?? '') : '',
    resolvedTime: time ? wallTime(time) : '',
    comments: (byThread.get(id) ?? []).map((comment) => ({
      id: comment.id,
      body: comment.body,
      mentions: (comment.mentions as string[]).map((userId) => people.get(userId) ?? { userId, name: '' }),
      userName: comment.who ?? '',
      mine: comment.create_user === user.id,
      createTime: wallTime(comment.create_time),
    })),
  }))
}

/** Comments on a place; people named with @ hear of it, and so do those who wrote in the thread before. */
export async function addComment(context: Context, given: NewComment): Promise<{ threadId: string }> {
  const { db, user, kernel } = context
  const { projectId, paperId, place, body } = given
  const project = await reachableProject(context, projectId)
  const people = await peopleOn(db, project)
  const named = [...new Set(given.mentions)]
  if (named.some((id) => !people.some(({ userId }) => userId === id))) throw new Refusal('commentNotMember')
  const threadId = given.threadId ?? (await newThread(db, { projectId, paperId, place }))
  const thread = one(
    await db
      .updateTable('paper_thread')
      // an answer opens a settled thread again
      .set({ resolved_user: '', resolved_time: null })
      .where('id', '=', threadId)
      .where('project_id', '=', projectId)
      .where('paper_id', '=', paperId)
      .returning(['id', 'place'])
      .execute(),
  )
  await db
    .insertInto('paper_comment')
    .values({ thread_id: thread.id, body, mentions: JSON.stringify(named) })
    .execute()
  const query = new URLSearchParams({
    enterpriseId: project.enterprise_id,
    projectId,
    projectName: project.project_name,
    'v.paperId': paperId,
    'v.cell': thread.place,
    'v.dock': 'comments',
  })
  for (const userId of named.filter((id) => id !== user.id).toSorted())
    await sendMessage(kernel, db, {
      userId,
      type: 'work',
      title: { key: 'commentNames', params: { name: user.realName || user.account, paper: paperId } },
      body: { key: 'commentSays', params: { project: project.project_name, body: body.slice(0, 200) } },
      link: `/wps/index?${query.toString()}`,
    })
  await audit(context, {
    action: 'workbook.comment',
    bizType: 'paper',
    bizId: projectId,
    after: { paperId, place: thread.place, body, mentions: named },
  })
  return { threadId: thread.id }
}

async function newThread(db: Db, { projectId, paperId, place }: At & { place: string }): Promise<string> {
  const { id } = await db
    .insertInto('paper_thread')
    .values({ project_id: projectId, paper_id: paperId, place })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Settles a thread, or opens it again. */
export async function resolveThread(
  context: Context,
  { projectId, paperId, threadId, resolved }: z.output<typeof workbook.resolve.input>,
): Promise<Record<string, never>> {
  await reachableProject(context, projectId)
  const thread = one(
    await context.db
      .updateTable('paper_thread')
      .set({ resolved_user: resolved ? context.user.id : '', resolved_time: resolved ? sql`now()` : null })
      .where('id', '=', threadId)
      .where('project_id', '=', projectId)
      .where('paper_id', '=', paperId)
      .returning('place')
      .execute(),
  )
  await audit(context, {
    action: 'workbook.resolve',
    bizType: 'paper',
    bizId: projectId,
    after: { paperId, place: thread.place, resolved },
  })
  return {}
}
