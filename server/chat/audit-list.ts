import { sql, type SqlBool } from 'kysely'
import { z } from 'zod'
import type { AuditedAnswer, chat } from '#contract/chat.ts'
import { answerModes, ChatSource } from '#contract/chat-message.ts'
import type { Db } from '#server/kernel/database.ts'
import { type Context, page } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { statusNow } from './chat-rows.ts'
import { openSources, seenBy } from './source-reach.ts'

const Mode = z.enum(answerModes)
type Wanted = z.output<typeof chat.audit.input>

const who = sql<string | null>`person_name(chat_message.create_user)`
const question = sql<string | null>`(select asked.text from chat_message asked
  where asked.tenant_id = chat_message.tenant_id and asked.id = chat_message.parent_id)`
/** What of the vault's log belongs to an answer: its conversation's, while it was given. */
const runs = sql<string[]>`(select coalesce(array_agg(r.id::text order by r.create_time), '{}') from mask_run r
  where r.tenant_id = chat_message.tenant_id and r.scope = 'conversation:' || chat_message.conversation_id
    and r.create_time between chat_message.create_time
      and chat_message.create_time + make_interval(secs => chat_message.ms / 1000.0 + 10))`
const columns = {
  userName: who,
  question,
  answer: 'chat_message.text',
  model: 'chat_message.model',
  mode: 'chat_message.mode',
  status: statusNow,
  createTime: 'chat_message.create_time',
}

/**
 * Answers of all people of the tenant, deleted conversations too, newest first. Walls stand here as well: what rests on rows the reader
 * may not see is counted, not shown. Not inside a transaction.
 */
export async function auditedAnswers(context: Context, wanted: Wanted): Promise<z.input<typeof chat.audit.output>> {
  if (![...wanted.where, ...wanted.sort].some(({ field }) => field === 'question' || field === 'answer'))
    return shownAnswers(context, wanted)
  // whether words stand in what the reader may not see is not told either: neither by a row nor by a count
  const newest = { ...wanted, current: 1, size: MOST_SEARCHED, sort: [] }
  const { records } = await shownAnswers(context, newest)
  return shownAnswers(
    context,
    wanted,
    records.flatMap(({ messageId, withheld }) => (withheld ? [] : [messageId])),
  )
}

/** Answers in which words are looked for: the newest of those that have them. */
const MOST_SEARCHED = 1000

async function shownAnswers({ kernel, user }: Context, wanted: Wanted, among?: readonly string[]) {
  const found = await kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, (db) =>
    answers(db, wanted, among),
  )
  const { records } = found
  const open = await openSources(
    { kernel, user },
    records.flatMap(({ sources, project }) => (project ? [...sources, project] : sources)),
  )
  return {
    ...found,
    records: records.map(({ project, ...answer }): AuditedAnswer => {
      const { sources, withheld } = seenBy(answer, open)
      const reached = !project || open(project)
      const shown = Object.assign(answer, { sources, withheld: withheld || !reached })
      if (!shown.withheld) return shown
      return Object.assign(
        shown,
        { title: '', question: '', answer: '', feedbackWords: '' },
        !reached && { projectName: '' },
      )
    }),
  }
}

/** The conversation's project, to be asked for like a source. */
const projectSource = (id: string): ChatSource => ({
  kind: 'project',
  title: '',
  place: `/?projectId=${id}`,
  no: 0,
  cited: false,
  hidden: false,
  marks: [],
  outdated: false,
})

async function answers(db: Db, wanted: Wanted, among?: readonly string[]) {
  let query = db
    .selectFrom('chat_message')
    .innerJoin('chat_conversation', 'chat_conversation.id', 'chat_message.conversation_id')
    .leftJoin('firm_project', 'firm_project.id', 'chat_conversation.project_id')
    .select([
      'chat_message.id',
      'chat_message.conversation_id',
      'chat_conversation.title',
      'chat_conversation.project_id',
      'firm_project.project_name as projectName',

      'chat_message.text',
      'chat_message.mode',
      'chat_message.model',
      'chat_message.input_tokens',
      'chat_message.output_tokens',
      'chat_message.sources',
      'chat_message.feedback',
      'chat_message.feedback_words',
      'chat_message.create_time',
    ]) // prettier-ignore
    .select([
      question.as('question'),
      who.as('userName'),
      statusNow.as('statusNow'),
      runs.as('maskRunIds'),
      sql<number>`jsonb_array_length(chat_message.doubts)`.as('doubts'),
    ])
    .where('chat_message.role', '=', 'assistant')
  if (among) query = query.where(sql<SqlBool>`chat_message.id = any(${[...among]}::uuid[])`)
  if (wanted.projectId) query = query.where('chat_conversation.project_id', '=', wanted.projectId)
  const found = await page(query, wanted, columns, ['chat_message.create_time desc', 'chat_message.id'])
  return {
    ...found,
    records: found.records.map((row) => ({
      project: row.project_id === null ? undefined : projectSource(row.project_id),
      messageId: row.id,
      conversationId: row.conversation_id,
      title: row.title,
      userName: row.userName ?? '',
      projectName: row.projectName ?? '',
      question: row.question ?? '',
      answer: row.text,
      mode: Mode.parse(row.mode),
      status: row.statusNow,
      model: row.model,
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      sources: z.array(ChatSource).parse(row.sources),
      doubts: row.doubts,
      feedback: row.feedback,
      feedbackWords: row.feedback_words,
      maskRunIds: row.maskRunIds,
      createTime: wallTime(row.create_time),
    })),
  }
}
