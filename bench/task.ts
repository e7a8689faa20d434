import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse'
import { streamXlsxRows } from 'hucre'
import { openPromise } from 'yauzl'
import { generate } from '#engine/workpaper/generate.ts'
import { acceptAll } from '#engine/mapping/relation.ts'
import { proposeRelation } from '#engine/mapping/propose-relation.ts'
import { taxFacts } from '#facts/facts.ts'
import { readDataset } from '#server/ledger/read/read-dataset.ts'
import { given, tell } from './child.ts'
import { peakMb } from './cost.ts'

// One piece of work in a process of its own, so that its memory is its own.

export type Task =
  | { kind: keyof typeof parsers; journal: string }
  | { kind: 'read' | 'generate' | 'sum'; journal: string; trialBalance: string }
/** `rows` proves that both sides of a ratio did the same work; `database` is that part of the processor time. */
export type Done = { ms: number; cpu: number; peak: number; rows: number; database?: number }

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const task = given() as Task
const parsers = { parseXlsx, parseCsv, cutCsv, unpack } as const

/** What is made ready before the clock starts, answering what the clock times. */
async function prepare(): Promise<() => Promise<number> | number> {
  const { journal } = task
  if (!('trialBalance' in task)) return () => parsers[task.kind](journal)
  const { trialBalance } = task
  if (task.kind === 'read') return async () => (await readLedger(journal, trialBalance)).journal.size
  const ledger = await readLedger(journal, trialBalance)
  if (task.kind === 'sum') return () => sumColumns(ledger)
  const relation = acceptAll(proposeRelation(ledger, taxFacts.mapping))
  return () => {
    const { papers } = generate({ ledger, relation, facts: taxFacts, params: {}, hash })
    if (papers.length < 15) throw new Error(`only ${papers.length} papers were generated`)
    return ledger.journal.size
  }
}

/** The fastest reader of the format at hand, which streams and keeps nothing. */
async function parseXlsx(path: string): Promise<number> {
  let rows = 0
  for await (const { values } of streamXlsxRows(await readFile(path))) rows += values.length > 6 ? 1 : 0
  return rows - 1
}

/** A reader that keeps to RFC 4180 and streams records. */
async function parseCsv(path: string): Promise<number> {
  const decoder = new TextDecoder('gb18030')
  const bytes = createReadStream(path, { highWaterMark: 1 << 18 })
  const text = bytes.map((chunk: Buffer) => decoder.decode(chunk, { stream: true }))
  let rows = 0
  for await (const record of text.pipe(parse({ relax_column_count: true })))
    rows += (record as string[]).length >= 12 ? 1 : 0
  return rows - 1
}

/** The least a reader of text can do: decode, cut into lines, cut at commas (quotes not even looked at). */
async function cutCsv(path: string): Promise<number> {
  const decoder = new TextDecoder('gb18030')
  let rows = 0
  let rest = ''
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) rows += line.split(',').length >= 12 ? 1 : 0
  }
  return rows - 1
}

/** What no unpacking onto a disk can do without: each entry to a file, hashed, and written through. */
async function unpack(path: string): Promise<number> {
  const folder = `${path}.unpacked`
  await mkdir(folder)
  const zip = await openPromise(path, { lazyEntries: true })
  let rows = 0
  for await (const entry of zip.eachEntry()) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry))
    const handle = await open(join(folder, createHash('sha256').update(bytes).digest('hex')), 'w')
    await handle.write(bytes)
    await handle.sync()
    await handle.close()
    rows += 1
  }
  return rows
}

async function readLedger(journal: string, trialBalance: string) {
  const files = [trialBalance, journal].map((path) => ({ path, name: path.split('/').at(-1) ?? '' }))
  const { built, files: readings } = await readDataset(files, { year: 2025 })
  for (const { problem } of readings) if (problem) throw problem
  return built.ledger
}

type Ledger = Awaited<ReturnType<typeof readLedger>>

/** The bare pass: each line's two amounts added to its account. */
function sumColumns({ journal }: Ledger): number {
  const sums = new BigInt64Array(journal.accountCodes.length)
  for (let row = 0; row < journal.size; row += 1) {
    const account = journal.account[row] ?? 0
    sums[account] = (sums[account] ?? 0n) + (journal.debit[row] ?? 0n) - (journal.credit[row] ?? 0n)
  }
  const total = sums.reduce((all, sum) => all + sum, 0n)
  if (total !== 0n) throw new Error('the journal does not balance')
  return journal.size
}

const work = await prepare()
const before = process.cpuUsage()
const began = performance.now()
const rows = await work()
const ms = performance.now() - began
const { user, system } = process.cpuUsage(before)
await tell({ ms, cpu: (user + system) / 1000, peak: peakMb('self'), rows } satisfies Done)
process.disconnect()
