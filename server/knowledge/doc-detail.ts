import { sql } from 'kysely'
import type { z } from 'zod'
import { type knowledgeDoc, ReadingReport, Said } from '#contract/knowledge-doc.ts'
import { baseLevel } from '#contract/knowledge.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { levelOf, type Reader, seeing } from './base-reach.ts'
import { documents, shownDoc, VersionState } from './doc-rows.ts'

/** A document with its versions and what the reading of each said. */
export async function docDetail(
  { kernel, user }: Reader,
  id: string,
): Promise<z.input<typeof knowledgeDoc.detail.output>> {
  return seeing({ kernel, user }, async (sight) => {
    const { db, foreign } = sight
    const row = await documents(sight).where('kb_doc.id', '=', id).executeTakeFirst()
    if (!row) return undefined
    const base = await db
      .selectFrom('kb_base')
      .select('name')
      .select((eb) => (foreign ? sql<number>`${baseLevel.read}::int` : levelOf(user)(eb)).as('level'))
      .where('id', '=', row.base_id)
      .executeTakeFirstOrThrow()
    const versions = await db
      .selectFrom('kb_version')
      .selectAll()
      .select(sql<string | null>`person_name(create_user)`.as('who'))
      .where('doc_id', '=', id)
      .orderBy('no', 'desc')
      .execute()
    return {
      document: shownDoc(row, user),
      baseName: base.name,
      level: base.level,
      versions: versions.map((version) => ({
        id: version.id,
        no: version.no,
        fileName: version.file_name,
        // the original lies with the tenant whose base it is
        fileId: foreign ? '' : (version.file_id ?? ''),
        size: Number(version.size),
        effectiveFrom: version.effective_from,
        effectiveTo: version.effective_to,
        endsOn: version.ends_on,
        current: version.current,
        status: VersionState.parse(version.status),
        problem: Said.nullable().parse(version.problem),
        pages: version.pages,
        chunks: version.chunks,
        hidden: version.hidden,
        jobId: version.job_id ?? '',
        createTime: wallTime(version.create_time),
        createUserName: foreign ? '' : (version.who ?? ''),
        report: ReadingReport.nullable().parse(version.report),
      })),
    }
  })
}
