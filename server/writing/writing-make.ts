import { sql } from 'kysely'
import type { z } from 'zod'
import { emptyBody, type WritingBody } from '#contract/writing-doc.ts'
import type { writing, WritingShare } from '#contract/writing.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { refuseOver } from '#server/kernel/entitlement.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { reachableProject, under } from '../project/reach.ts'
import { withoutComments } from './doc-text.ts'
import { blankedBody, filledBody } from './fields.ts'
import { SYSTEM, systemTemplate } from './system-templates.ts'
import { copyPictures } from './writing-pictures.ts'
import { keepsShared, reachableDoc } from './writing-reach.ts'
import { searchedWords } from './writing-save.ts'
import { bodyAt } from './writing-versions.ts'

type Create = z.output<typeof writing.create.input>
export type NewDoc = {
  id: string
  kind: Create['kind']
  form: Create['form']
  title: string
  share: WritingShare
  projectId: string
  body: WritingBody
  notes?: readonly unknown[]
}

/** An id a row will get, so that files may name it before it is written. */
export async function newDocId(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select uuid7() as id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database gave no id')
  return row.id
}

/** Refuses what cannot be shared so: with a project there is none of, or as a template of the firm by whoever does not keep those. */
export async function refuseShare(
  { db, user }: Pick<Context, 'db' | 'user'>,
  { form, share, projectId }: Pick<NewDoc, 'form' | 'share' | 'projectId'>,
): Promise<void> {
  if (share === 'project' && projectId === '') throw new Refusal('writingShareProject')
  if (share === 'firm' && form === 'template' && !keepsShared(user)) throw new Refusal('writingFirmTemplate')
  if (projectId !== '') await reachableProject(under(db, user, 'project.view'), projectId)
}

export async function addDoc(context: Context, doc: NewDoc): Promise<{ id: string }> {
  const { id, kind, form, title, share, projectId, body, notes = [] } = doc
  await refuseShare(context, doc)
  const { bytes } = await context.db
    .insertInto('writing_doc')
    .values({
      id,
      kind,
      form,
      title,
      share,
      project_id: projectId || null,
      body: JSON.stringify(body),
      words: searchedWords(body),
      notes: JSON.stringify(notes),
    }) // prettier-ignore
    .returning('bytes')
    .executeTakeFirstOrThrow()
  // what is being written goes on being kept when the room is full; a new document waits until there is some
  await refuseOver(context.db, 'storage_bytes', Number(bytes))
  await audit(context, { action: 'create', bizType: 'writing', bizId: id, after: { title, form, share, projectId } })
  return { id }
}

export async function createDoc(context: Context, input: Create): Promise<{ id: string }> {
  const id = await newDocId(context.db)
  const { kind, form, title, share, projectId, templateId } = input
  const blank = { id, kind, form, title, share, projectId, body: emptyBody() }
  if (templateId === undefined) return addDoc(context, blank)
  const body = await templateBody(context, templateId, id)
  // a template made from a template keeps its blanks
  const filled = form === 'document' ? await filledBody(context, body, projectId) : body
  return addDoc(context, { ...blank, body: filled })
}

async function templateBody(context: Context, templateId: string, id: string): Promise<WritingBody> {
  const system = systemTemplate(templateId, context.language)
  if (system) return system.body
  if (templateId.startsWith(SYSTEM)) throw notFound()
  const template = await reachableDoc(context, templateId)
  const body = withoutComments(await bodyAt(context.db, template.id, 0))
  return copyPictures(context.db, body, { from: template.id, to: id })
}

/** A copy is its maker's own; who sees the original says nothing about it. */
export async function copyDoc(
  context: Context,
  { id, title, form }: z.output<typeof writing.copy.input>,
): Promise<{ id: string }> {
  const { db } = context
  const row = await reachableDoc(context, id)
  const copy = await newDocId(db)
  const body = await copyPictures(db, withoutComments(await bodyAt(db, id, 0)), { from: id, to: copy })
  // the table's own checks allow nothing else
  const made = form ?? (row.form as NewDoc['form'])
  return addDoc(context, {
    id: copy,
    // nor here
    kind: row.kind as NewDoc['kind'],
    form: made,
    title: title ?? row.title,
    share: 'personal',
    projectId: (await seesProject(context, row.project_id)) ? (row.project_id ?? '') : '',
    body: made === 'template' ? blankedBody(body) : body,
  })
}

export async function seesProject(
  { db, user }: Pick<Context, 'db' | 'user'>,
  projectId: string | null,
): Promise<boolean> {
  if (projectId === null) return false
  try {
    await reachableProject(under(db, user, 'project.view'), projectId)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
