import { LONGEST_VALUE, PROMPT_FILE } from '#contract/prompt-template.ts'
import type { Language } from '#contract/texts.ts'
import type { Block } from '#engine/retrieval/block.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Files, Purpose } from '#server/kernel/files.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { readDocument } from '../document/read-document.ts'
import { accountDetail } from '../ledger/account-detail.ts'
import { shownGeneration } from '../paper/generation-query.ts'
import { provenanceOf } from '../paper/provenance.ts'
import { type ProjectRow, reachableProject, under } from '../project/reach.ts'
import { BOOKS, placeIn } from '../tool/tool-project.ts'

export type PromptReader = { kernel: Kernel; user: User; language: Language; signal?: AbortSignal }
/** What was picked, as words, and where it is in Digao (empty: nowhere to open). */
export type PickedMaterial = { title: string; text: string; place: string; projectId: string | null }

const inTenant = <T>({ kernel, user }: PromptReader, work: (db: Db) => Promise<T>) =>
  kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, work)

const enterpriseOf = async (db: Db, { enterprise_id: id }: ProjectRow): Promise<string> => {
  const row = await db.selectFrom('firm_enterprise').select('enterprise_name').where('id', '=', id).executeTakeFirst()
  return row?.enterprise_name ?? ''
}

/** A project, in three lines. */
export const pickedProject = (reader: PromptReader, projectId: string): Promise<PickedMaterial> =>
  inTenant(reader, async (db) => {
    const project = await reachableProject(under(db, reader.user, 'project.view'), projectId)
    const lines = [
      `项目：${project.project_name}`,
      `企业：${await enterpriseOf(db, project)}`,
      `所属年度：${project.year}`,
    ]
    return {
      title: project.project_name,
      text: lines.join('\n'),
      place: placeIn(project, '/projectApp/index', {}),
      projectId,
    }
  })

/** An account of the project's ledger with its months. */
export const pickedAccount = (
  reader: PromptReader,
  { projectId, accountCode }: { projectId: string; accountCode: string },
): Promise<PickedMaterial> =>
  inTenant(reader, async (db) => {
    const project = await reachableProject(under(db, reader.user, 'ledger.view'), projectId)
    if (!project.dataset_id) throw new Refusal('relationNoDataset')
    const asked = { account: accountCode, period: '', current: 1, size: 1 }
    const { account, months } = await accountDetail(db, project.dataset_id, asked)
    const title = `${account.code} ${account.fullName || account.name}`
    const lines = [
      `科目：${title}（${project.year} 年度，单位：元，余额借方为正）`,
      `年初余额 ${account.opening}，借方发生 ${account.debit}，贷方发生 ${account.credit}，年末余额 ${account.closing}`,
      ...months.map(
        ({ period, debit, credit, closing, lines: count }) =>
          `${period}：借方 ${debit}，贷方 ${credit}，月末余额 ${closing}，分录 ${Number(count)} 条`,
      ),
    ]
    const place = placeIn(project, BOOKS, { show: 'detail', 'detail.account': accountCode })
    return { title, text: lines.join('\n'), place, projectId }
  })

const MOST_INPUTS = 40
const MOST_ROWS = 10
const said = ({ unit, value }: { unit: string; value: string | null }) =>
  value === null ? '无' : `${value}${unit === 'money' ? ' 元' : ''}`

/** A cell of a working paper: value, formula in words, what went in, the law. */
export const pickedCell = (
  reader: PromptReader,
  { projectId, cell }: { projectId: string; cell: string },
): Promise<PickedMaterial> =>
  inTenant(reader, async (db) => {
    const project = await reachableProject(under(db, reader.user, 'paper.view'), projectId)
    const of = await provenanceOf(db, shownGeneration(project), cell, reader.language)
    const law = of.rates.flatMap(({ name, value, law: basis }) =>
      basis.map(({ doc, article }) => `依据：${doc} ${article}（${name}${value && ` ${value}`}）`),
    )
    const lines = [
      `底稿 ${of.paperId} ${of.paperName}，单元格 ${of.cell}：${of.label}`,
      `数值：${said(of)}${of.reason && `（${of.reason}）`}`,
      ...(of.status === 'overridden' ? ['该数由人工改定，不是公式的结果'] : []),
      `取数公式：${of.words}`,
      ...of.inputs.slice(0, MOST_INPUTS).map((one) => `公式取用 ${one.label}（${one.cell}）：${said(one)}`),
      ...(of.inputs.length > MOST_INPUTS ? [`公式取用共 ${of.inputs.length} 项，以上为前 ${MOST_INPUTS} 项`] : []),
      ...of.params.map(({ label, value }) => `填报参数 ${label}：${value || '未填'}`),
      ...of.entries.map(({ label, column, total, rows }) => {
        const list = rows.slice(0, MOST_ROWS).map(({ name, value }) => `${name} ${value}`.trim())
        return `登记簿 ${label}${column && ` ${column}`}：共 ${total} 行${list.length > 0 ? `，如 ${list.join('；')}` : ''}`
      }),
      ...of.filed.map(({ cell: from, value }) => `上年申报表 ${from}：${value}`),
      ...of.atoms.map(
        ({ text, sum, rows }) => `账簿取数：${text}，共 ${rows} 行${sum === null ? '' : `，合计 ${sum}`}`,
      ),
      ...law,
    ]
    const place = placeIn(project, '/wps/index', { paperId: of.paperId, cell: of.cell })
    return { title: `${of.paperId} ${of.label}`, text: lines.join('\n'), place, projectId }
  })

const wordsOf = (block: Block): string =>
  block.kind === 'table'
    ? block.rows.map(({ cells }) => cells.map(({ text }) => text).join(' | ')).join('\n')
    : block.text

/** A file of the person's reach, as far as it may be put into a prompt. */
export async function pickedFile(reader: PromptReader, fileId: string): Promise<PickedMaterial> {
  const { kernel, user, signal } = reader
  const file = await kernel.files.find(user, fileId)
  const actor = { tenantId: user.tenantId, userId: user.id }
  const ocr = kernel.config.DIGAO_OCR_URL ?? null
  const reading = await kernel.blobs.asPath(actor, file.sha256, (path) =>
    readDocument(path, file.name, { ocr }, signal),
  )
  let text = ''
  let cut = false
  for (const block of reading.blocks) {
    const words = wordsOf(block)
    cut = text.length + words.length + 1 > LONGEST_VALUE
    text += cut ? words.slice(0, Math.max(0, LONGEST_VALUE - text.length)) : `${words}\n`
    if (cut) break
  }
  return {
    title: file.name,
    text: cut ? `${text}\n（文件较长，此处仅为前 ${LONGEST_VALUE} 字）` : text,
    place: '',
    projectId: null,
  }
}

const refuseOthers =
  (refusal: () => Refusal): Purpose['checkAdd'] =>
  ({ user }, ownerId) =>
    ownerId === user.id ? Promise.resolve() : Promise.reject(refusal())

/** Files that were uploaded for a prompt belong to who uploaded them; nobody else sees them. */
export function registerPromptFiles(files: Files): void {
  files.register(PROMPT_FILE, {
    mayAdd: 'prompt.use',
    mayRead: 'prompt.use',
    checkAdd: refuseOthers(() => new Refusal('promptOwnFile')),
    checkRead: refuseOthers(notFound),
  })
}
