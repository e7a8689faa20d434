import { sql, type SqlBool } from 'kysely'
import type { Group, SearchHit } from '#contract/ai-search.ts'
import { VOUCHER_FILE } from '#contract/voucher-attachment.ts'
import type { Db } from '#server/kernel/database.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { readableBases } from '../knowledge/base-reach.ts'
import { FINANCIAL } from '../project/financial-file.ts'
import { reachesProject } from '../project/reach.ts'
import { groupOf, holdsAll, line, type Seeking, skipOf, underGrant } from './seeking.ts'

type Row = {
  id: string
  kind: 'file' | 'document'
  name: string
  time: Date
  /** Of a file its project, of a document its base. */
  ownerId: string
  owner: string
  project: string | null
  enterpriseId: string | null
  total: number
}

/** Files of projects and documents of knowledge bases by their name. */
export async function fileGroup(db: Db, seeking: Seeking): Promise<Group> {
  const never = sql<SqlBool>`false`
  const projects = underGrant(seeking, db, 'ledger.view')
  const inProjects = projects
    ? db
        .selectFrom('firm_project')
        .where('is_deleted', '=', 0)
        .where(reachesProject(projects))
        .$if(seeking.projectId !== '', (query) => query.where('id', '=', seeking.projectId))
        .select(sql<string>`id::text`.as('id'))
    : undefined
  const bases = underGrant(seeking, db, 'docFile.view') && seeking.projectId === '' ? readableBases(db, seeking.user) : undefined // prettier-ignore
  const { rows } = await sql<Row>`
    with hit as (
      select id::text, 'file' as kind, name, create_time as time, owner_id as "ownerId" from file
        where is_deleted = 0 and purpose in (${FINANCIAL}, ${VOUCHER_FILE}) and ${holdsAll(sql`name`, seeking.words)}
          and ${inProjects ? sql`owner_id in (${inProjects})` : never}
      union all
      select id::text, 'document', name, update_time, base_id::text from kb_doc
        where is_deleted = 0 and ${holdsAll(sql`concat_ws(' ', name, number)`, seeking.words)}
          and ${bases ? sql`base_id in (${bases})` : never}),
      page as (select *, (count(*) over ())::int as total from hit order by time desc, name
        limit ${seeking.size} offset ${skipOf(seeking)})
    select page.*, coalesce(e.enterprise_name, b.name, '') as owner, p.project_name as project, p.enterprise_id::text as "enterpriseId"
    from page
      left join firm_project p on page.kind = 'file' and p.id::text = page."ownerId"
      left join firm_enterprise e on e.id = p.enterprise_id
      left join kb_base b on page.kind = 'document' and b.id::text = page."ownerId"
    order by time desc, page.name`.execute(db)
  return groupOf(seeking, 'file', { hits: rows.map(fileHit), total: rows[0]?.total ?? 0 })
}

function fileHit({ id, kind, name, time, ownerId, owner, project, enterpriseId }: Row): SearchHit {
  const query =
    kind === 'file'
      ? new URLSearchParams({ enterpriseId: enterpriseId ?? '', projectId: ownerId, projectName: project ?? '' })
      : new URLSearchParams({ 'v.base': ownerId })
  return {
    id,
    group: 'file',
    kind: kind === 'file' ? 'file' : 'passage',
    title: line(name),
    place: `${kind === 'file' ? '/firmProject/financialInfo' : '/knowledge/llmKnowledgeDoc'}?${query.toString()}`,
    owner: line([owner, project].filter(Boolean).join(' · ')),
    aside: wallTime(time).slice(0, 10),
    amount: '',
    marks: [],
  }
}
