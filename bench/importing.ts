import { mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { file } from '#contract/file.ts'
import { ledger } from '#contract/ledger.ts'
import { project } from '#contract/project.ts'
import { job } from '#contract/system.ts'
import { FINANCIAL } from '#server/project/financial-file.ts'
import { run } from './child.ts'
import { cpuMs, forgetPeak, peakMb } from './cost.ts'
import { ledgerSource, writeCsv, writeXlsx } from './ledger-source.ts'
import type { Stand } from './stand.ts'
import { median, type Row, short } from './table.ts'
import type { Done, Task } from './task.ts'

type Sample = { name: string; against: string; lines: number; journal: string; trialBalance: string; parse: Task }

/** Ledgers read and imported: ours against merely parsing the same file. */
export async function importing(stand: Stand, { rounds, only }: { rounds: number; only: string }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'digao-bench-ledger-'))
  try {
    const found: Row[] = []
    for (const make of [xlsxSample, csvSample]) {
      const sample = await make(folder)
      if (sample.name.includes(only)) found.push(...(await measure(stand, sample, rounds)))
    }
    return found
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function xlsxSample(folder: string): Promise<Sample> {
  const source = ledgerSource(200_000)
  const [journal, trialBalance] = [join(folder, '序时账.xlsx'), join(folder, '余额表.xlsx')]
  await writeXlsx(journal, '序时账', source.journal())
  await writeXlsx(trialBalance, '科目余额表', source.trialBalance)
  const parse: Task = { kind: 'parseXlsx', journal }
  return {
    name: '200,000 × 12 xlsx',
    against: 'hucre streamXlsxRows',
    lines: source.lines,
    journal,
    trialBalance,
    parse,
  }
}

async function csvSample(folder: string): Promise<Sample> {
  const source = ledgerSource(400_000)
  const [journal, trialBalance] = [join(folder, '序时账.csv'), join(folder, '科目余额表.xlsx')]
  writeCsv(journal, source.journal())
  await writeXlsx(trialBalance, '科目余额表', source.trialBalance)
  const parse: Task = { kind: 'cutCsv', journal }
  return {
    name: '400,000-line GB18030 csv',
    against: 'TextDecoder + split',
    lines: source.lines,
    journal,
    trialBalance,
    parse,
  }
}

const cpu = (done: readonly Done[]) => done.map((one) => one.cpu)

async function measure(stand: Stand, sample: Sample, rounds: number): Promise<Row[]> {
  const { name, against, lines, journal, trialBalance, parse } = sample
  const parsed: Done[] = []
  const read: Done[] = []
  const imported: Done[] = []
  for (let round = 0; round < rounds; round += 1) {
    parsed.push(await run<Done>('task.ts', parse))
    read.push(await run<Done>('task.ts', { kind: 'read', journal, trialBalance } satisfies Task))
    imported.push(await importOnce(stand, sample, round))
  }
  for (const { rows } of [...parsed, ...read, ...imported])
    if (rows !== lines) throw new Error(`${name}: ${rows} rows were taken of ${lines}`)
  const told = (done: readonly Done[]) => {
    const seconds = median(done.map(({ ms }) => ms)) / 1000
    return `${short(seconds)} s, ${short(lines / seconds)} rows/s, peak ${short(Math.max(...done.map(({ peak }) => peak)))} MB`
  }
  const stored = short(median(imported.map(({ database = 0 }) => database)))
  const common = { unit: 'CPU-ms', reference: cpu(parsed), against }
  const beside = `; reference ${told(parsed)}`
  return [
    { ...common, name: `read ${name}`, ours: cpu(read), aim: '–', beside: told(read) + beside },
    {
      ...common,
      name: `import ${name}`,
      ours: cpu(imported),
      aim: '≤ 3×',
      beside: `database ${stored} CPU-ms, ${told(imported)}${beside}`,
    },
  ]
}

/** Calls of one who is signed in; throws what a refusal says. */
export const callsOf =
  (url: string, { token }: { token: string }) =>
  async (path: string, body?: object | FormData): Promise<Record<string, unknown>> => {
    const form = body instanceof FormData
    const answer = await fetch(url + path, {
      ...(body ? { method: 'POST', body: form ? body : JSON.stringify(body) } : {}),
      headers: {
        'sc-auth': `bearer ${token}`,
        ...(body && !form ? { 'content-type': 'application/json' } : {}),
      },
    })
    const { data, msg } = (await answer.json()) as { data: Record<string, unknown>; msg: string }
    if (!answer.ok) throw new Error(`${path}: ${msg}`)
    return data
  }

/** The whole job over HTTP, from the request to the verified dataset: detection, tie-outs, COPY. The upload is not counted. */
export async function importOnce(
  { ours, database }: Pick<Stand, 'ours' | 'database'>,
  sample: Pick<Sample, 'name' | 'journal' | 'trialBalance'>,
  round: number,
): Promise<Done & { datasetId: string; projectId: string }> {
  const asker = ours.said.askers[round]
  if (!asker) throw new Error('there are fewer tenants than rounds')
  const call = callsOf(ours.said.url, asker)
  const name = `导入 ${sample.name}`
  const draft = { enterpriseId: asker.rowId, projectName: name, year: '2025', category: 2 }
  const { id: projectId } = await call(project.save.path, draft)
  const fileIds: unknown[] = []
  for (const path of [sample.trialBalance, sample.journal]) {
    const form = new FormData()
    form.set('purpose', FINANCIAL)
    form.set('ownerId', String(projectId))
    form.set('file', await openAsBlob(path), basename(path))
    fileIds.push((await call(file.upload.path, form))['id'])
  }
  forgetPeak(ours.pid)
  const before = { all: cpuMs(ours.pid, database), database: cpuMs(database) }
  const began = performance.now()
  const { jobId } = await call(ledger.import.path, { projectId, fileIds })
  for (;;) {
    const { state, result, error } = await call(`${job.detail.path}?id=${String(jobId)}`)
    if (state === 'failed' || state === 'cancelled') throw new Error(`the import failed: ${String(error)}`)
    if (state === 'succeeded') {
      const { lines, blocking, datasetId } = result as { lines: number; blocking: number; datasetId: string }
      if (blocking > 0) throw new Error(`the generated ledger does not tie out: ${blocking} checks block`)
      const ms = performance.now() - began
      const used = { cpu: cpuMs(ours.pid, database) - before.all, database: cpuMs(database) - before.database }
      return { ...used, ms, peak: peakMb(ours.pid), rows: lines, datasetId, projectId: String(projectId) }
    }
    await sleep(20)
  }
}
