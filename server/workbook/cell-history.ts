import { type Insertable, sql } from 'kysely'
import type { z } from 'zod'
import type { CellChange } from '#contract/workbook.ts'
import type { Paging } from '#contract/endpoint.ts'
import type { Db } from '#server/kernel/database.ts'
import { page } from '#server/kernel/service.ts'
import type { PaperCellChange } from '#server/kernel/tables.ts'
import { wallTime } from '#server/kernel/wall-time.ts'

/** Stands in the history of every cell that changed; many at once travel as one parameter. */
export async function recordChanges(db: Db, changes: Insertable<PaperCellChange>[]): Promise<void> {
  if (changes.length > 0) await db.insertInto('paper_cell_change').values(changes).execute()
}

/**
 * Before another generation becomes the one that shows: every figure that is another than before goes into its cell's history.
 * Overridden cells stand there already, by the decision itself.
 */
export async function recordRegeneration(db: Db, projectId: string, generationId: string): Promise<void> {
  await sql`insert into paper_cell_change (project_id, paper_id, place, via, before, after)
    select ${projectId}::uuid, coalesce(new.paper_id, old.paper_id), coalesce(new.cell, old.cell), 'regeneration',
      case when old.unit = 'money' then round(old.value::numeric / 100, 2)::text else old.value end,
      case when new.unit = 'money' then round(new.value::numeric / 100, 2)::text else new.value end
    from (select c.* from paper_cell c join firm_project p on p.generation_id = c.generation_id where p.id = ${projectId}::uuid) old
      full join (select * from paper_cell where generation_id = ${generationId}::uuid) new on new.cell = old.cell
    where (select generation_id from firm_project where id = ${projectId}::uuid) is distinct from ${generationId}::uuid
      and (select generation_id from firm_project where id = ${projectId}::uuid) is not null
      and old.value is distinct from new.value
      and 'overridden' not in (coalesce(old.status, ''), coalesce(new.status, ''))`.execute(db)
}

/** Who changed a cell, newest first. */
export async function historyOf(
  db: Db,
  at: { projectId: string; paperId: string; place: string },
  paging: Paging<'via' | 'createTime'>,
) {
  const query = db
    .selectFrom('paper_cell_change')
    .select(['id', 'via', 'before', 'after', 'note', 'create_time'])
    .select(sql<string | null>`person_name(create_user)`.as('who'))
    .where('project_id', '=', at.projectId)
    .where('paper_id', '=', at.paperId)
    .where('place', '=', at.place)
  const found = await page(query, paging, { via: 'via', createTime: 'create_time' }, ['create_time desc', 'id desc'])
  return {
    ...found,
    records: found.records.map(
      ({ id, via, before, after, note, create_time: time, who }): z.input<typeof CellChange> => ({
        id,
        via: via as z.input<typeof CellChange>['via'],
        before,
        after,
        note,
        userName: who ?? '',
        createTime: wallTime(time),
      }),
    ),
  }
}
