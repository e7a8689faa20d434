import { sql, type SqlBool } from 'kysely'
import type { Group, SearchHit } from '#contract/ai-search.ts'
import { yuan } from '#engine/money.ts'
import { paperPack } from '#facts/facts.ts'
import type { Db } from '#server/kernel/database.ts'
import { type BothLanguages, inLanguage } from '../paper/stored-cell.ts'
import { placeIn, type SeenProject, seenProjects } from './seen-projects.ts'
import { groupOf, holdsAll, line, nothing, type Seeking, skipOf } from './seeking.ts'

const MOST_PROJECTS = 100
const MOST_KEYS = 60

/** Labels of the system's papers that stand in every project alike: looked up here, so that only keys are asked of the database. */
const labelled: readonly { cell: string; text: string }[] = paperPack.papers.flatMap(({ id, name, blocks }) =>
  blocks.flatMap((block) =>
    block.kind === 'items'
      ? block.items.map(({ key, label }) => ({
          cell: `${id}.${key}`,
          text: `${id}.${key} ${label.zh} ${label.en} ${name.zh} ${name.en}`.toLowerCase(),
        }))
      : [],
  ),
)

type Row = {
  project: string
  paperId: string
  /** Empty: the paper itself. */
  cell: string
  label: BothLanguages
  paper: BothLanguages
  unit: string
  value: string | null
  total: number
}

/** Papers by index and name, and cells by their label; inside one project also cells of rows that its books brought. */
export async function paperGroup(db: Db, seeking: Seeking): Promise<Group> {
  const { projects, left } = await seenProjects(db, seeking, { grant: 'paper.view', holds: 'generation_id', most: MOST_PROJECTS }) // prettier-ignore
  if (projects.length === 0) return nothing(seeking, 'paper')
  const words = seeking.words.map((word) => word.toLowerCase())
  const keys = labelled.filter(({ text }) => words.every((word) => text.includes(word))).map(({ cell }) => cell)
  const label = sql`concat_ws(' ', c.cell, c.provenance->'label'->>'zh', c.provenance->'label'->>'en')`
  const cells =
    seeking.projectId === ''
      ? sql<SqlBool>`c.cell = any(${keys.slice(0, MOST_KEYS)}::text[])`
      : holdsAll(label, seeking.words)
  const name = sql`concat_ws(' ', p.paper_id, p.name->>'zh', p.name->>'en')`
  const generations = projects.map(({ generationId }) => generationId ?? '')
  const { rows } = await sql<Row>`
    with shown as materialized (select * from unnest(${projects.map(({ id }) => id)}::text[], ${generations}::uuid[]) with ordinality as shown(project, generation, place)),
      hit as materialized (
        select shown.place, 0 as kind, p.sort as rank, shown.project, shown.generation, p.paper_id, '' as cell
          from shown join paper p on p.generation_id = shown.generation and p.called where ${holdsAll(name, seeking.words)}
        union all
        select shown.place, 1, c.ordinal, shown.project, shown.generation, c.paper_id, c.cell
          from shown join paper_cell c on c.generation_id = shown.generation where ${cells}),
      page as (select *, (count(*) over ())::int as total from hit order by place, kind, rank
        limit ${seeking.size} offset ${skipOf(seeking)})
    select page.project, page.paper_id as "paperId", page.cell, page.total, paper.name as paper, c.provenance->'label' as label, c.unit, c.value
    from page join paper on paper.generation_id = page.generation and paper.paper_id = page.paper_id
      left join paper_cell c on c.generation_id = page.generation and c.cell = page.cell
    order by page.place, page.kind, page.rank`.execute(db)
  const known = new Map(projects.map((project) => [project.id, project]))
  const hits = rows.flatMap((row) => {
    const project = known.get(row.project)
    return project ? [paperHit(row, project, seeking)] : []
  })
  return groupOf(seeking, 'paper', { hits, total: rows[0]?.total ?? 0, left })
}

function paperHit(row: Row, project: SeenProject, { language }: Seeking): SearchHit {
  const paper = line(`${row.paperId} ${inLanguage(row.paper, language)}`)
  const whole = row.cell === ''
  const money = row.unit === 'money'
  return {
    id: `${project.id} ${row.paperId} ${row.cell}`,
    group: 'paper',
    kind: 'cell',
    title: whole ? paper : line(inLanguage(row.label, language)),
    place: placeIn(project, '/wps/index', { paperId: row.paperId, ...(!whole && { cell: row.cell }) }),
    ...(!whole && { quote: paper, at: row.cell }),
    owner: project.owner,
    aside: money ? '' : line(row.value ?? '', 60),
    amount: money && row.value !== null ? yuan(BigInt(row.value)) : '',
    marks: [],
  }
}
