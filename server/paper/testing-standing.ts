import type { ClientConfig } from 'pg'
import { ask } from '../datasource/testing-far-server.ts'

/** A project as everybody sees it, without ids and times: what an interruption may not leave in between. */
export type Standing = {
  /** The version that counts. */
  counts: number | null
  /** Versions that can be read, with a digest of all their rows. */
  living: { version: number; state: string; rows: string }[]
  /** The papers that show. */
  generation: string | null
  hash: string | null
}

/** Read past row-level security, by nobody's code but this. */
export async function standingOf(admin: ClientConfig, projectId: string): Promise<Standing> {
  const [project] = await ask(
    admin,
    `select d.version as counts, p.generation_id as generation, g.result_hash as hash from firm_project p
      left join dataset d on d.tenant_id = p.tenant_id and d.id = p.dataset_id
      left join generation g on g.tenant_id = p.tenant_id and g.id = p.generation_id where p.id = $1`,
    [projectId],
  )
  const datasets = await ask(
    admin,
    `select id, version, state from dataset where project_id = $1 and state in ('verified', 'active', 'superseded') order by version`,
    [projectId],
  )
  const tables = await rowTables(admin)
  const living = []
  for (const { id, version, state } of datasets)
    living.push({ version: Number(version), state: String(state), rows: await digestOf(admin, tables, String(id)) })
  const { counts, generation, hash } = project ?? {}
  return {
    counts: typeof counts === 'number' ? counts : null,
    living,
    generation: typeof generation === 'string' ? generation : null,
    hash: typeof hash === 'string' ? hash : null,
  }
}

/** Tables that hold what a dataset's files gave, as the catalogue knows them. */
async function rowTables(admin: ClientConfig): Promise<string[]> {
  const rows = await ask(
    admin,
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'dataset_id'
      where c.relkind = 'r' and (c.relname like 'ledger\\_%' or c.relname = 'dataset_coverage') order by 1`,
  )
  return rows.map(({ name }) => String(name))
}

async function digestOf(admin: ClientConfig, tables: readonly string[], datasetId: string): Promise<string> {
  const parts = tables.map(
    (table) => `select '${table}' as name, count(*) as n,
      md5(coalesce(string_agg(md5((to_jsonb(r) - 'dataset_id')::text), '' order by md5((to_jsonb(r) - 'dataset_id')::text)), '')) as rows
      from ${table} r where dataset_id = $1`,
  )
  const [row] = await ask(
    admin,
    `select md5(string_agg(name || n || rows, ',' order by name)) as all from (${parts.join(' union all ')}) t`,
    [datasetId],
  )
  return String(row?.['all'])
}

/** What nothing may ever leave behind, as lines to read; none when all is whole. */
export async function brokenRows(admin: ClientConfig): Promise<string[]> {
  const orphans = (await rowTables(admin)).map(
    (
      table,
    ) => `select '${table} without a living dataset' as what from ${table} r where not exists (select from dataset d
      where d.tenant_id = r.tenant_id and d.id = r.dataset_id and d.state in ('verified', 'active', 'superseded'))`,
  )
  const rules = [
    `select 'a dataset that is still staging' as what from dataset where state in ('staging', 'staged')`,
    `select 'a job that still runs' as what from job where state in ('queued', 'running')`,
    `select 'two versions that count' as what from dataset where state = 'active' group by project_id having count(*) > 1`,
    `select 'a project that points to a version that does not count' as what from firm_project p
      left join dataset d on d.tenant_id = p.tenant_id and d.id = p.dataset_id
      where p.dataset_id is not null and d.state is distinct from 'active'`,
    `select 'a version that counts for nobody' as what from dataset d where state = 'active'
      and not exists (select from firm_project p where p.tenant_id = d.tenant_id and p.dataset_id = d.id)`,
    `select 'half a generation' as what from generation g
      where cells <> (select count(*) from paper_cell c where c.tenant_id = g.tenant_id and c.generation_id = g.id)
        or not exists (select from paper p where p.tenant_id = g.tenant_id and p.generation_id = g.id)`,
    ...['paper', 'paper_cell', 'paper_atom'].map(
      (table) => `select '${table} without a generation' as what from ${table} r
        where not exists (select from generation g where g.tenant_id = r.tenant_id and g.id = r.generation_id)`,
    ),
    `select 'a template that points to a version that was not published' as what from paper_template t
      where (t.state = 'published') <> (t.current_version > 0) or t.current_version > 0 and not exists
        (select from paper_template_version v where v.tenant_id = t.tenant_id and v.template_id = t.id
          and v.version = t.current_version and v.published)`,
  ]
  const rows = await ask(admin, [...orphans, ...rules].map((rule) => `(${rule} limit 1)`).join(' union all '))
  return rows.map(({ what }) => String(what))
}
