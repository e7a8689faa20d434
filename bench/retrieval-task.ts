import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { chunkFields } from '#engine/retrieval/chunk-fields.ts'
import { lexicalSearch } from '#engine/retrieval/question.ts'
import { SearchIndex } from '#engine/retrieval/search-index.ts'
import { SegmentBuilder } from '#engine/retrieval/segment.ts'
import { segmentBytes } from '#engine/retrieval/segment-bytes.ts'
import { Citations } from '#engine/retrieval/support.ts'
import { Synonyms } from '#engine/retrieval/synonyms.ts'
import { taxSynonyms } from '#facts/retrieval-synonyms.ts'
import { given, tell } from './child.ts'
import { byBlanks, byCharactersAndPairs, byPairs, plainBm25 } from './plain-bm25.ts'
import type { Contender, Quality, RetrievalTask, Speed } from './retrieval.ts'

// Statutes and questions, in a process of its own, so that its memory is its own.

type Article = { id: number; law: string; chap: string; art: string; text: string }
type Question = { qid: number; q: string; gold: number[] }

const task = given() as RetrievalTask
const articles: Article[] = []
const lines = createInterface({
  input: createReadStream(join(task.folder, 'articles.jsonl.gz')).pipe(createGunzip()),
})
for await (const line of lines) if (line) articles.push(JSON.parse(line) as Article)
const questions = (await readFile(join(task.folder, 'questions.jsonl'), 'utf8'))
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Question)

/** Our index over the articles; from 58,625 on they come again under other names. */
function build(chunks: number): SearchIndex {
  const builder = new SegmentBuilder()
  for (let at = 0; at < chunks; at += 1) {
    const article = articles[at % articles.length]
    if (!article) break
    const round = Math.floor(at / articles.length)
    builder.add({
      key: round ? `${article.id}/${round}` : String(article.id),
      group: round ? `${article.law}/${round}` : article.law,
      fields: chunkFields({ text: `${article.art} ${article.text}`, context: [article.law, article.chap] }),
    })
  }
  return new SearchIndex([builder.freeze()])
}

function ours(index: SearchIndex, withSynonyms = true): Search {
  const citations = new Citations(
    articles
      .map(({ law }) => law)
      .filter(uniquely())
      .map((law) => ({ group: law, title: law })),
  )
  for (const { law, text } of articles) citations.read(law, text)
  const synonyms = new Synonyms(withSynonyms ? taxSynonyms : [])
  const options = { synonyms, authority: (law: string) => citations.authority(law) }
  return (question, limit) => lexicalSearch(index, question, { ...options, limit }).map(({ key }) => Number(key))
}

function uniquely(): (value: string) => boolean {
  const seen = new Set<string>()
  return (value) => !seen.has(value) && Boolean(seen.add(value))
}

function contend(contender: Contender): Search {
  if (contender === 'ours') return ours(build(articles.length))
  const texts = articles.map(({ law, chap, art, text }) => `${law} ${chap} ${art} ${text}`)
  const cut = { blanks: byBlanks, pairs: byPairs, 'characters and pairs': byCharactersAndPairs }[contender]
  const search = plainBm25(texts, cut)
  return (question, limit) => search(question, limit).map((at) => articles[at]?.id ?? -1)
}

/** The discounted gain of hits at these places, from 0. */
const sum = (places: readonly number[]) => places.reduce((total, place) => total + 1 / Math.log2(place + 2), 0)

function judge(found: readonly number[], gold: readonly number[]) {
  const right = new Set(gold)
  const places = found.flatMap((id, at) => (right.has(id) ? [at] : []))
  const ideal = sum(Array.from({ length: Math.min(10, right.size) }, (_, at) => at))
  const first = places.filter((place) => place < 10)
  return { ndcg10: sum(first) / ideal, recall10: first.length / right.size, recall100: places.length / right.size }
}

type TaxQuestion = { q: string; law: string; holds: string[] }

/** Our own tax questions among all statutes. Their answers are the articles of a law that hold certain words. */
async function taxQuestions(): Promise<Question[]> {
  const text = await readFile(join(import.meta.dirname, '../facts/retrieval-questions.json'), 'utf8')
  const { questions } = JSON.parse(text) as { questions: TaxQuestion[] }
  return questions.map(({ q, law, holds }, qid) => {
    const right = articles.filter((one) => one.law === law && holds.every((words) => one.text.includes(words)))
    if (right.length === 0) throw new Error(`no article answers ${q}`)
    return { qid, q, gold: right.map(({ id }) => id) }
  })
}

type Search = (question: string, limit: number) => number[]

function quality(search: Search, questions: readonly Question[]): Quality {
  const judged = questions.map(({ qid, q, gold }) => ({
    // neighbouring questions are of one topic: halves are made of blocks, or one would teach the other
    seen: Math.floor(qid / 50) % 2 === 0,
    ...judge(search(q, 100), gold),
  }))
  const mean = (of: typeof judged) => {
    const over = (field: 'ndcg10' | 'recall10' | 'recall100') =>
      of.reduce((total, one) => total + one[field], 0) / Math.max(1, of.length)
    return { ndcg10: over('ndcg10'), recall10: over('recall10'), recall100: over('recall100') }
  }
  return {
    questions: judged.length,
    all: mean(judged),
    seen: mean(judged.filter(({ seen }) => seen)),
    unseen: mean(judged.filter(({ seen }) => !seen)),
  }
}

/** Processor time: what a busy machine leaves as it is. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function held(): Promise<number> {
  // buffers are given back a turn after what held them is gone
  for (let turn = 0; turn < 3; turn += 1) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

async function speed(chunks: number): Promise<Speed> {
  const before = await held()
  const began = cpuMs()
  const index = build(chunks)
  const built = cpuMs() - began
  const kept = ((await held()) - before) / 1e6
  const times = questions.slice(0, 300).map(({ q }) => {
    const from = cpuMs()
    lexicalSearch(index, q, { limit: 100 })
    return cpuMs() - from
  })
  // the first questions meet code that is not compiled yet
  const settled = times.slice(20).sort((one, other) => one - other)
  const at = (share: number) => settled[Math.floor(settled.length * share)] ?? NaN
  const bytes = index.segments.reduce((sum, segment) => sum + segmentBytes(segment).byteLength, 0) / 1e6
  return { build: built, p50: at(0.5), p95: at(0.95), kept, bytes, chunks: index.size }
}

async function answer(): Promise<Quality | Speed> {
  switch (task.kind) {
    case 'quality':
      return quality(contend(task.contender), questions)
    case 'tax':
      return quality(ours(build(articles.length), task.synonyms), await taxQuestions())
    case 'speed':
      return speed(task.chunks)
  }
}

await tell(await answer())
process.disconnect()
