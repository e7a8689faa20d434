import { randomUUID } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { cutText } from '#engine/retrieval/block.ts'
import { identifiers } from '#engine/retrieval/identifiers.ts'
import { Citations } from '#engine/retrieval/support.ts'
import { type Actor, type Db, openDatabase } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import { LARGE } from './compact-base.ts'
import { identifiersOf, type IndexedText, segmentOf } from './index-text.ts'
import type { IndexedChunk } from './index-worker.ts'
import { type LawText, lawTexts } from './law-file.ts'
import { touchBase } from './segment-cache.ts'
import { insertChunks, insertLaws, type NewLaw, type NewLawVersion, settleVersions } from './store-version.ts'

// The thread that brings a collection of articles into a base of laws, in one transaction.

export type LawOrder = {
  config: Parameters<typeof openDatabase>[0]
  actor: Actor
  path: string
  fileName: string
  fileId: string
  baseId: string
}
/** `same`: laws that stand in the base with these very words already. */
export type LawOutcome = { laws: number; articles: number; same: number }

const order: LawOrder = workerData
const tell = (said: WorkerSays<LawOutcome>) => parentPort?.postMessage(said, [])

/** Chunks of a law by its articles, a long one cut between sentences. */
function chunksOf({ title, articles }: LawText): IndexedChunk[] {
  return articles.flatMap(({ chap, art, text }, at) => {
    const context = chap ? [title, chap] : [title]
    const own = art ? identifiers(art).filter(({ kind }) => kind === 'article') : []
    return cutText(art ? `${art}　${text}` : text).map((piece) => ({
      id: randomUUID(),
      kind: 'article' as const,
      text: piece,
      context,
      anchor: { kind: 'article' as const, article: art, paragraphs: [at + 1, at + 1] as const },
      section: at,
      hash: sha256(piece),
      idents: [...identifiersOf({ text: piece, context }).filter(({ kind }) => kind !== 'article'), ...own],
    }))
  })
}

/** Chunks written at a time. */
const BATCH = 4000
type Batch = { laws: NewLaw[]; versions: NewLawVersion[]; rows: Parameters<typeof insertChunks>[1][number][] }

async function store(db: Db, laws: readonly LawText[]): Promise<LawOutcome> {
  const { baseId } = order
  const docs = await db
    .selectFrom('kb_doc')
    .select(['id', 'name', 'number'])
    .where('base_id', '=', baseId)
    .where('is_deleted', '=', 0)
    .execute()
  const byTitle = new Map(docs.map(({ id, name, number }) => [`${name}\n${number}`, id]))
  const contents = await db
    .selectFrom('kb_version')
    .select(['doc_id', 'sha256', 'no'])
    .where('base_id', '=', baseId)
    .execute()
  const known = new Set(contents.map(({ doc_id, sha256 }) => `${doc_id} ${sha256}`))
  const numbers = new Map<string, number>()
  for (const { doc_id, no } of contents) numbers.set(doc_id, Math.max(no, numbers.get(doc_id) ?? 0))
  const citations = new Citations(laws.map(({ title, date }) => ({ group: `${title}\n${date ?? ''}`, title })))
  for (const { title, date, articles } of laws)
    for (const { text } of articles) citations.read(`${title}\n${date ?? ''}`, text)
  const outcome: LawOutcome = { laws: 0, articles: 0, same: 0 }
  let batch: Batch = { laws: [], versions: [], rows: [] }
  let held: IndexedText[] = []
  const settled = new Set<string>()
  const flush = async () => {
    await insertLaws(db, order, batch)
    await insertChunks(db, batch.rows)
    batch = { laws: [], versions: [], rows: [] }
  }
  const index = async () => {
    if (held.length === 0) return
    const bytes = Buffer.from(segmentOf(held))
    await db.insertInto('kb_segment').values({ base_id: baseId, chunks: held.length, bytes }).execute()
    held = []
  }
  // an earlier version comes before a later one, so that the latest has the highest number
  const ordered = laws.toSorted((one, other) => ((one.date ?? '') < (other.date ?? '') ? -1 : 1))
  for (const [at, law] of ordered.entries()) {
    const digest = sha256(JSON.stringify([law.date, law.articles]))
    const key = `${law.title}\n${law.number}`
    let docId = byTitle.get(key)
    if (docId && known.has(`${docId} ${digest}`)) {
      outcome.same += 1
      continue
    }
    if (!docId) {
      docId = randomUUID()
      batch.laws.push({ id: docId, name: law.title, number: law.number, region: law.region })
      byTitle.set(key, docId)
    }
    const no = (numbers.get(docId) ?? 0) + 1
    numbers.set(docId, no)
    settled.add(docId)
    const versionId = randomUUID()
    const chunks = chunksOf(law)
    batch.versions.push({
      id: versionId,
      docId,
      no,
      sha256: digest,
      size: law.articles.reduce((sum, { text }) => sum + text.length, 0),
      effectiveFrom: law.date,
      chunks: chunks.length,
      authority: citations.authority(`${law.title}\n${law.date ?? ''}`),
      title: law.title,
    })
    for (const [ord, chunk] of chunks.entries()) {
      batch.rows.push({ chunk, ord: ord + 1, versionId, baseId })
      held.push({ id: chunk.id, rev: 1, versionId, text: chunk.text, context: chunk.context })
    }
    outcome.laws += 1
    outcome.articles += law.articles.length
    if (batch.rows.length >= BATCH) {
      await flush()
      const percent = 5 + (85 * (at + 1)) / ordered.length
      tell({ kind: 'progress', percent, step: 'knowledgeWriting', params: { done: outcome.articles } })
    }
    if (held.length >= LARGE) await index()
  }
  await flush()
  await index()
  await settleVersions(db, [...settled])
  await touchBase(db, baseId)
  return outcome
}

const database = openDatabase(order.config, 1)
try {
  const laws = await lawTexts(order.path, order.fileName)
  tell({ kind: 'done', result: await database.inTenantBulk(order.actor, (db) => store(db, laws)) })
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  tell({ kind: 'refused', key: error.key, params: error.params })
} finally {
  await database.close()
}
