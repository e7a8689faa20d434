import type { Passage } from '#contract/knowledge.ts'
import { highlight } from '#engine/retrieval/highlight.ts'
import { fuse, type Leg } from '#engine/retrieval/fuse.ts'
import { lexicalSearch, questionTerms } from '#engine/retrieval/question.ts'
import { Synonyms } from '#engine/retrieval/synonyms.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { openModels } from '../model/model-port.ts'
import { type AllowedVersion, allowedVersions, type Narrowing } from './allowed-versions.ts'
import { actorOf, type Reader, seeingOwn, seeingSystem, type Sight } from './base-reach.ts'
import { identifierLeg } from './identifier-leg.ts'
import { entryOf } from './index-text.ts'
import { passagesOf, shownPassage } from './passages.ts'
import { indexOver, type NamedSegment, segmentsOf } from './segment-cache.ts'
import { vectorLeg } from './vector-leg.ts'

export type Ask = Narrowing & { query: string; limit?: number; signal?: AbortSignal }
export type LegName = 'identifiers' | 'words' | 'vectors' | 'rerank'

/** How much each way counts, and how many of its best it brings. */
const WEIGHTS = { identifiers: 3, words: 1, vectors: 1 } as const
const DEPTH = 200
/** How many of the fused are shown to a rerank model. */
const RERANKED = 30

type Seen = { allowed: Map<string, AllowedVersion>; segments: NamedSegment[]; exact: string[]; vectors: boolean }

async function seen(sight: Sight, ask: Ask): Promise<Seen> {
  const allowed = new Map((await allowedVersions(sight, ask)).map((version) => [version.id, version]))
  const baseIds = [...new Set([...allowed.values()].map(({ baseId }) => baseId))]
  const segments = await segmentsOf(sight, baseIds)
  return {
    allowed,
    segments,
    exact: await identifierLeg(sight, ask.query, allowed),
    vectors: await hasVectors(sight, baseIds),
  }
}

/**
 * Passages for a question, best first, and the ways that were searched, from every base the person may read: identifiers exactly, BM25 with the firm's synonyms,
 * exact vectors and a rerank model where they are set. Who may read what, and what applied on a day, is decided inside every way.
 * Never called inside a transaction. A model that fails is left out, not an error: words always find.
 */
export async function search(reader: Reader, ask: Ask): Promise<{ passages: Passage[]; legs: LegName[] }> {
  const limit = ask.limit ?? 10
  const [own, system] = await Promise.all([
    seeingOwn(reader, async (sight) => ({ ...(await seen(sight, ask)), synonyms: await synonymsOf(sight) })),
    seeingSystem(reader, (sight) => seen(sight, ask)),
  ])
  const allowed = new Map([...own.allowed, ...(system?.allowed ?? [])])
  const index = indexOver([...own.segments, ...(system?.segments ?? [])])
  const hits = lexicalSearch(index, ask.query, {
    limit: DEPTH,
    allows: (versionId) => allowed.has(versionId),
    synonyms: own.synonyms,
    authority: (versionId) => allowed.get(versionId)?.authority ?? 0,
  })
  const entries = hits.map(({ key }) => entryOf(key))
  const revs = new Map<string, number>()
  for (const { chunkId, rev } of entries) revs.set(chunkId, Math.max(rev, revs.get(chunkId) ?? 0))
  const legs: Leg[] = [
    { name: 'identifiers', weight: WEIGHTS.identifiers, keys: [...own.exact, ...(system?.exact ?? [])] },
    { name: 'words', weight: WEIGHTS.words, keys: entries.map(({ chunkId }) => chunkId) },
  ]
  // nothing leaves for an embedding model where no vectors are
  const vectors = own.vectors || system?.vectors
  const near = vectors ? await vectorKeys(reader, ask, { own: own.allowed, system: system?.allowed }) : undefined
  if (near) legs.push({ name: 'vectors', weight: WEIGHTS.vectors, keys: near })
  const fused = fuse(legs).slice(0, Math.max(limit * 2, RERANKED))
  const standing = await passagesFor(
    reader,
    fused.map(({ key }) => key),
  )
  const byId = new Map(standing.map((passage) => [passage.chunkId, passage]))
  const day = ask.inForceOn ?? wallTime(new Date()).slice(0, 10)
  const found = fused.flatMap(({ key, score, places }) => {
    const passage = byId.get(key)
    if (!passage) return []
    // an entry of words that have been changed since finds nothing
    const stale = revs.has(key) && revs.get(key) !== passage.rev
    if (stale && Object.keys(places).every((name) => name === 'words')) return []
    return [shownPassage(passage, { score, places: { ...places } }, day)]
  })
  const ranked = await reranked(reader, ask, found)
  const named: LegName[] = [
    'identifiers',
    'words',
    ...(near ? ['vectors' as const] : []),
    ...(ranked ? ['rerank' as const] : []),
  ]
  const passages = (ranked ?? found).slice(0, limit)
  const terms = new Set(questionTerms(ask.query, own.synonyms).map(({ term }) => term))
  for (const passage of passages) passage.marks = highlight(passage.text, terms)
  return { passages, legs: named }
}

