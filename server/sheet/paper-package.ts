import { stat } from 'node:fs/promises'
import { PACK_JOB, type paperExport } from '#contract/paper-export.ts'
import type { Language } from '#contract/texts.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Jobs } from '#server/kernel/jobs.ts'
import type { Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import { sql } from 'kysely'
import { type Asked, askedBy, jobContext, personNow } from '../list/job-context.ts'
import { keepResult, withScratch } from '../list/result-file.ts'
import { safeText } from '../list/safe-text.ts'
import { shownGeneration } from '../paper/generation-query.ts'
import { printedPapers } from '../paper/printed-papers.ts'
import { inLanguage, type StoredProvenance } from '../paper/stored-cell.ts'
import { reachableProject } from '../project/reach.ts'
import { saidValue } from '../workbook/project-overrides.ts'
import type { PackTable, PackTask } from './pack-worker.ts'

type PackInput = Asked & { projectId: string }

/** Starts to pack; the archive is the person's, for a week. */
export const packPapers: Service<typeof paperExport>['pack'] = async (context, { projectId }) => {
  const { db, user, kernel } = context
  const project = await reachableProject(context, projectId)
  shownGeneration(project)
  const input: PackInput = { ...askedBy(context), projectId }
  const jobId = await kernel.jobs.start(
    db,
    { tenantId: user.tenantId, userId: user.id },
    { type: PACK_JOB, title: project.project_name, bizType: 'project', bizId: projectId, input },
  )
  await audit(context, { action: 'pack', bizType: 'paper', bizId: projectId, after: { jobId } })
  return { jobId }
}

/** Writes every paper, an index and the report of overrides in a thread, with the rights the person has then. */
export function registerPack(jobs: Jobs): void {
  jobs.register<PackInput>(PACK_JOB, async ({ kernel, actor, jobId, input }, progress) => {
    const person = await personNow(kernel, actor, input, 'paper.view')
    const { language } = input
    const order = await kernel.database.inSnapshot(actor, async (db) => {
      const { context } = jobContext({ kernel, asked: input, jobId, person }, db)
      const book = await printedPapers(context, input.projectId, [])
      const files = fileNames(book.sheets)
      const papers = book.sheets.map((sheet, at) => ({
        file: files[at] ?? `${sheet.id}.xlsx`,
        sheet,
        notes: book.notes,
      }))
      const tables = [indexOf(book, files, language), await overridesOf(db, input.projectId, book.cells, language)]
      return { title: book.title, company: book.company, year: book.year, papers, tables }
    })
    return withScratch(kernel, async (path) => {
      const task: PackTask = { path, ...order }
      await runWorker(new URL('pack-worker.ts', import.meta.url), task, {
        signal: progress.signal,
        // a job that should stop rejects here; the thread hears it by the signal
        progress: (percent, step, params) => void progress.at(percent, step, params).catch(() => {}),
        memory: 512,
      })
      const { size } = await stat(path)
      const name = `${order.company}_${order.year}_底稿.zip`
      const file = await keepResult(kernel, actor, { path, name })
      return { fileId: file.id, fileName: file.name, rows: order.papers.length, size }
    })
  })
}

const LONGEST = 80
/** `A01_试算平衡表.xlsx`: what no file system forbids, no two alike. */
export function fileNames(sheets: readonly { id: string; name: string }[]): string[] {
  const taken = new Set<string>()
  return sheets.map(({ id, name }) => {
    const base = `${id}_${name}`
      .normalize('NFC')
      .replaceAll(/[\\/:*?"<>|\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .replace(/[. ]+$/, '')
      .slice(0, LONGEST)
    let file = `${base}.xlsx`
    for (let n = 2; taken.has(file.toLowerCase()); n += 1) file = `${base} ${n}.xlsx`
    taken.add(file.toLowerCase())
    return file
  })
}

type Book = Awaited<ReturnType<typeof printedPapers>>

function indexOf({ sheets, cells }: Book, files: readonly string[], language: Language): PackTable {
  const counted = (paperId: string, status: string) =>
    cells.filter((cell) => cell.paper_id === paperId && cell.status === status).length
  const zh = language !== 'en'
  return {
    file: zh ? '00_目录.xlsx' : '00_index.xlsx',
    sheet: zh ? '目录' : 'Index',
    head: zh
      ? ['索引号', '底稿', '文件', '待补充', '有错误', '手工覆盖']
      : ['No.', 'Paper', 'File', 'Missing', 'Failing', 'Overridden'],
    rows: sheets.map(({ id, name }, at) => [
      id,
      safeText(name),
      files[at] ?? '',
      counted(id, 'missing'),
      counted(id, 'error'),
      counted(id, 'overridden'),
    ]),
    widths: [10, 44, 56, 10, 10, 10],
  }
}

/** Every decision against a formula that stands: what was calculated, what was set, why, by whom, when. */
async function overridesOf(db: Db, projectId: string, cells: Book['cells'], language: Language): Promise<PackTable> {
  const labels = new Map(
    cells.map(({ cell, provenance }) => [cell, inLanguage((provenance as StoredProvenance).label, language)]),
  )
  const rows = await db
    .selectFrom('paper_override')
    .select(['cell', 'paper_id', 'unit', 'value', 'calculated', 'reason', 'create_time'])
    .select(sql<string | null>`person_name(create_user)`.as('who'))
    .where('project_id', '=', projectId)
    .where('withdrawn_time', 'is', null)
    .orderBy('cell')
    .execute()
  const zh = language !== 'en'
  return {
    file: zh ? '00_覆盖报告.xlsx' : '00_overrides.xlsx',
    sheet: zh ? '覆盖报告' : 'Overrides',
    head: zh
      ? ['底稿', '单元格', '项目', '计算值', '改为', '理由', '修改人', '时间']
      : ['Paper', 'Cell', 'Label', 'Calculated', 'Set to', 'Reason', 'Who', 'When'],
    rows: rows.map((row) => [
      row.paper_id,
      row.cell,
      safeText(labels.get(row.cell) ?? ''),
      row.calculated === null ? '' : safeText(saidValue(row.unit, row.calculated)),
      safeText(saidValue(row.unit, row.value)),
      safeText(row.reason),
      safeText(row.who ?? ''),
      wallTime(row.create_time),
    ]),
    widths: [10, 24, 36, 20, 20, 48, 14, 20],
  }
}
