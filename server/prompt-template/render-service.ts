import { sql } from 'kysely'
import type { z } from 'zod'
import type { PromptContent, promptTemplate, PromptTryEvent } from '#contract/prompt-template.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context, RawContext } from '#server/kernel/service.ts'
import { keepForAudit } from '../chat/keep-outside.ts'
import { effectiveRules } from '../masking/effective-rules.ts'
import { namesOf } from '../masking/kept-names.ts'
import { maskTexts } from '../masking/mask-texts.ts'
import { openModels } from '../model/model-port.ts'
import type { PromptReader } from './picked-material.ts'
import { type PromptAsker, publishedContent } from './prompt-rows.ts'
import { renderPrompt, type PromptValues } from './render-prompt.ts'

type Rendered = z.input<typeof promptTemplate.render.output>
type Asked = { id: string; version?: number | undefined; values: PromptValues }

const actorOf = ({ user }: PromptReader) => ({ tenantId: user.tenantId, userId: user.id })
const inTenant = <T>(reader: PromptReader, work: (asker: PromptAsker) => Promise<T>) =>
  reader.kernel.database.inTenant(actorOf(reader), (db) => work({ db, user: reader.user }))

/**
 * The text of a published template with these values, for whatever asks a model; counts as a use. Not inside a transaction.
 * Refuses as `renderPrompt` does; a template the person does not see is not found.
 */
export async function usePrompt(reader: PromptReader, { id, version, values }: Asked): Promise<Rendered> {
  const found = await inTenant(reader, (asker) => publishedContent(asker, id, version))
  const rendered = await renderPrompt(reader, found.content, values)
  await inTenant(reader, ({ db }) =>
    db
      .insertInto('prompt_use')
      .values({ template_id: id, shared: found.scope === 'system' })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'template_id'])
          .doUpdateSet({ uses: sql<number>`prompt_use.uses + 1`, last_time: sql<Date>`now()` }),
      )
      .execute(),
  )
  return { ...rendered, version: found.version }
}

type Draft = { content: PromptContent; values: PromptValues }

/** The text, and what would leave of it; nothing is stored and nothing is sent. */
export async function preview(context: Context, { content, values }: Draft) {
  const { kernel, user } = context
  const { text, sources, projectId } = await renderPrompt(context, content, values)
  const { rules, names } = await inTenant(context, async ({ db }) => ({
    rules: await effectiveRules(db, user.id),
    names: await namesOf(db, user.tenantId, projectId ?? undefined),
  }))
  // a factor anybody may know: what is shown here has no secret and is kept nowhere
  const factor = { numerator: 137n, denominator: 100n }
  const task = { ...rules, texts: [text], names: names.entries, known: [], factor }
  const [masked] = (await maskTexts(task, names.dictionary)).texts
  return {
    text,
    sources,
    masked: masked?.text ?? '',
    hasModel: await openModels(kernel).has(actorOf(context), 'chat'),
  }
}

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}
const HEARTBEAT_MS = 15_000

/** The model's answer to a filled template, piece by piece. What is refused before the first piece is an ordinary refusal. */
export async function tryOut(context: RawContext, { content, values }: Draft): Promise<void> {
  const { kernel, reply, language, trace } = context
  const { text, projectId } = await renderPrompt(context, content, values)
  const models = openModels(kernel)
  if (!(await models.has(actorOf(context), 'chat'))) throw new Refusal('modelNotConfigured')
  const gone = new AbortController()
  reply.hijack()
  const out = reply.raw
  out.on('close', () => gone.abort())
  out.writeHead(200, { ...headers, 'x-trace-id': trace })
  const tell = (event: PromptTryEvent) => void (out.destroyed || out.write(`data: ${JSON.stringify(event)}\n\n`))
  const beat = setInterval(() => void (out.destroyed || out.write(': \n\n')), HEARTBEAT_MS)
  const used = { model: '', inputTokens: 0, outputTokens: 0 }
  const kept = { text: '', thinking: '', problem: '' }
  let status: 'interrupted' | 'done' | 'failed' = 'interrupted'
  try {
    const ask = { task: 'chat' as const, purpose: 'prompt.try', projectId, signal: gone.signal }
    for await (const part of models.chat(actorOf(context), { ...ask, messages: [{ role: 'user', text }] })) {
      if (part.kind === 'text' || part.kind === 'thinking') {
        kept[part.kind] += part.text
        tell({ kind: part.kind, text: part.text })
      } else if (part.kind === 'usage')
        Object.assign(used, { model: part.model, inputTokens: part.inputTokens, outputTokens: part.outputTokens })
    }
    status = 'done'
    tell({ kind: 'end', ...used })
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal('serverFault', { trace })
    if (refusal !== error) kernel.log.error({ err: error, trace }, 'a prompt could not be tried')
    kept.problem = refusal.says(language)
    if (!gone.signal.aborted) status = 'failed'
    tell({ kind: 'fault', text: kept.problem })
  } finally {
    clearInterval(beat)
    const about = { actor: actorOf(context), projectId: projectId ?? null, question: text }
    await keepForAudit(kernel.database, about, { ...kept, ...used, status }).finally(() => out.end())
  }
}
