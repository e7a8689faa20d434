import { run } from './child.ts'
import { type Row, short } from './table.ts'

const contenders = ['blanks', 'pairs', 'characters and pairs', 'ours'] as const
export type Contender = (typeof contenders)[number]

export type RetrievalTask = { folder: string } & (
  | { kind: 'quality'; contender: Contender }
  | { kind: 'tax'; synonyms: boolean }
  | { kind: 'speed'; chunks: number }
)

type Means = { ndcg10: number; recall10: number; recall100: number }
/** Means over questions. The constants of ours were chosen on `seen`; `unseen` took no part. */
export type Quality = { questions: number; all: Means; seen: Means; unseen: Means }
/** Milliseconds of processor time and megabytes: what the index holds after building, and what it is as a blob. */
export type Speed = { build: number; p50: number; p95: number; kept: number; bytes: number; chunks: number }

const figures = ({ ndcg10, recall10, recall100 }: Means) =>
  `${ndcg10.toFixed(3)} (R@10 ${recall10.toFixed(3)}, R@100 ${recall100.toFixed(3)})`

const task = <T>(given: RetrievalTask) => run<T>('retrieval-task.ts', given, ['--expose-gc'])

/** How well statutes are found by lay questions, against plain BM25, and what it costs at two sizes. */
export async function retrieving({ folder, only }: { folder: string; only: string }): Promise<Row[]> {
  const rows: Row[] = []
  if ('retrieval quality'.includes(only)) {
    const ours = await task<Quality>({ kind: 'quality', contender: 'ours', folder })
    for (const contender of contenders) {
      if (contender === 'ours') continue
      const reference = await task<Quality>({ kind: 'quality', contender, folder })
      rows.push({
        name: `retrieval quality, ${ours.questions} questions`,
        unit: 'nDCG@10',
        ours: [ours.all.ndcg10],
        reference: [reference.all.ndcg10],
        against: `BM25 by ${contender}`,
        aim: '≥ 0.42',
        beside: `ours ${figures(ours.all)}, chosen on ${ours.seen.ndcg10.toFixed(3)}, others ${ours.unseen.ndcg10.toFixed(3)}; reference ${figures(reference.all)}`,
      })
    }
  }
  if ('retrieval quality, tax'.includes(only)) {
    const ours = await task<Quality>({ kind: 'tax', synonyms: true, folder })
    const without = await task<Quality>({ kind: 'tax', synonyms: false, folder })
    rows.push({
      name: `retrieval quality, tax, ${ours.questions} questions`,
      unit: 'nDCG@10',
      ours: [ours.all.ndcg10],
      reference: [without.all.ndcg10],
      against: 'ours without synonyms',
      aim: '–',
      beside: `ours ${figures(ours.all)}; reference ${figures(without.all)}`,
    })
  }
  for (const chunks of [20_000, 200_000]) {
    const name = `retrieval speed, ${chunks.toLocaleString('en')} chunks`
    if (!name.includes(only)) continue
    const { build, p50, p95, kept, bytes } = await task<Speed>({ kind: 'speed', chunks, folder })
    rows.push({
      name,
      unit: 'CPU-ms/question',
      ours: [p50],
      reference: [],
      against: '–',
      aim: 'p95 ≤ 150 ms',
      beside: `p95 ${short(p95)} ms, built in ${short(build / 1000)} s, ${short(kept)} MB kept, ${short(bytes)} MB as a blob`,
    })
  }
  return rows
}
