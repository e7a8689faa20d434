import { randomBytes } from 'node:crypto'
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { copyFile, open } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { file, tusPath } from '#contract/file.ts'
import { param } from '#contract/param.ts'
import { project } from '#contract/project.ts'
import { FINANCIAL } from '#server/project/financial-file.ts'
import type { BareFiles, BareFilesOrder } from './bare-files.ts'
import { start } from './child.ts'
import { cpuMs } from './cost.ts'
import { callsOf } from './importing.ts'
import type { Stand } from './stand.ts'
import { median, type Row, short } from './table.ts'

const GIGABYTE = 1024 ** 3
const PIECE = 1024 * 1024

type Spent = { ms: number; cpu: number }

/** One gigabyte up and down, against bare node:http, with `cp` and fsync beside; plain, and encrypted where it lies. */
export async function movingFiles(stand: Stand, { rounds }: { rounds: number }): Promise<Row[]> {
  // the disk that the data folder is on, not one in memory
  const folder = mkdtempSync(join(import.meta.dirname, '../node_modules/.cache/bench-files-'))
  const source = join(folder, 'source')
  await fill(source)
  const bare = await start<BareFiles>('bare-files.ts', { path: join(folder, 'bare') } satisfies BareFilesOrder)
  try {
    const at = `http://127.0.0.1:${bare.said.port}/`
    const spent: Record<'up' | 'down' | 'sealedUp' | 'sealedDown', Spent[]> = {
      up: [],
      down: [],
      sealedUp: [],
      sealedDown: [],
    }
    const copied: number[] = []
    const bareUp: Spent[] = []
    const bareDown: Spent[] = []
    for (let round = 0; round < rounds; round += 1) {
      copied.push(await copyThrough(source, join(folder, 'copy')))
      bareUp.push(await timed(bare.pid, () => put({ url: at, method: 'PUT', path: source })))
      bareDown.push(await timed(bare.pid, () => fetched(at)))
      for (const sealed of [false, true]) {
        const trip = await ours(stand, { source, round, sealed })
        ;(sealed ? spent.sealedUp : spent.up).push(trip.up)
        ;(sealed ? spent.sealedDown : spent.down).push(trip.down)
      }
    }
    const wall = (some: Spent[]) => median(some.map(({ ms }) => ms))
    const row = (name: string, mine: Spent[], reference: Spent[]): Row => ({
      name,
      unit: 'CPU-ms',
      ours: mine.map(({ cpu }) => cpu),
      reference: reference.map(({ cpu }) => cpu),
      against: 'bare node:http',
      aim: '–',
      beside: `wall ${short(wall(mine) / 1000)} s, ${short(wall(mine) / wall(reference))}× bare, ${short(wall(mine) / median(copied))}× cp and fsync`,
    })
    return [
      row('upload 1 GB (tus, SHA-256, fsync)', spent.up, bareUp),
      row('download 1 GB, its checksum proved', spent.down, bareDown),
      row('upload 1 GB, encrypted', spent.sealedUp, bareUp),
      row('download 1 GB, decrypted', spent.sealedDown, bareDown),
    ]
  } finally {
    await bare.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A gigabyte that no layer can make smaller. */
async function fill(path: string) {
  const handle = await open(path, 'w')
  for (let at = 0; at < GIGABYTE; at += PIECE) await handle.write(randomBytes(PIECE))
  await handle.close()
}

/** What the operating system needs for the same bytes to be on the disk. */
async function copyThrough(from: string, to: string): Promise<number> {
  rmSync(to, { force: true })
  const began = performance.now()
  await copyFile(from, to)
  const handle = await open(to)
  await handle.sync()
  await handle.close()
  const ms = performance.now() - began
  rmSync(to)
  return ms
}

async function timed(pid: number, work: () => Promise<unknown>): Promise<Spent> {
  const before = cpuMs(pid)
  const began = performance.now()
  await work()
  return { ms: performance.now() - began, cpu: cpuMs(pid) - before }
}

type Sending = { url: string; method: string; path: string; headers?: Record<string, string> }

/** Sends a file as a body; answers the headers of a success. */
function put({ url, method, path, headers = {} }: Sending) {
  return new Promise<Record<string, string | string[] | undefined>>((resolve, reject) => {
    const agent = new Agent()
    const sent = httpRequest(url, { method, agent, headers: { 'content-length': GIGABYTE, ...headers } }, (answer) => {
      answer.resume()
      answer.once('end', () => {
        agent.destroy()
        if ((answer.statusCode ?? 500) < 300) resolve(answer.headers)
        else reject(new Error(`the upload was answered ${answer.statusCode}`))
      })
    })
    sent.once('error', reject)
    pipeline(createReadStream(path, { highWaterMark: PIECE }), sent).catch(reject)
  })
}

/** Reads an answer to its end and throws it away; it must be a gigabyte. */
function fetched(url: string, headers: Record<string, string> = {}) {
  return new Promise<void>((resolve, reject) => {
    const agent = new Agent()
    httpRequest(url, { agent, headers }, (answer) => {
      let size = 0
      answer.on('data', (chunk: Buffer) => (size += chunk.length))
      answer.once('error', reject)
      answer.once('end', () => {
        agent.destroy()
        if (size === GIGABYTE) resolve()
        else reject(new Error(`${size} bytes came down`))
      })
    })
      .once('error', reject)
      .end()
  })
}

type Trip = { source: string; round: number; sealed: boolean }

/** The same through our server, each time as another tenant: content that is known there would not be stored again. */
async function ours({ ours: { pid, said } }: Stand, { source, round, sealed }: Trip) {
  const asker = said.askers[round * 2 + (sealed ? 1 : 0)]
  if (!asker) throw new Error('there are fewer tenants than rounds')
  const call = callsOf(said.url, asker)
  if (sealed) await call(param.submit.path, { paramKey: 'fileEncryption', paramValue: 'on' })
  const draft = { enterpriseId: asker.rowId, projectName: '大文件', year: '2025', category: 2 }
  const { id: projectId } = await call(project.save.path, draft)
  const signed = { 'sc-auth': `bearer ${asker.token}`, 'tus-resumable': '1.0.0' }
  const about = { purpose: FINANCIAL, ownerId: String(projectId), name: '序时账.csv' }
  const metadata = Object.entries(about).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
  let fileId = ''
  const up = await timed(pid, async () => {
    const begun = await fetch(said.url + tusPath, {
      method: 'POST',
      headers: { ...signed, 'upload-length': String(GIGABYTE), 'upload-metadata': metadata.join(',') },
    })
    const place = begun.headers.get('location')
    if (!place) throw new Error(`no upload was begun: ${await begun.text()}`)
    const headers = { ...signed, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    const url = new URL(place, said.url + tusPath).href
    fileId = String((await put({ url, method: 'PATCH', path: source, headers }))['x-file-id'])
  })
  const down = await timed(pid, () => fetched(`${said.url}${file.download.path}?id=${fileId}`, signed))
  return { up, down }
}
