import { access, copyFile, open, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { TextKey } from '#contract/errors.ts'
import type { ConvertOptions } from '#contract/tool-run.ts'
import type { z } from 'zod'
import { Refusal } from '#server/kernel/errors.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import { sniff, type Sniffed } from '#server/ledger/read/container.ts'
import { FileProblem } from '#server/ledger/read/file-problem.ts'
import { defaultLimits } from '#server/ledger/read/read-limits.ts'
import { openZip } from '#server/ledger/read/zip-parts.ts'
import { sheetExtents } from '../document/sheet-extents.ts'
import type { Converted, ConvertOrder } from './convert-worker.ts'
import { problemOf } from './file-words.ts'
import { type Office, officeOf, toXlsx } from './libre-office.ts'
import { onceNamed } from './once-named.ts'
import { type RunBench, type RunDone, type RunFile, type RunOutcome, said, type Said } from './runner.ts'

type Bench = RunBench<z.output<typeof ConvertOptions>>

/** Files given to one process of LibreOffice; a file that brings it down is tried again alone. */
const TOGETHER = 12
const SECONDS = 60
const MEMORY_MB = 1024

/** What a file really is: a workbook, one that is xlsx already, a text or page of tables, or nothing of the kind. */
type Kind =
  | { way: 'book'; macros: boolean }
  | { way: 'copy' }
  | { way: 'tables'; sniffed: Sniffed }
  | { way: 'none'; why: Said }

/** How one file came out, before it has a name: where the result lies, and what is to be said. */
type Result = { path?: string; says: Said[]; warned: boolean; key?: TextKey }

/** Old workbooks, texts and pages as xlsx: by LibreOffice where it is, else by the built-in reader, which says what it loses. */
export async function convertRun(bench: Bench): Promise<RunDone> {
  const { files, signal } = bench
  const office = await officeOf(bench.config)
  const kinds = await Promise.all(files.map(kindOf))
  const results = new Map<RunFile, Result>()
  const books = files.filter((_, at) => kinds[at]?.way === 'book')
  if (office) await byOffice(bench, office, books, results)
  for (const [at, file] of files.entries()) {
    signal.throwIfAborted()
    const kind = kinds[at]
    if (!kind || results.has(file)) continue
    await bench.tell(at / files.length, 'toolConverting', { at: at + 1, of: files.length, file: file.name })
    results.set(file, await byReader(bench, file, kind, office !== undefined))
  }
  for (const [at, file] of files.entries()) {
    const kind = kinds[at]
    const result = results.get(file)
    if (result && kind?.way === 'book' && kind.macros) {
      result.says.push(said('toolMacros'))
      result.warned = true
    }
  }
  return named(files, results)
}

/** Every result under the name of its file with another ending, never twice in a folder. */
function named(files: readonly RunFile[], results: ReadonlyMap<RunFile, Result>): RunDone {
  const done: RunDone = { outcomes: [], made: [], figures: [] }
  const nameOf = onceNamed()
  for (const file of files) {
    const { name, folder } = file
    const result = results.get(file)
    const outcome: RunOutcome = { name, folder, state: 'failed', says: result?.says ?? [] }
    if (result?.path !== undefined) {
      const wanted = `${name.replace(/\.[^.]{1,8}$/, '')}.xlsx`
      const given = nameOf(folder, wanted)
      if (given !== wanted) outcome.says = [...outcome.says, said('toolRenamed', { name: given })]
      outcome.state = result.warned ? 'warned' : 'done'
      outcome.made = done.made.length
      done.made.push({ path: result.path, name: given, folder })
    } else if (result?.key === 'toolEncrypted' || result?.key === 'toolNotTable') outcome.state = 'skipped'
    done.outcomes.push(outcome)
  }
  return done
}

async function kindOf({ path, name }: RunFile): Promise<Kind> {
  const handle = await open(path)
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(1 << 16), 0, 1 << 16, 0).finally(() => handle.close())
  try {
    const sniffed = sniff(buffer.subarray(0, bytesRead))
    if (sniffed === 'ole2') return await compoundKind(path)
    if (sniffed === 'zip') return await packageKind(path)
    if (sniffed === 'biff' || sniffed === 'sylk' || sniffed === 'dif' || sniffed === 'spreadsheetml')
      return { way: 'book', macros: false }
    return { way: 'tables', sniffed }
  } catch (error) {
    if (error instanceof FileProblem) return { way: 'none', why: problemOf(error, name) }
    throw error
  }
}

/** A compound file names its streams in UTF-16: a workbook, a package under a password, macros. */
async function compoundKind(path: string): Promise<Kind> {
  const bytes = await readFile(path)
  const has = (stream: string) => bytes.includes(Buffer.from(stream, 'utf16le'))
  if (has('EncryptedPackage')) return { way: 'none', why: said('toolEncrypted') }
  if (!has('Workbook') && !has('Book')) return { way: 'none', why: said('toolNotTable') }
  return { way: 'book', macros: has('_VBA_PROJECT') }
}

