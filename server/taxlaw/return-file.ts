import type { PaperSheet } from '#contract/paper.ts'
import type { AssembledForm, TaxReturn } from '#engine/taxlaw/tax-return.ts'
import { formWord } from '#facts/form-words.ts'
import type { RawContext } from '#server/kernel/service.ts'
import { workbookFile } from '#server/paper/workbook-file.ts'
import { reachableProject } from '#server/project/reach.ts'
import { asAttachment } from '#server/system/file-service.ts'
import { returnOf } from './return-view.ts'

type Row = PaperSheet['rows'][number]
type Cell = Row['cells'][number]
const styles = { money: 'money', rate: 'rate', count: 'count', text: 'text' } as const

/** One form as a printed sheet: title, 行次, 项目, its columns; a figure that is not there stays blank, never zero. */
function formSheet(made: TaxReturn, form: AssembledForm, about: string, en: boolean): PaperSheet {
  const width = form.columns.length + 2
  const said = (name: string) => formWord(name)[en ? 'en' : 'zh']
  const heads = [
    en ? 'Line' : '行次',
    en ? 'Item' : '项目',
    ...form.columns.map((name) => said(name).replace(/^\d+/, '')),
  ]
  const lines = form.lines.map(({ line, name, cells }): Row => {
    const figures = cells.map((key): Cell => {
      const cell = key === null ? undefined : made.cells.get(key)
      if (!cell) return { value: '*', style: 'boolean' }
      const number = cell.unit !== 'text' && cell.value !== null && /^-?\d+(\.\d+)?$/.test(cell.value)
      return { value: number ? Number(cell.value) : (cell.value ?? null), style: styles[cell.unit], binding: cell.cell }
    })
    return { cells: [{ value: line, style: 'code' }, { value: said(name), style: 'label' }, ...figures] }
  })
  return {
    id: form.code,
    name: said(form.name),
    widths: [7, 46, ...form.columns.map(() => 18)],
    rows: [
      { cells: [{ value: `${form.code} ${said(form.name)}`, style: 'title', span: width }] },
      { cells: [{ value: about, style: 'head', span: width }] },
      { cells: heads.map((value) => ({ value, style: 'header' })) },
      ...lines,
    ],
  }
}

/** The forms that hold anything, each a sheet. */
export async function downloadReturn(context: RawContext, { projectId }: { projectId: string }): Promise<void> {
  const { kernel, user, extent, language, reply } = context
  const en = language === 'en'
  const book = await kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, async (db) => {
    const project = await reachableProject({ db, user, extent }, projectId)
    const { enterprise_name: company } = await db
      .selectFrom('firm_enterprise')
      .select('enterprise_name')
      .where('id', '=', project.enterprise_id)
      .executeTakeFirstOrThrow()
    const { made } = await returnOf(db, project)
    const about = en ? `${company} · ${made.year} · CNY` : `${company} ${made.year}年度 金额单位：元`
    const filled = made.forms.filter((form) =>
      form.lines.some(({ cells }) => cells.some((key) => key !== null && made.cells.get(key)?.value != null)),
    )
    const main = made.forms.filter(({ code }) => code === 'A100000')
    const sheets = (filled.length > 0 ? filled : main).map((form) => formSheet(made, form, about, en))
    return { title: project.project_name, company, year: made.year, sheets, notes: new Map() }
  })
  const file = await workbookFile(book)
  asAttachment(
    reply,
    en ? `${book.company}_${book.year}_CIT.xlsx` : `${book.company}_${book.year}_企业所得税申报表.xlsx`,
  )
  reply.type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  await reply.send(Buffer.from(file))
}
