import { sql } from 'kysely'
import type { WritingKind, WritingRow, WritingShare } from '#contract/writing.ts'
import type { Db } from '#server/kernel/database.ts'
import type { User } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { inProject, levelOf, visibleDocs, writingLevel } from './writing-reach.ts'

/** Rows of documents a person sees, as `shownDoc` takes them. */
export const docRows = (db: Db, user: User) =>
  visibleDocs(db, user)
    .leftJoin('firm_project', (on) => on.onRef('firm_project.id', '=', 'writing_doc.project_id'))
    .select([
      'writing_doc.id',
      'writing_doc.kind',
      'writing_doc.form',
      'writing_doc.title',
      'writing_doc.share',
      'writing_doc.others_edit',
      'writing_doc.project_id',
      'firm_project.project_name',
      'writing_doc.rev',
      'writing_doc.create_user',
      'writing_doc.create_time',
      'writing_doc.update_time',
      'writing_doc.is_deleted',
      sql<string | null>`person_name(writing_doc.create_user)`.as('maker'),
      sql<string | null>`person_name(writing_doc.update_user)`.as('editor'),
    ]) // prettier-ignore
    .select((eb) => [
      levelOf(user)(eb).as('level'),
      sql<boolean>`${inProject(eb, user, 'project.view')}`.as('sees_project'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof docRows>['execute']>>[number]

export const shownDoc = (row: Row, user: User): WritingRow => ({
  id: row.id,
  // the table's own checks allow nothing else
  kind: row.kind as WritingKind,
  form: row.form as WritingRow['form'],
  title: row.title,
  share: row.share as WritingShare,
  othersEdit: row.others_edit,
  // a project somebody does not reach is named nowhere, on a document shared with the firm neither
  projectId: row.sees_project ? (row.project_id ?? '') : '',
  projectName: row.sees_project ? (row.project_name ?? '') : '',
  rev: row.rev,
  mine: row.create_user === user.id,
  editable: row.is_deleted === 0 && row.level >= writingLevel.edit,
  manages: row.level >= writingLevel.manage,
  createUserName: row.maker ?? '',
  createTime: wallTime(row.create_time),
  updateUserName: row.editor ?? '',
  updateTime: wallTime(row.update_time),
})
