import { sql } from 'kysely'
import type { FileMapping, fileMapping } from '#contract/ledger-version.ts'
import { say, texts } from '#contract/errors.ts'
import type { Language } from '#contract/texts.ts'
import { yuan } from '#engine/money.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Service } from '#server/kernel/service.ts'
import { shownFiles } from '../ledger/dataset-file.ts'
import { inLanguage } from '../paper/stored-cell.ts'
import { financialFiles } from '../project/financial-file.ts'
import { reachableProject } from '../project/reach.ts'

const isTextKey = (key: string): key is keyof typeof texts => Object.hasOwn(texts, key)

const useWords = (kind: string, language: Language) => {
  const key = `use_${kind}`
  return isTextKey(key) ? say(key, language) : ''
}

export const fileMappingService: Service<typeof fileMapping> = {
  async show(context, { projectId }) {
    const { db, language } = context
    const project = await reachableProject(context, projectId)
    const handed = await financialFiles(db, projectId)
    const datasetId = project.dataset_id
    if (datasetId === null) {
      const files = handed.map((file) => Object.assign(fileOf(file), { inUse: false, feedsNothing: true, sheets: [] }))
      return { version: 0, datasetId: '', generated: false, files, coverage: [], missing: [], overlaps: [] }
    }
    const { version } = await db
      .selectFrom('dataset')
      .select('version')
      .where('id', '=', datasetId)
      .executeTakeFirstOrThrow()
    const read = await shownFiles(db, datasetId, language)
    const papers = await papersBySheet(db, { datasetId, generationId: project.generation_id }, language)
    const sheetsOf = (fileId: string) =>
      read
        .filter((file) => file.fileId === fileId)
        .flatMap(({ fileNo, sheets }) =>
          sheets.map((sheet) => ({
            name: sheet.name,
            kind: sheet.kind,
            kindName: sheet.kindName,
            used: sheet.used,
            says: sheet.used
              ? useWords(sheet.kind, language)
              : sheet.evidence.map(({ text }) => text).join(language === 'en' ? '; ' : '；') ||
                useWords('unknown', language),
            rows: sheet.rows['data'] ?? 0,
            papers: papers.get(sheetName(fileNo, sheet.name)) ?? [],
          })),
        )
    const files = handed.map((file) => {
      const sheets = sheetsOf(file.id)
      const inUse = read.some(({ fileId }) => fileId === file.id)
      return Object.assign(fileOf(file), { inUse, feedsNothing: !sheets.some(({ used }) => used), sheets })
    })
    return { version, datasetId, generated: project.generation_id !== null, files, ...(await monthsOf(db, datasetId)) }
  },
}

type Handed = Awaited<ReturnType<typeof financialFiles>>[number]
const fileOf = ({ id, name, size, createTime }: Handed) => ({ fileId: id, name, size, createTime })
const sheetName = (fileNo: number, sheet: string) => `${fileNo} ${sheet}`

type Uses = FileMapping['files'][number]['sheets'][number]['papers']

/** Papers of the shown generation by the sheet whose rows their cells read: balances by account, turnover by line. */
async function papersBySheet(
  db: Db,
  { datasetId, generationId }: { datasetId: string; generationId: string | null },
  language: Language,
): Promise<Map<string, Uses>> {
  if (generationId === null) return new Map()
  const { rows } = await sql<{
    file: number
    sheet: string
    paper: string
    name: { zh: string; en: string }
    cells: number
  }>`
    with fed as (
      select origin_file as file, origin_sheet as sheet, true as balance, array_agg(code) as codes, '{}'::int4multirange as lines
      from ledger_account where dataset_id = ${datasetId} and period = 'current' group by 1, 2
      union all
      select file_no, sheet, false, '{}', range_agg(part) from dataset_coverage, unnest(ordinals) as part
      where dataset_id = ${datasetId} group by 1, 2
    ), used as (
      select fed.file, fed.sheet, a.cell from fed join paper_atom a on a.generation_id = ${generationId}
        and a.balance = fed.balance and (case when fed.balance then a.accounts && fed.codes else a.lines && fed.lines end)
      union
      select r.origin_file, r.origin_sheet, c.cell from ledger_return r
        join paper_cell c on c.generation_id = ${generationId} and c.provenance->'filed' ? r.cell
        where r.dataset_id = ${datasetId}
    )
    select used.file, used.sheet, c.paper_id as paper, p.name, count(distinct used.cell)::int as cells
    from used join paper_cell c on c.generation_id = ${generationId} and c.cell = used.cell
    join paper p on p.generation_id = c.generation_id and p.paper_id = c.paper_id
    group by 1, 2, 3, 4 order by 5 desc, 3`.execute(db)
  const found = new Map<string, Uses>()
  for (const { file, sheet, paper, name, cells } of rows) {
    const key = sheetName(file, sheet)
    found.set(key, [...(found.get(key) ?? []), { paperId: paper, name: inLanguage(name, language), cells }])
  }
  return found
}

const year = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))

/** Journal lines by file and month; months of the year that no file gives, and months that several give. */
async function monthsOf(db: Db, datasetId: string) {
  const { rows } = await sql<{ file: string; period: string; lines: number; debit: string; credit: string }>`
    select f.name as file, c.period, sum(c.lines)::int as lines, sum(c.debit)::text as debit, sum(c.credit)::text as credit
    from dataset_coverage c join dataset_file f on f.dataset_id = c.dataset_id and f.file_no = c.file_no
    where c.dataset_id = ${datasetId} group by f.file_no, f.name, c.period order by f.file_no, c.period`.execute(db)
  const byFile = new Map<string, FileMapping['coverage'][number]['months']>()
  for (const { file, period, lines, debit, credit } of rows) {
    const months = byFile.get(file) ?? []
    byFile.set(file, months)
    months.push({ period, lines, debit: yuan(BigInt(debit)), credit: yuan(BigInt(credit)) })
  }
  const filesOf = (period: string) => [...new Set(rows.filter((row) => row.period === period).map(({ file }) => file))]
  const held = year.map((period) => ({ period, files: filesOf(period) }))
  return {
    coverage: [...byFile].map(([file, months]) => ({ file, months })),
    missing: rows.length === 0 ? [] : held.filter(({ files }) => files.length === 0).map(({ period }) => period),
    overlaps: held.filter(({ files }) => files.length > 1),
  }
}