async function synonymsOf({ db }: Sight): Promise<Synonyms> {
  return new Synonyms(await db.selectFrom('kb_synonym').select(['term', 'means']).orderBy('term').execute())
}

async function hasVectors({ db }: Sight, baseIds: readonly string[]): Promise<boolean> {
  if (baseIds.length === 0) return false
  const row = await db
    .selectFrom('kb_vector')
    .select('chunk_id')
    .where('base_id', 'in', [...baseIds])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function passagesFor(reader: Reader, chunkIds: readonly string[]) {
  const [own, system] = await Promise.all([
    seeingOwn(reader, (sight) => passagesOf(sight, chunkIds)),
    seeingSystem(reader, (sight) => passagesOf(sight, chunkIds)),
  ])
  return [...own, ...(system ?? [])]
}

/** Nearest chunks by vector; undefined if no embedding model is set or it does not answer. */
async function vectorKeys(
  reader: Reader,
  { query, projectId, signal }: Ask,
  allowed: { own: ReadonlyMap<string, AllowedVersion>; system: ReadonlyMap<string, AllowedVersion> | undefined },
): Promise<string[] | undefined> {
  const models = openModels(reader.kernel)
  const embedded = await models
    .embed(actorOf(reader.user), {
      texts: [query],
      purpose: 'knowledge.search',
      projectId: projectId ?? null,
      ...(signal && { signal }),
    })
    .catch(() => null)
  const asked = embedded?.vectors[0]
  if (!embedded || !asked) return undefined
  const own = await seeingOwn(reader, (sight) => vectorLeg(sight, { model: embedded.model, asked }, allowed.own))
  const { system } = allowed
  const shared =
    system && (await seeingSystem(reader, (sight) => vectorLeg(sight, { model: embedded.model, asked }, system)))
  const found = [...own, ...(shared ?? [])].sort((one, other) => other.score - one.score)
  return found.length ? found.map(({ key }) => key) : undefined
}

/** The best again in the order of a rerank model; undefined if none is set or it does not answer. */
async function reranked(reader: Reader, ask: Ask, found: readonly Passage[]): Promise<Passage[] | undefined> {
  const head = found.slice(0, RERANKED)
  if (head.length < 2) return undefined
  const scores = await openModels(reader.kernel)
    .rerank(actorOf(reader.user), {
      query: ask.query,
      texts: head.map(({ context, text }) => [...context, text].join('\n')),
      purpose: 'knowledge.search',
      projectId: ask.projectId ?? null,
      ...(ask.signal && { signal: ask.signal }),
    })
    .catch(() => null)
  if (!scores || scores.length !== head.length) return undefined
  const places = new Map(
    scores
      .map((score, at) => ({ score, at }))
      .sort((one, other) => other.score - one.score)
      .map(({ at }, place) => [at, place]),
  )
  const again: Passage[] = []
  for (const [at, place] of [...places].toSorted(([, one], [, other]) => one - other)) {
    const passage = head[at]
    if (!passage) continue
    passage.places['rerank'] = place + 1
    again.push(passage)
  }
  return [...again, ...found.slice(RERANKED)]
}
