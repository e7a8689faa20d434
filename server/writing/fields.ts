import type { Language } from '#contract/texts.ts'
import { type FieldName, fieldNames, type WritingBody } from '#contract/writing-doc.ts'
import type { Db } from '#server/kernel/database.ts'
import type { User } from '#server/kernel/service.ts'
import { reachableProject, under } from '../project/reach.ts'
import { mapInline } from './doc-text.ts'
import { fieldLabel } from './field-label.ts'
import { dayNow, figuresNow } from './figures.ts'

type Asker = { db: Db; user: User; language: Language }

/**
 * What the fields stand for in a project the caller sees (not found otherwise), or without one. Who reviews is nobody's record
 * before he has: it stays empty for a person to fill.
 */
async function fieldValues({ db, user }: Asker, projectId: string): Promise<Record<FieldName, string>> {
  const values: Record<FieldName, string> = {
    client: '', creditCode: '', year: '', project: '', firm: '', preparer: user.realName || user.account, reviewer: '', date: dayNow(),
  } // prettier-ignore
  const firms = await db
    .selectFrom('firm')
    .select(['id', 'firm_name'])
    .where('is_deleted', '=', 0)
    .orderBy('id')
    .execute()
  values.firm = firms[0]?.firm_name ?? ''
  if (projectId === '') return values
  const project = await reachableProject(under(db, user, 'project.view'), projectId)
  const enterprise = await db
    .selectFrom('firm_enterprise')
    .select(['enterprise_name', 'credit_code'])
    .where('id', '=', project.enterprise_id)
    .executeTakeFirstOrThrow()
  return {
    ...values,
    client: enterprise.enterprise_name,
    creditCode: enterprise.credit_code,
    year: String(project.year),
    project: project.project_name,
    firm: firms.find(({ id }) => id === project.firm_id)?.firm_name ?? values.firm,
  }
}

export async function fieldList(asker: Asker, projectId: string) {
  const values = await fieldValues(asker, projectId)
  return fieldNames.map((name) => ({ name, label: fieldLabel(name, asker.language === 'en'), value: values[name] }))
}

/** A template's text with its fields and figures filled from the project; what is not known stays for a person, and shows so. */
export async function filledBody(asker: Asker, body: WritingBody, projectId: string): Promise<WritingBody> {
  const values = await fieldValues(asker, projectId)
  const cells = new Set<string>()
  mapInline(body, (node) => {
    if (node.type === 'figure') cells.add(node.attrs.cell)
    return node
  })
  const asked = [...cells].map((cell) => ({ projectId, cell, value: '' }))
  const now = new Map((await figuresNow(asker, asked)).map((figure) => [figure.cell, figure]))
  return mapInline(body, (node) => {
    // never what the template holds: that may be another client's
    if (node.type === 'field') return { ...node, attrs: { ...node.attrs, value: values[node.attrs.name] } }
    if (node.type !== 'figure') return node
    const figure = now.get(node.attrs.cell)
    const { label, value, unit, at, paperId } = figure ?? { label: '', value: '', unit: '', at: '', paperId: '' }
    const { attrs } = node
    return {
      ...node,
      attrs: {
        ...attrs, projectId, value, unit, at, paperId: paperId || attrs.paperId, label: label || attrs.label,
      },
    } // prettier-ignore
  })
}

/** A document's text as a template: its client's names and figures are taken out, their places stay. */
export const blankedBody = (body: WritingBody): WritingBody =>
  mapInline(body, (node) => {
    if (node.type === 'field') return { ...node, attrs: { ...node.attrs, value: '' } }
    if (node.type !== 'figure') return node
    return { ...node, attrs: { ...node.attrs, projectId: '', value: '', unit: '', at: '' } }
  })