async function packageKind(path: string): Promise<Kind> {
  const zip = await openZip(path, defaultLimits)
  try {
    const has = (part: RegExp) => zip.names.some((name) => part.test(name))
    const macros = has(/vbaProject\.bin$/i)
    if (has(/^xl\/workbook\.xml$/i)) return macros ? { way: 'book', macros } : { way: 'copy' }
    return has(/^xl\/workbook\.bin$/i) || has(/^content\.xml$/)
      ? { way: 'book', macros }
      : { way: 'none', why: said('toolNotTable') }
  } finally {
    zip.close()
  }
}

/** All workbooks by LibreOffice, some at a time; those it leaves out are tried once more alone. */
async function byOffice(bench: Bench, office: Office, books: readonly RunFile[], results: Map<RunFile, Result>) {
  const { home, signal, files, config } = bench
  const outputs = join(home, 'office')
  const placed = await Promise.all(
    books.map(async (file, at) => {
      const extension = /^\.[a-z]{2,5}$/.exec(extname(file.name).toLowerCase())?.[0] ?? '.xls'
      // its own ending may lie, but LibreOffice looks at the content first; no outside name reaches a command line
      const path = join(home, `book-${at}${extension}`)
      await copyFile(file.path, path)
      return { file, path, result: join(outputs, `book-${at}.xlsx`) }
    }),
  )
  const take = async (some: typeof placed) => {
    const missing: typeof placed = []
    for (const one of some) {
      const there = await access(one.result).then(
        () => true,
        () => false,
      )
      if (there) results.set(one.file, await looked(one.result, one.file.name))
      else missing.push(one)
    }
    return missing
  }
  const order = { office, home, data: config.DIGAO_DATA, outputs, seconds: SECONDS, signal }
  for (let at = 0; at < placed.length; at += TOGETHER) {
    const some = placed.slice(at, at + TOGETHER)
    const file = some[0]?.file.name ?? ''
    await bench.tell(at / files.length, 'toolConverting', { at: at + 1, of: files.length, file })
    await toXlsx({ ...order, inputs: some.map(({ path }) => path) })
    const missing = await take(some)
    if (some.length > 1)
      for (const one of missing) {
        await toXlsx({ ...order, inputs: [one.path] })
        await take([one])
      }
  }
}

/** What LibreOffice has written, counted from the result itself. */
async function looked(path: string, name: string): Promise<Result> {
  const zip = await openZip(path, defaultLimits)
  try {
    const rows = [...(await sheetExtents(zip, name)).values()]
    const says = [said('toolSheets', { sheets: rows.length, rows: rows.reduce((sum, one) => sum + one, 0) })]
    return { path, says: [...says, said('toolByOffice')], warned: false }
  } finally {
    zip.close()
  }
}

async function byReader(bench: Bench, file: RunFile, kind: Kind, tried: boolean): Promise<Result> {
  if (kind.way === 'none') return { says: [kind.why], warned: false, key: kind.why.key }
  if (kind.way === 'copy') return { path: file.path, says: [said('toolIsXlsx')], warned: false }
  const to = join(bench.home, `read-${bench.files.indexOf(file)}.xlsx`)
  const order: ConvertOrder = { from: file.path, to, name: file.name, way: kind.way }
  try {
    const made = await readApart(order, bench.signal)
    if (made.problem) return { says: [made.problem], warned: false, key: made.problem.key }
    const says = [said('toolSheets', { sheets: made.sheets, rows: made.rows })]
    if (kind.way === 'book') says.push(said(tried ? 'toolOfficeFailed' : 'toolByReader'))
    else if (kind.sniffed === 'text') says.push(said('toolIsText', { encoding: made.encoding.toUpperCase() }))
    else if (kind.sniffed === 'html') says.push(said('toolIsHtml'))
    else says.push(said('toolIsOther', { kind: made.container.toUpperCase() }))
    return { path: to, says, warned: kind.way === 'book' || !/\.(?:csv|tsv|txt)$/i.test(file.name) }
  } catch (error) {
    if (bench.signal.aborted || !(error instanceof Refusal)) throw error
    return { says: [said(error.key, error.params)], warned: false }
  }
}

/** In a thread of its own with a bound of memory and time: nothing in a file holds up those after it. */
async function readApart(order: ConvertOrder, signal: AbortSignal): Promise<Converted> {
  const late = AbortSignal.timeout(SECONDS * 1000)
  try {
    return await runWorker<Converted>(new URL('convert-worker.ts', import.meta.url), order, {
      signal: AbortSignal.any([signal, late]),
      memory: MEMORY_MB,
      says: { memory: 'toolMemory', died: 'toolDied' },
    })
  } catch (error) {
    if (late.aborted && !signal.aborted) throw new Refusal('toolTooSlow', { seconds: SECONDS })
    if (signal.aborted || error instanceof Refusal) throw error
    // a fault of a reader is this file's trouble alone
    throw new Refusal('toolDied')
  }
}
