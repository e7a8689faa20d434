import { Client } from 'pg'
import { disk } from '#contract/disk.ts'
import { callsOf } from './importing.ts'
import { cpuMs } from './cost.ts'
import type { Stand } from './stand.ts'
import { type Row, short } from './table.ts'

const FILES = 10_000
const ASKED = 60

/** A folder of 10,000 files: its pages, sorted in every way, and a search by a part of a name. The reader waits for one of these. */
export async function manyFiles(stand: Stand, { rounds }: { rounds: number }): Promise<Row[]> {
  const [asker] = stand.ours.said.askers
  if (!asker) throw new Error('nobody can ask')
  const call = callsOf(stand.ours.said.url, asker)
  const spaces = (await call(disk.spaces.path)) as unknown as { type: string; id: string; rootId: string }[]
  const firm = spaces.find(({ type }) => type === 'firm')
  if (!firm) throw new Error('the firm has no space')
  await seed(stand, asker.tenantId, firm)
  await stand.settle()
  const list = (more: string) => `${disk.list.path}?parentId=${firm.rootId}&size=100&${more}`
  const asks: Record<string, (at: number) => string> = {
    'first page of a folder of 10,000 files': () => list('current=1'),
    'a page in its middle': (at) => list(`current=${20 + at}`),
    'sorted by size': (at) => list(`descs=size&current=${1 + at}`),
    'sorted by time': (at) => list(`descs=updateTime&current=${1 + at}`),
    'filtered by a part of the name': (at) => list(`name=${100 + at}`),
    'searched for by name': (at) => `${disk.search.path}?words=${encodeURIComponent(`回函${200 + at}`)}&size=20`,
  }
  const rows: Row[] = []
  for (const [name, path] of Object.entries(asks)) {
    const p95: number[] = []
    let cpu = 0
    for (let round = 0; round <= rounds; round += 1) {
      const before = cpuMs(stand.ours.pid, stand.database)
      const took = await timesOf(call, path)
      cpu = (cpuMs(stand.ours.pid, stand.database) - before) / ASKED
      // the first round warms up
      if (round > 0) p95.push(took[Math.floor(took.length * 0.95)] ?? NaN)
    }
    const aim = 'p95 < 100 ms'
    rows.push({
      name,
      unit: 'wall ms, p95',
      ours: p95,
      reference: [],
      against: '–',
      aim,
      beside: `${short(cpu)} CPU-ms/request`,
    })
  }
  return rows
}

async function timesOf(call: ReturnType<typeof callsOf>, path: (at: number) => string): Promise<number[]> {
  const took: number[] = []
  for (let at = 0; at < ASKED; at += 1) {
    const began = performance.now()
    const { records } = (await call(path(at))) as { records: unknown[] }
    took.push(performance.now() - began)
    if (records.length === 0) throw new Error(`nothing came for ${path(at)}`)
  }
  return took.toSorted((one, other) => one - other)
}

/** Files of one content, each with its name, size, time and version. */
async function seed({ connection }: Stand, tenantId: string, { id, rootId }: { id: string; rootId: string }) {
  const client = new Client(connection)
  await client.connect()
  const sha256 = 'ab'.repeat(32)
  await client.query('begin')
  await client.query(`select set_config('app.tenant', $1, true)`, [tenantId])
  await client.query(`insert into blob (tenant_id, sha256, size, storage_key) values ($1, $2, 1, 'x')`, [
    tenantId,
    sha256,
  ])
  await client.query(
    `with made as (
       select n, uuid7() as node, uuid7() as file, '询证函回函' || n || '.pdf' as name, now() - make_interval(mins => n) as t
       from generate_series(1, $3::int) n),
     files as (
       insert into file (tenant_id, id, name, sha256, size, purpose, owner_id, create_time)
       select $1, file, name, $2, n * 1000, 'disk', node::text, t from made),
     nodes as (
       insert into disk_node (tenant_id, id, space_id, parent_id, ancestors, name, name_key, kind, ext, size, file_id, version_no, create_time, update_time)
       select $1, node, $4, $5, array[$5::uuid], name, name, 'file', 'pdf', n * 1000, file, 1, t, t from made)
     insert into disk_version (tenant_id, node_id, no, file_id) select $1, node, 1, file from made`,
    [tenantId, sha256, FILES, id, rootId],
  )
  await client.query('commit')
  await client.end()
}
