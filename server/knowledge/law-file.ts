import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { isRealDay } from '#contract/real-day.ts'
import { Refusal } from '#server/kernel/errors.ts'

const text = z.string().transform((said) => said.replaceAll('\0', '').toWellFormed().trim())
const Line = z.object({
  law: text.pipe(z.string().min(1).max(300)),
  /** The day this version applies from; empty: not known. */
  date: text.default(''),
  chap: text.default(''),
  art: text.pipe(z.string().max(100)),
  text: text.pipe(z.string().min(1).max(200_000)),
  number: text.pipe(z.string().max(100)).default(''),
  region: text.pipe(z.string().max(100)).default(''),
})
export type LawArticle = z.output<typeof Line>
/** One version of one law, its articles in the order of the file. */
export type LawText = { title: string; date: string | null; number: string; region: string; articles: LawArticle[] }

const LONGEST_LINE = 1_000_000
const MOST_BYTES = 2 * 1024 ** 3

/** Reads a collection of articles, JSONL, gzipped or not. Refuses knowledgeLawLine for a line that is none, documentBomb. */
export async function lawTexts(path: string, fileName: string): Promise<LawText[]> {
  const handle = await open(path)
  const magic = Buffer.alloc(2)
  await handle.read(magic, 0, 2, 0)
  await handle.close()
  const raw = createReadStream(path)
  const stream = magic.equals(Buffer.from([0x1f, 0x8b])) ? raw.pipe(createGunzip()) : raw
  const laws = new Map<string, LawText>()
  let line = 0
  let bytes = 0
  for await (const said of createInterface({ input: stream, crlfDelay: Infinity })) {
    line += 1
    bytes += said.length
    if (bytes > MOST_BYTES) throw new Refusal('documentBomb', { file: fileName })
    if (said.trim() === '') continue
    const article = said.length > LONGEST_LINE ? undefined : read(said)
    if (!article) throw new Refusal('knowledgeLawLine', { line })
    const date = isRealDay(article.date) ? article.date : null
    const key = `${article.law}\n${date ?? ''}`
    const known = laws.get(key)
    if (known) known.articles.push(article)
    else
      laws.set(key, { title: article.law, date, number: article.number, region: article.region, articles: [article] })
  }
  if (laws.size === 0) throw new Refusal('documentNothing', { file: fileName })
  return [...laws.values()]
}

function read(said: string): LawArticle | undefined {
  try {
    return Line.safeParse(JSON.parse(said)).data
  } catch {
    return undefined
  }
}
