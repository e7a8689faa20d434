import type { ChatMessage, ChatSource } from '#contract/chat-message.ts'
import { extentOf } from '#contract/grants.ts'
import type { Context } from '#server/kernel/service.ts'
import { type Reader, seeingOwn, seeingSystem } from '../knowledge/base-reach.ts'
import { passagesOf } from '../knowledge/passages.ts'
import { reachesEnterprise, reachesProject } from '../project/reach.ts'
import { ATTACHMENT_PLACE } from './retrieve-step.ts'

export type Sourced = Pick<ChatMessage, 'sources' | 'mode'>

/**
 * Which of these sources the reader could open himself, asked of the bases, projects and enterprises they lie in. Not inside a
 * transaction.
 */
export async function openSources(
  reader: Reader,
  sources: readonly ChatSource[],
): Promise<(source: ChatSource) => boolean> {
  const { kernel, user } = reader
  const rows = await kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, (db) =>
    reachedRows({ db, user }, sources),
  )
  const chunks = await readableChunks(reader, sources)
  return (source) => mayOpen(source, { chunks, rows })
}

/** An answer's sources as the reader may see them, and whether its text must be left out. */
export function seenBy({ sources, mode }: Sourced, open: (source: ChatSource) => boolean) {
  const closed = new Set(sources.filter((source) => !open(source)).map(({ no }) => no))
  const cites = sources.some(({ cited }) => cited)
  return {
    closed,
    // excerpts are the words of their sources themselves, and what cites a passage says what it says; where nothing is cited, any may be told
    withheld: sources.some(
      (source) =>
        closed.has(source.no) &&
        (mode === 'extract' || ofRecords(source) || ((source.cited || !cites) && !ofOwner(source))),
    ),
    sources: sources.map((source) =>
      closed.has(source.no)
        ? Object.assign({}, source, { hidden: true, quote: '', at: '', place: '', marks: [] })
        : source,
    ),
  }
}

const parameter = ({ place }: ChatSource, name: string) =>
  new URLSearchParams(place.split('?')[1] ?? '').get(name) ?? ''

/** Ids of the projects and enterprises the sources lie in, as far as the reader reaches them. */
async function reachedRows({ db, user }: Pick<Context, 'db' | 'user'>, sources: readonly ChatSource[]) {
  const named = (name: string) => [
    ...new Set(sources.map((source) => parameter(source, name)).filter((one) => /^[0-9a-f-]{36}$/i.test(one))),
  ]
  const [projects, enterprises] = [named('projectId'), named('enterpriseId')]
  const [ofProject, ofEnterprise] = [extentOf(user.held, 'project.view'), extentOf(user.held, 'enterprise.view')]
  const reached = new Set<string>()
  if (projects.length && ofProject !== undefined) {
    const rows = await db
      .selectFrom('firm_project')
      .select('firm_project.id')
      .where('firm_project.id', 'in', projects)
      .where('firm_project.is_deleted', '=', 0)
      .where(reachesProject({ user, extent: ofProject }))
      .execute()
    for (const { id } of rows) reached.add(id)
  }
  if (enterprises.length && ofEnterprise !== undefined) {
    const rows = await db
      .selectFrom('firm_enterprise')
      .select('firm_enterprise.id')
      .where('firm_enterprise.id', 'in', enterprises)
      .where('firm_enterprise.is_deleted', '=', 0)
      .where(reachesEnterprise({ user, extent: ofEnterprise }))
      .execute()
    for (const { id } of rows) reached.add(id)
  }
  return reached
}

async function readableChunks(reader: Reader, sources: readonly ChatSource[]): Promise<Set<string>> {
  const ids = [
    ...new Set(sources.map((source) => parameter(source, 'v.place')).filter((id) => /^[0-9a-f-]{36}$/i.test(id))),
  ]
  if (ids.length === 0 || extentOf(reader.user.held, 'docFile.view') === undefined) return new Set()
  const [own, system] = await Promise.all([
    seeingOwn(reader, (sight) => passagesOf(sight, ids)),
    seeingSystem(reader, (sight) => passagesOf(sight, ids)),
  ])
  return new Set([...own, ...(system ?? [])].map(({ chunkId }) => chunkId))
}

type Open = { chunks: ReadonlySet<string>; rows: ReadonlySet<string> }

function mayOpen(source: ChatSource, { chunks, rows }: Open): boolean {
  const chunk = parameter(source, 'v.place')
  if (chunk) return chunks.has(chunk)
  const project = parameter(source, 'projectId')
  if (project) return rows.has(project)
  const enterprise = parameter(source, 'enterpriseId')
  if (enterprise) return rows.has(enterprise)
  // rules the product ships, sums of numbers that were given; files stay with who put them up
  return source.kind === 'law' || source.kind === 'calculation'
}

/** Files the owner himself put up: what he tells of them is his to share. */
const ofOwner = ({ place }: ChatSource) => place.startsWith(ATTACHMENT_PLACE)
/** Of books and papers: an answer may rest on them without naming them. */
const ofRecords = (source: ChatSource) => !['passage', 'law', 'calculation'].includes(source.kind) && !ofOwner(source)
