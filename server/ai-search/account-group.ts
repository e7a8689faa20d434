import { sql } from 'kysely'
import type { Group } from '#contract/ai-search.ts'
import { yuan } from '#engine/money.ts'
import type { Db } from '#server/kernel/database.ts'
import { placeIn, seenProjects } from './seen-projects.ts'
import { groupOf, holdsAll, line, nothing, type Seeking, skipOf } from './seeking.ts'

/** Ledgers of the projects last worked on; some hundred accounts each. */
const MOST_LEDGERS = 60

type Row = { project: string; code: string; name: string; closing: bigint; total: number }

/** Accounts by code and name, with their closing balance. */
export async function accountGroup(db: Db, seeking: Seeking): Promise<Group> {
  const { projects, left } = await seenProjects(db, seeking, { grant: 'ledger.view', holds: 'dataset_id', most: MOST_LEDGERS }) // prettier-ignore
  if (projects.length === 0) return nothing(seeking, 'account')
  const datasets = projects.map(({ datasetId }) => datasetId ?? '')
  const { rows } = await sql<Row>`
    with shown as materialized (select * from unnest(${projects.map(({ id }) => id)}::text[], ${datasets}::uuid[]) with ordinality as shown(project, dataset, place))
    select shown.project, a.code, a.full_name as name, a.closing, (count(*) over ())::int as total
    from shown join ledger_account a on a.dataset_id = shown.dataset and a.period = 'current'
    where ${holdsAll(sql`a.code || ' ' || a.full_name`, seeking.words)}
    order by shown.place, a.code limit ${seeking.size} offset ${skipOf(seeking)}`.execute(db)
  const known = new Map(projects.map((project) => [project.id, project]))
  const hits = rows.flatMap(({ project: id, code, name, closing }) => {
    const project = known.get(id)
    if (!project) return []
    const view = { dataset: project.datasetId ?? '', show: 'detail', 'detail.account': code }
    return {
      id: `${id} ${code}`,
      group: 'account' as const,
      kind: 'account' as const,
      title: `${code} ${line(name)}`,
      place: placeIn(project, '/firmProject/financialInfo', view),
      owner: project.owner,
      aside: '',
      amount: yuan(closing),
      marks: [],
    }
  })
  return groupOf(seeking, 'account', { hits, total: rows[0]?.total ?? 0, left })
}
