import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { ledger } from '#contract/ledger.ts'
import { paperTemplate } from '#contract/paper-template.ts'
import { paper } from '#contract/paper.ts'
import { job } from '#contract/system.ts'
import { generate } from '#engine/workpaper/generate.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { ask } from '../datasource/testing-far-server.ts'
import { importFiles, projectOf } from '../ledger/testing-import.ts'
import { longLedger } from '../ledger/testing-ledger.ts'
import { readyProject } from './testing-papers.ts'
import { brokenRows, type Standing, standingOf } from './testing-standing.ts'
import { type Victim, victimOf } from './testing-victim.ts'
import { readProject } from './warm-papers.ts'

const long = process.env['DIGAO_LONG'] === '1'
/** DIGAO_SEED repeats a run that failed. */
const seed = Number(process.env['DIGAO_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const random = randomOf(seed)

let server: TestServer
let zxs: Caller
let admin: Caller
let victim: Victim
let books: string
let versions: string
const files = longLedger(long ? 12_000 : 2_000).files
/** Digest of the rows that an undisturbed import of `files` gives. */
let undisturbed: string
const lasts = { import: 0, generate: 0 }

const standing = (projectId: string) => standingOf(server.databases.admin, projectId)

/** Waits until nothing of the project waits or runs; a job is given up or done within the time, however its process died. */
async function quiet(projectId: string) {
  const open = async () => {
    const { records } = await zxs(job.list, { bizId_equal: projectId, current: 1, size: 50 })
    return records.filter(({ state }) => state === 'queued' || state === 'running').length
  }
  await expect.poll(open, { timeout: 120_000, interval: 50 }).toBe(0)
}

/** Milliseconds the work takes. */
async function took(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return Math.max(300, performance.now() - began)
}

beforeAll(async () => {
  server = await testServer({ DIGAO_JOBS: '0' })
  ;[zxs, admin] = [await server.as('zxs', '张审计'), await server.as('admin', '王管理')]
  victim = victimOf(server, long)
  await victim.start()
  books = await readyProject(server, zxs, 'yonyou-u8')
  lasts.generate = await took(async () => zxs.done((await zxs(paper.generate, { projectId: books })).jobId))
  lasts.import = await took(() => importFiles(server, zxs, books, files))
  undisturbed = (await standing(books)).living.at(-1)?.rows ?? ''
  versions = await projectOf(zxs)
  for (const other of [1n, 7n]) await importFiles(server, zxs, versions, longLedger(20, '2025', other).files)
  return async () => {
    await victim.kill()
  }
}, 300_000)

type Work = {
  of: () => string
  /** Milliseconds it takes when nobody disturbs it. */
  lasts: () => number
  /** Begins it, and resolves when it has begun or its process died. */
  begin: (round: number) => Promise<unknown>
  /** How the project stands when it was done. */
  after: (before: Standing) => Promise<Standing>
  /** Does it once more, to its end. */
  again: () => Promise<unknown>
}

const added = (before: Standing): Standing => ({
  ...before,
  living: [...before.living, { version: expect.any(Number) as number, state: 'verified', rows: undisturbed }],
})
/** What papers a process makes that nobody disturbs, from what the project's inputs now are. */
const freshHash = () =>
  server.kernel.database.inSnapshot(zxs, async (db) => {
    const { inputs } = await readProject(db, books, { open: false, step: () => {} })
    return generate(inputs).hash
  })
let other = ''
let template = { id: '', rev: 0 }

const works = {
  import: {
    of: () => books,
    lasts: () => lasts.import,
    async begin() {
      const datasets = await zxs(ledger.datasets, { projectId: books })
      const done = datasets.find(({ summary }) => summary.lines > 4_000)
      const fileIds = done ? await fileIdsOf(done.id) : []
      return zxs(ledger.import, { projectId: books, fileIds })
    },
    after: async (before) => added(before),
    again: async () => {
      await works.import.begin()
      await quiet(books)
    },
  },
  recalculation: {
    of: () => books,
    lasts: () => lasts.generate,
    begin: (round) =>
      zxs(paper.saveParams, {
        projectId: books,
        params: [{ name: 'prepaid_tax', value: `${1000 + round}.00`, evidence: '完税证明' }],
      }),
    after: async (before) => ({
      ...before,
      generation: expect.any(String) as string,
      hash: await freshHash(),
    }),
    again: async () => {
      const { jobId } = await zxs(paper.generate, { projectId: books })
      const { state, error } = await zxs.done(jobId)
      if (state !== 'succeeded') throw new Error(error)
    },
  },
  'opening another version': {
    of: () => versions,
    lasts: () => 60,
    async begin() {
      const datasets = await zxs(ledger.datasets, { projectId: versions })
      other = datasets.find(({ state }) => state !== 'active')?.id ?? ''
      return victim.ask(zxs, ledger.activate, { datasetId: other, reason: '核对后换用' })
    },
    after: async (before) => ({
      ...before,
      counts: before.living.find(({ version }) => version !== before.counts)?.version ?? null,
      living: before.living.map(({ version, rows }) => ({
        version,
        rows,
        state: version === before.counts ? 'superseded' : 'active',
      })),
    }),
    async again() {
      const datasets = await zxs(ledger.datasets, { projectId: versions })
      if (datasets.find(({ id }) => id === other)?.state !== 'active')
        await victim.ask(zxs, ledger.activate, { datasetId: other, reason: '核对后换用' })
    },
  },
  'publishing a template': {
    of: () => versions,
    lasts: () => 60,
    async begin(round) {
      const { id } = await admin(paperTemplate.fromSystem, { name: `底稿${round}`, category: 1, papers: ['C15'] })
      template = { id, rev: (await admin(paperTemplate.detail, { id })).rev }
      return victim.ask(admin, paperTemplate.publish, { ...template, note: '首版' })
    },
    after: async (before) => before,
    again: async () => {
      const { state } = await admin(paperTemplate.detail, { id: template.id })
      if (state === 'draft') await victim.ask(admin, paperTemplate.publish, { ...template, note: '首版' })
    },
  },
} satisfies Record<string, Work>

const fileIdsOf = async (datasetId: string) => {
  const rows = await ask(
    server.databases.admin,
    'select file_id from dataset_file where dataset_id = $1 order by file_no',
    [datasetId],
  )
  return rows.map(({ file_id: id }) => String(id))
}

/** Everything that may be asked after an interruption, whenever it came. */
async function asBeforeOrAfter(work: Work, before: Standing): Promise<'before' | 'after'> {
  await quiet(work.of())
  expect(await brokenRows(server.databases.admin)).toEqual([])
  const now = await standing(work.of())
  const after = await work.after(before)
  const untouched = JSON.stringify(now) === JSON.stringify(before)
  expect(now).toEqual(untouched ? before : after)
  return untouched ? 'before' : 'after'
}

const kinds = long
  ? ([
      'import',
      'recalculation',
      'import',
      'opening another version',
      'recalculation',
      'publishing a template',
    ] as const)
  : (['import', 'recalculation'] as const)
const moments = Array.from({ length: long ? 20 : 4 }, (_, at) => kinds[at % kinds.length] ?? 'import')
/** Of each kind the moments lie spread over the time it takes, each at random in its part. */
const plan = moments.map((kind, at) => {
  const place = moments.slice(0, at).filter((one) => one === kind).length
  return { kind, at, share: (place + random()) / moments.filter((one) => one === kind).length }
})

test.each(plan)(
  `killed in the middle of $kind (moment $at, seed ${seed}), the project is as before or as after`,
  async ({ kind, at, share }) => {
    const work: Work = works[kind]
    const before = await standing(work.of())
    const begun = work.begin(at).catch(() => {})
    await sleep(share * work.lasts() * 1.1)
    await victim.kill()
    await begun
    await victim.start()
    const found = await asBeforeOrAfter(work, before)
    await work.again()
    expect(await brokenRows(server.databases.admin)).toEqual([])
    // an import that had come through is one more version when it is done again
    const once = await work.after(before)
    const twice = kind === 'import' && found === 'after' ? await work.after(once) : once
    expect(await standing(work.of())).toEqual(twice)
  },
)

test('the database’s sessions all end in the middle of an import: it fails with what to do, and goes through the next time', async () => {
  const { admin: config } = server.databases
  const before = await standing(books)
  const { jobId } = await works.import.begin()
  await sleep((0.4 + 0.4 * random()) * lasts.import)
  for (let tries = 0; tries < 10; tries += 1, await sleep(50))
    await ask(
      config,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  const found = await asBeforeOrAfter(works.import, before)
  const { error } = await zxs(job.detail, { id: jobId })
  expect(found === 'after' ? '数据库' : error).toMatch(/^(数据库|服务在处理过程中停止)/)
  await works.import.again()
  expect((await standing(books)).living.at(-1)?.rows).toBe(undisturbed)
})

/** mulberry32: the same numbers from the same seed. */
function randomOf(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
