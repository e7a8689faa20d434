import type { KnowledgeAnchor } from '#contract/knowledge.ts'
import type { AssistAsk, AssistEvent } from '#contract/writing.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { RawContext } from '#server/kernel/service.ts'
import { checkAnswer, groundsOf } from '../chat/check-answer.ts'
import { actorOf } from '../knowledge/base-reach.ts'
import { search } from '../knowledge/retrieve.ts'
import { type ChatAsk, openModels } from '../model/model-port.ts'
import { assistMessages, type Ground } from './assist-prompt.ts'
import { figuresNow } from './figures.ts'
import { runTool } from '../tool/tools.ts'
import { seesProject } from './writing-make.ts'
import { reachableDoc, writingLevel } from './writing-reach.ts'

const PASSAGES = 6
/** Letters of a question that are searched for. */
const QUESTION = 500
const HEARTBEAT_MS = 15_000
const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

/**
 * What the model makes of marked words or of a wish, piece by piece; nothing is written into the document. What is refused before the
 * first piece is an ordinary refusal. Numbers that nothing given holds are named at the end.
 */
export async function assist(context: RawContext, ask: AssistAsk): Promise<void> {
  const { kernel, user, reply, trace, language } = context
  if (ask.selection.trim() === '' && ask.act !== 'write' && ask.act !== 'continue')
    throw new Refusal('writingAssistSelect')
  if (ask.act === 'write' && ask.wish === '') throw new Refusal('writingAssistWish')
  const actor = actorOf(user)
  const { projectId, figures } = await kernel.database.inTenant(actor, (db) => opened({ ...context, db }, ask))
  const models = openModels(kernel)
  if (!(await models.has(actor, 'write'))) throw new Refusal('writingAssistNoModel')
  const grounds = [
    ...figures,
    ...(await filesRead(context, ask, projectId)),
    ...(await passages(context, ask, projectId)),
  ]

  const gone = new AbortController()
  reply.hijack()
  const out = reply.raw
  out.on('close', () => gone.abort())
  out.writeHead(200, { ...headers, 'x-trace-id': trace })
  const tell = (event: AssistEvent) => void (out.destroyed || out.write(`data: ${JSON.stringify(event)}\n\n`))
  const beat = setInterval(() => void (out.destroyed || out.write(': \n\n')), HEARTBEAT_MS)
  try {
    tell({ kind: 'sources', sources: grounds.map(({ source }) => source) })
    const question: ChatAsk = {
      task: 'write',
      purpose: `writing.${ask.act}`,
      projectId,
      scope: { kind: 'document', id: ask.id },
      messages: assistMessages(ask, grounds),
      signal: gone.signal,
    }
    let text = ''
    let model = ''
    let reason: Extract<AssistEvent, { kind: 'end' }>['reason'] = 'done'
    for await (const part of models.chat(actor, question)) {
      if (part.kind === 'text') {
        text += part.text
        tell(part)
      } else if (part.kind === 'usage') model = part.model
      else if (part.kind === 'end' && part.reason !== 'stop' && part.reason !== 'tools') reason = part.reason
    }
    const numbers = doubtful(text, ask, grounds)
    if (numbers.length > 0) tell({ kind: 'unverified', numbers })
    tell({ kind: 'end', reason, model })
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal('serverFault', { trace })
    if (refusal !== error) kernel.log.error({ err: error, trace }, 'the model could not help with a document')
    tell({ kind: 'fault', message: refusal.says(language) })
  } finally {
    clearInterval(beat)
    out.end()
  }
}

/** The document's project, if the person still sees it, and its cells that he named. */
async function opened(
  context: Parameters<typeof reachableDoc>[0] & Pick<RawContext, 'language'>,
  ask: AssistAsk,
): Promise<{ projectId: string | null; figures: Ground[] }> {
  const { project_id: of } = await reachableDoc(context, ask.id, { least: writingLevel.edit })
  const projectId = (await seesProject(context, of)) ? of : null
  if (projectId === null || ask.cells.length === 0) return { projectId, figures: [] }
  const now = await figuresNow(
    context,
    ask.cells.map((cell) => ({ projectId, cell, value: '' })),
  )
  const figures = now
    .filter(({ value }) => value !== '')
    .map(({ cell, label, value, unit, paperName, place }): Ground => {
      const text = `${label} = ${value}${unit === 'money' ? ' 元' : ''}`
      return { source: { kind: 'cell', title: `${paperName} ${label}`, place, at: cell, quote: text }, text }
    })
  return { projectId, figures }
}

/** The beginnings of files, read with the person's own rights. */
async function filesRead(
  { kernel, user, language }: RawContext,
  { fileIds }: AssistAsk,
  projectId: string | null,
): Promise<Ground[]> {
  const found: Ground[] = []
  for (const fileId of fileIds) {
    const { ok, text, sources } = await runTool({ kernel, user, projectId, language }, 'read_file', { fileId })
    const [source] = sources
    if (!ok || !source) throw new Refusal('writingAssistFile', { why: text })
    found.push({ source, text })
  }
  return found
}

async function passages({ kernel, user }: RawContext, ask: AssistAsk, projectId: string | null): Promise<Ground[]> {
  if (!ask.knowledge) return []
  const query = (ask.wish || ask.selection || ask.before.slice(-QUESTION)).slice(0, QUESTION)
  if (query.trim() === '') return []
  const found = await search(
    { kernel, user },
    {
      query,
      limit: PASSAGES,
      ...(projectId === null ? {} : { projectId }),
      ...(ask.baseIds.length > 0 ? { baseIds: ask.baseIds } : {}),
    },
  )
  return found.passages.map(({ text, documentName, number, anchor, chunkId, kind }) => ({
    source: {
      kind: kind === 'law' ? 'law' : 'passage',
      title: [documentName, number].filter(Boolean).join(' '),
      place: `/knowledge/llmKnowledgeDoc?v.place=${chunkId}`,
      quote: text.slice(0, 500),
      at: spot(anchor),
    },
    text,
  }))
}

function spot(anchor: KnowledgeAnchor): string {
  switch (anchor.kind) {
    case 'article':
      return anchor.article
    case 'page':
      return `p. ${anchor.page}`
    case 'cells':
      return `${anchor.sheet}!${anchor.range}`
    case 'place':
      return anchor.heading
  }
}

/** Numbers of an answer that stand neither in what the person gave nor in the sources, and citations of none. */
function doubtful(text: string, ask: AssistAsk, grounds: readonly Ground[]): string[] {
  const bodies = grounds.map(({ source, text: words }) => [source.title, source.at ?? '', words].join('\n'))
  const { doubts } = checkAnswer(text, {
    ...groundsOf(bodies),
    figures: [],
    said: [ask.wish, ask.selection, ask.before].join('\n'),
  })
  return [...new Set(doubts.filter(({ code }) => code !== 'quoteUnverified').map(({ words }) => words))]
}
