import { sql, type SqlBool } from 'kysely'
import type { ReadReport } from '#contract/paper-template.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { fileName } from '#server/kernel/files.ts'
import { type Context, one, type UploadContext } from '#server/kernel/service.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import { shownTenant, tenants } from '../tenant/tenant-rows.ts'
import { freePaperId } from './paper-ids.ts'
import { seenDraft, touch } from './template-draft.ts'
import { addVersion, boundOf, replaceContents } from './template-store.ts'
import type { ReadTemplateFile, ReadTemplateTask } from './template-worker.ts'

/** What the thread that reads a template may take. */
const MEMORY_MB = 768

async function readOnly({ files, language }: UploadContext): Promise<ReadTemplateFile & { fileName: string }> {
  const [only, ...more] = files
  if (!only || more.length > 0) throw new Refusal('templateFile')
  if (only.size === 0) throw new Refusal('fileEmpty')
  const name = fileName(only.name)
  const task: ReadTemplateTask = { path: only.path, name, language }
  const read = await runWorker<ReadTemplateFile>(new URL('template-worker.ts', import.meta.url), task, {
    memory: MEMORY_MB,
    says: { memory: 'sheetTooLarge', died: 'workerDied' },
  })
  return { ...read, fileName: name }
}

/** Runs in one short transaction of the caller's tenant. */
const inTenant = <T>(context: UploadContext, work: (db: Db) => Promise<T>): Promise<T> =>
  context.kernel.database.inTenant({ tenantId: context.user.tenantId, userId: context.user.id }, work)

/** Refuses a trial (the notice page says what it lacks), a category that the dictionary does not have, and a name that another template has. */
export async function newTemplate(db: Db, { name, category }: { name: string; category: number }): Promise<string> {
  const own = tenants(db).where(sql<SqlBool>`tenant.tenant_id = current_tenant()`)
  if (shownTenant(one(await own.execute())).state === 'trial') throw new Refusal('templateTrial')
  const known = await db
    .selectFrom('dict')
    .where('code', '=', 'tax_project_category')
    .where('dict_key', '=', String(category))
    .where('is_deleted', '=', 0)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (!known) throw new Refusal('category')
  const made = await db
    .insertInto('paper_template')
    .values({ name, category })
    .onConflict((clash) => clash.columns(['tenant_id', 'name']).where('is_deleted', '=', 0).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw new Refusal('templateNameTaken')
  return made.id
}

/** A template from a spreadsheet: each sheet a paper, formulas found in it as bindings. */
export async function uploadTemplate(
  context: UploadContext,
  { name, category }: { name: string; category: number },
): Promise<{ id: string; report: ReadReport }> {
  const read = await readOnly(context)
  const { papers, cells, report, fileName: file } = read
  const id = await inTenant(context, async (db) => {
    const templateId = await newTemplate(db, { name, category })
    await addVersion(db, { templateId, version: 1 }, read)
    const after = { name, category, file, papers: papers.length, cells: cells.length }
    await audit({ ...context, db }, { action: 'template.upload', bizType: 'template', bizId: templateId, after })
    return templateId
  })
  return { id, report }
}

/**
 * A newer spreadsheet for the draft. A cell bound before stays bound where its sheet (by name) and place still are; formulas
 * found in the new file come to places that are free. Answers the cells whose sheet is gone.
 */
export async function replaceFile(
  context: UploadContext,
  seen: { id: string; rev: number },
): Promise<{ report: ReadReport; lost: string[] }> {
  const read = await readOnly(context)
  return inTenant(context, async (db) => {
    const within = { ...context, db, afterCommit: () => {} } satisfies Context
    const draft = await seenDraft(within, seen)
    const before = await boundOf(db, draft)
    const merged = merge(before, read)
    await replaceContents(db, draft, { ...read, ...merged })
    await touch(within, draft.templateId)
    const after = { version: draft.version, file: read.fileName, lost: merged.lost }
    await audit(within, { action: 'template.replaceFile', bizType: 'template', bizId: draft.templateId, after })
    return { report: read.report, lost: merged.lost }
  })
}

type Bound = Pick<Awaited<ReturnType<typeof boundOf>>, 'papers' | 'cells'>

/** Papers of the new sheets under the indexes they had, and bindings of both. */
export function merge(before: Bound, read: Bound): Bound & { lost: string[] } {
  const known = new Map(before.papers.map((paper) => [paper.name.zh, paper]))
  const kept = new Set(read.papers.flatMap(({ name }) => known.get(name.zh)?.paperId ?? []))
  const renamed = new Map<string, string>()
  const papers = read.papers.map((paper) => {
    const old = known.get(paper.name.zh)
    const paperId = old?.paperId ?? (kept.has(paper.paperId) ? freePaperId(kept) : paper.paperId)
    kept.add(paperId)
    renamed.set(paper.paperId, paperId)
    return { ...paper, paperId, name: old?.name ?? paper.name }
  })
  const ids = new Set(papers.map(({ paperId }) => paperId))
  const staying = before.cells.filter(({ paperId }) => ids.has(paperId))
  const places = new Set(
    staying.flatMap(({ paperId, row, column, key }) => [`${paperId} ${row} ${column}`, `${paperId}.${key}`]),
  )
  const coming = read.cells
    .map((cell) => ({ ...cell, paperId: renamed.get(cell.paperId) ?? cell.paperId }))
    .filter(
      ({ paperId, row, column, key }) => !places.has(`${paperId} ${row} ${column}`) && !places.has(`${paperId}.${key}`),
    )
  const lost = before.cells.filter(({ paperId }) => !ids.has(paperId)).map(({ paperId, key }) => `${paperId}.${key}`)
  return { papers, cells: [...staying, ...coming], lost }
}
