import type { PaperFile } from '#contract/doc-files.ts'
import { paperPack } from '#facts/facts.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Language } from '#contract/texts.ts'
import type { ProjectRow } from '../project/reach.ts'
import { docCounts, paperFileId } from './doc-file-store.ts'
import { templateOfProject } from './project-papers.ts'
import { boundOf } from './template-store.ts'

type Known = { name: { zh: string; en: string }; templateType: 'system' | 'firm' }

/** The papers a project has or will have once they are computed: the system's, then those of the firm's template. */
export async function knownPapers(db: Db, projectId: string): Promise<Map<string, Known>> {
  const known = new Map<string, Known>(
    paperPack.papers.map(({ id, name }) => [id, { name, templateType: 'system' as const }]),
  )
  const pinned = await templateOfProject(db, projectId)
  if (pinned)
    for (const { paperId, name } of (await boundOf(db, pinned)).papers)
      known.set(paperId, { name, templateType: 'firm' })
  return known
}

/** A project's papers as files. */
export async function paperFiles(
  db: Db,
  { id: projectId, generation_id: generationId }: Pick<ProjectRow, 'id' | 'generation_id'>,
  language: Language,
): Promise<PaperFile[]> {
  const generated = new Set<string>()
  if (generationId) {
    const rows = await db.selectFrom('paper').select('paper_id').where('generation_id', '=', generationId).execute()
    for (const row of rows) generated.add(row.paper_id)
  }
  const counts = await docCounts(db, projectId)
  return [...(await knownPapers(db, projectId))].map(([paperId, { name, templateType }]) => ({
    id: paperFileId({ projectId, paperId }),
    projectId,
    paperId,
    originalName: language === 'en' ? name.en : name.zh,
    templateType,
    generated: generated.has(paperId),
    customSheets: counts.get(paperId)?.sheets ?? 0,
    attachments: counts.get(paperId)?.attachments ?? 0,
  }))
}
