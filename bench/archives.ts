import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import { diskFile } from '#contract/disk-file.ts'
import { disk } from '#contract/disk.ts'
import { DISK_FILE } from '#contract/disk-shapes.ts'
import { tusPath } from '#contract/file.ts'
import { job } from '#contract/system.ts'
import { run } from './child.ts'
import { cpuMs } from './cost.ts'
import { callsOf } from './importing.ts'
import type { Stand } from './stand.ts'
import { median, type Row, short } from './table.ts'
import type { Done, Task } from './task.ts'

const FILES = 3_000
const FOLDERS = 60

type Call = ReturnType<typeof callsOf>
type Spent = { ms: number; cpu: number; database: number }

/** An archive of 3,000 small files unpacked on the disk, the tree copied and packed again; against unpacking it to a folder. */
export async function archives(stand: Stand, { rounds }: { rounds: number }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'digao-bench-archive-'))
  try {
    const bare: Done[] = []
    const spent: Record<'unzip' | 'copy' | 'zip', Spent[]> = { unzip: [], copy: [], zip: [] }
    for (let round = 0; round < rounds; round += 1) {
      const archive = join(folder, `${round}.zip`)
      await writeArchive(archive)
      bare.push(await run<Done>('task.ts', { kind: 'unpack', journal: archive } satisfies Task))
      const asker = stand.ours.said.askers[round]
      if (!asker) throw new Error('there are fewer tenants than rounds')
      const call = callsOf(stand.ours.said.url, asker)
      const spaces = (await call(disk.spaces.path)) as unknown as { type: string; rootId: string }[]
      const rootId = spaces.find(({ type }) => type === 'firm')?.rootId ?? ''
      const id = await sent(stand.ours.said.url + tusPath, { token: asker.token, rootId, archive })
      const target = await call(disk.makeFolder.path, { parentId: rootId, name: '解压' })
      const other = await call(disk.makeFolder.path, { parentId: rootId, name: '复制' })
      spent.unzip.push(await worked(stand, call, [diskFile.unzip.path, { id, targetId: target['id'] }]))
      spent.copy.push(await worked(stand, call, [disk.copy.path, { ids: [target['id']], targetId: other['id'] }]))
      spent.zip.push(await worked(stand, call, [diskFile.zip.path, { ids: [target['id']] }]))
    }
    for (const { rows } of bare) if (rows !== FILES) throw new Error(`${rows} files were unpacked of ${FILES}`)
    const row = (name: string, mine: Spent[]): Row => ({
      name: `${name} ${FILES.toLocaleString('en')} small files`,
      unit: 'CPU-ms',
      ours: mine.map(({ cpu }) => cpu),
      reference: bare.map(({ cpu }) => cpu),
      against: 'yauzl, SHA-256, fsync',
      aim: '–',
      beside: `${speed(mine)}, database ${short(median(mine.map(({ database }) => database)))} CPU-ms; reference ${speed(bare)}`,
    })
    return [row('unzip', spent.unzip), row('copy', spent.copy), row('zip', spent.zip)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const speed = (some: readonly { ms: number }[]) => {
  const seconds = median(some.map(({ ms }) => ms)) / 1000
  return `${short(seconds)} s, ${short(FILES / seconds)} files/s`
}

/** Each round other bytes: what the store has it does not store again. */
async function writeArchive(path: string) {
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream(path))
  for (let no = 0; no < FILES; no += 1)
    zip.addBuffer(randomBytes(200 + ((no * 37) % 4000)), `凭证/${no % FOLDERS}号夹/记账凭证${no}.bin`)
  zip.end()
  await written
}

type Sending = { token: string; rootId: string; archive: string }

async function sent(url: string, { token, rootId, archive }: Sending): Promise<string> {
  const signed = { 'sc-auth': `bearer ${token}`, 'tus-resumable': '1.0.0' }
  const about = { purpose: DISK_FILE, ownerId: rootId, name: '凭证.zip', conflict: 'rename' }
  const metadata = Object.entries(about).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
  const { size } = await stat(archive)
  const begun = await fetch(url, {
    method: 'POST',
    headers: { ...signed, 'upload-length': String(size), 'upload-metadata': metadata.join(',') },
  })
  const done = await fetch(new URL(begun.headers.get('location') ?? '', url), {
    method: 'PATCH',
    headers: { ...signed, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(await readFile(archive)),
  })
  const id = done.headers.get('x-node-id')
  if (!id) throw new Error(`the archive was not stored: ${await done.text()}`)
  return id
}

/** A job from the request to its end. */
async function worked({ ours, database }: Stand, call: Call, [path, body]: [string, object]): Promise<Spent> {
  const before = { cpu: cpuMs(ours.pid, database), database: cpuMs(database) }
  const began = performance.now()
  const { jobId } = await call(path, body)
  for (;;) {
    const { state, error } = await call(`${job.detail.path}?id=${String(jobId)}`)
    if (state === 'failed' || state === 'cancelled') throw new Error(`${path}: ${String(error)}`)
    if (state === 'succeeded')
      return {
        ms: performance.now() - began,
        cpu: cpuMs(ours.pid, database) - before.cpu,
        database: cpuMs(database) - before.database,
      }
    await sleep(100)
  }
}
