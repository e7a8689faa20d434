import { sql } from 'kysely'
import { z } from 'zod'
import { paper, type Provenance } from '#contract/paper.ts'
import { taxReturn, type CellOrigin } from '#contract/tax-return.ts'
import type { Figure, Source } from '#contract/tool-source.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { shownGeneration } from '../paper/generation-query.ts'
import { paperService } from '../paper/service.ts'
import { wireCell } from '../paper/stored-cell.ts'
import type { ProjectRow } from '../project/reach.ts'
import { taxReturnService } from '../taxlaw/return-service.ts'
import { languageOf, readCall, underGrant } from './read-call.ts'
import { inProject, mayRead, openProject, placeIn } from './tool-project.ts'
import { asData, plain, table } from './tool-text.ts'
import type { ToolAsker, ToolFinding, ToolMaker } from './tool.ts'

const unitWord = (unit: string) => (unit === 'money' ? '元' : '')

const paperOf = (cell: string) => cell.slice(0, Math.max(0, cell.indexOf('.')))

const cellSource = (project: ProjectRow, { cell, label }: { cell: string; label: string }): Source => ({
  kind: 'cell',
  title: plain(label) || cell,
  place: placeIn(project, '/wps/index', { paperId: paperOf(cell), cell }),
  at: cell,
})

const cellInput = z.object({
  ...inProject,
  cell: z.string().max(100).default('').describe('Address of a cell: paper.key or paper.key@row, e.g. C15.actual'),
  find: z
    .string()
    .max(100)
    .default('')
    .describe('Words of a label, to find the address; with `paper` within one paper'),
  paper: z.string().max(30).default('').describe('Index of a paper, e.g. C15; alone: all its cells'),
})

export const paperCell: ToolMaker<typeof cellInput> = {
  name: 'paper_cell',
  title: { zh: '底稿单元格', en: 'Working-paper cells' },
  description:
    'A cell of the working papers: value, formula in words, what it is computed from, answers and entries of people with their evidence, the law it stands under and its line of the return. Without `cell`: papers, or cells by words of their label.',
  input: cellInput,
  offered: mayRead('paper.view'),
  async run(asker, { projectId, cell, find, paper: paperId }) {
    const project = await openProject(asker, projectId, 'paper.view')
    if (cell !== '') {
      const how = await readCall(asker, paper.provenance, paperService.provenance, { projectId: project.id, cell })
      return provenanceFinding(asker, project, how)
    }
    if (find === '' && paperId === '') return paperList(asker, project)
    return cellList(asker, project, { find: find.trim(), paperId: paperId.trim() })
  },
}

const shown = (value: string | null, unit: string) => (value === null ? '-' : `${plain(value)}${unitWord(unit)}`)

const part = (title: string, lines: readonly string[]) => (lines.length === 0 ? '' : [title, ...lines].join('\n'))

function provenanceFinding(asker: ToolAsker, project: ProjectRow, how: Provenance): ToolFinding {
  const language = languageOf(asker)
  const en = language === 'en'
  const source = cellSource(project, how)
  const law = how.rates.flatMap(({ name, value, law: basis }) =>
    basis.map(({ doc, article }) => `${name}${value === '' ? '' : ` = ${value}`}: ${doc} ${article}`.trim()),
  )
  const text = [
    `${how.cell} ${plain(how.label)} (${how.paperId} ${plain(how.paperName)})`,
    `${en ? 'Value' : '值'}: ${shown(how.value, how.unit)}; ${en ? 'status' : '状态'}: ${how.status}${how.reason === '' ? '' : `; ${plain(how.reason)}`}`,
    `${en ? 'Formula' : '公式'}: ${plain(how.formula, 500)}`,
    `${en ? 'In words' : '说明'}: ${plain(how.words, 800)}`,
    how.returnLine === '' ? '' : `${en ? 'Feeds' : '填入申报表'}: ${how.returnLine}`,
    part(
      en ? 'Computed from:' : '由以下单元格计算：',
      how.inputs.map((one) => `${one.cell} ${plain(one.label)} = ${shown(one.value, one.unit)} (${one.status})`),
    ),
    part(
      en ? 'Read from the ledger:' : '取自账簿：',
      how.atoms.map((one) => `${plain(one.text, 300)}: ${one.sum ?? '-'} (${one.rows} ${en ? 'rows' : '行'})`),
    ),
    part(
      en ? 'Answers of people:' : '人工填报：',
      how.params.map((one) => `${plain(one.label)} = ${plain(one.value)} (${plain(one.evidence) || '-'})`),
    ),
    part(
      en ? 'Entered rows:' : '登记的数据：',
      how.entries.flatMap(
        (one) =>
        one.rows.slice(0, 20).map((row) => `${plain(one.label)} ${plain(row.name)} = ${plain(row.value)} (${row.userName} ${row.time})`), // prettier-ignore
      ),
    ),
    part(en ? 'Law:' : '依据：', law),
    asData(language),
  ]
  const figure = (one: { cell: string; label: string; unit: string; value: string | null }): Figure[] =>
    one.value === null || one.unit === 'text' || one.unit === 'boolean'
      ? []
      : [{ label: plain(one.label) || one.cell, value: one.value, unit: unitWord(one.unit), source: cellSource(project, one) }] // prettier-ignore
  return {
    text: text.filter((line) => line !== '').join('\n'),
    data: how,
    sources: [source, ...how.inputs.slice(0, 20).map((one) => cellSource(project, one))],
    figures: [...figure(how), ...how.inputs.flatMap(figure)],
  }
}

async function paperList(asker: ToolAsker, project: ProjectRow): Promise<ToolFinding> {
  const papers = await readCall(asker, paper.list, paperService.list, { projectId: project.id })
  if (papers.length === 0) throw new Refusal('paperNone')
  const en = languageOf(asker) === 'en'
  const head = en ? ['Paper', 'Name', 'Cells', 'Missing', 'Forms'] : ['索引号', '底稿', '单元格', '缺数', '申报表']
  return {
    text: table(
      head,
      papers.map((one) => [one.paperId, one.name, String(one.cells), String(one.missing), one.returnForms.join('、')]),
    ),
    data: papers,
    sources: [
      {
        kind: 'project',
        title: plain(project.project_name),
        place: placeIn(project, '/wps/index', {}),
      },
    ],
  }
}

const MOST_CELLS = 80

/** Cells by words of their label in either language, or all of one paper. */
async function cellList(
  asker: ToolAsker,
  project: ProjectRow,
  { find, paperId }: { find: string; paperId: string },
): Promise<ToolFinding> {
  const generationId = shownGeneration(project)
  const language = languageOf(asker)
  const rows = await underGrant(asker, 'paper.view', ({ db }) => {
    let query = db
      .selectFrom('paper_cell')
      .select(['cell', 'status', 'unit', 'value', 'provenance'])
      .where('generation_id', '=', generationId)
    if (paperId !== '') query = query.where('paper_id', '=', paperId)
    if (find !== '')
      query = query.where(
        sql<boolean>`strpos(lower(concat_ws(' ', cell, provenance->'label'->>'zh', provenance->'label'->>'en')), ${find.toLowerCase()}) > 0`,
      )
    return query
      .orderBy('ordinal')
      .limit(MOST_CELLS + 1)
      .execute()
  })
  const cells = rows.slice(0, MOST_CELLS).map((row) => wireCell(row, language))
  const en = language === 'en'
  const more = rows.length > MOST_CELLS ? (en ? ' (there are more: narrow the words)' : '（还有更多，请缩小范围）') : ''
  return {
    text: [
      en ? `${cells.length} cells${more}` : `${cells.length} 个单元格${more}`,
      table(
        en ? ['Cell', 'Label', 'Value', 'Status'] : ['单元格', '名称', '值', '状态'],
        cells.map((one) => [one.cell, one.label, shown(one.value, one.unit), one.status]),
      ),
    ].join('\n'),
    data: cells,
    sources: cells.slice(0, 20).map((one) => cellSource(project, one)),
    figures: cells.flatMap((one) =>
      one.value === null || one.unit === 'text' || one.unit === 'boolean'
        ? []
        : [{ label: plain(one.label), value: one.value, unit: unitWord(one.unit), source: cellSource(project, one) }],
    ),
  }
}

const lineInput = z.object({
  ...inProject,
  cell: z.string().max(40).default('').describe('Cell of the return: form.line.column, e.g. A100000.1.1'),
  form: z.string().max(20).default('').describe('A form, e.g. A105050: all its lines that hold something'),
})

export const returnLine: ToolMaker<typeof lineInput> = {
  name: 'return_line',
  title: { zh: '申报表', en: 'Tax return' },
  description:
    'The annual corporate income tax return of a project: its forms, one form with its lines, or one cell with where it comes from (paper, formula, entry) and the law.',
  input: lineInput,
  offered: mayRead('paper.view'),
  async run(asker, { projectId, cell, form }) {
    const project = await openProject(asker, projectId, 'paper.view')
    const inIt = { projectId: project.id }
    if (cell !== '')
      return originFinding(
        asker,
        project,
        await readCall(asker, taxReturn.cell, taxReturnService.cell, { ...inIt, cell }),
      )
    if (form !== '') return formFinding(asker, project, form)
    const forms = await readCall(asker, taxReturn.forms, taxReturnService.forms, inIt)
    const en = languageOf(asker) === 'en'
    return {
      text: table(
        en ? ['Form', 'Name', 'Filled', 'Missing'] : ['表号', '名称', '已填', '缺数'],
        forms.map((one) => [one.code, one.name, String(one.filled), String(one.missing)]),
      ),
      data: forms,
      sources: [
        {
          kind: 'project',
          title: plain(project.project_name),
          place: placeIn(project, '/tax-return/index', {}),
        },
      ],
    }
  },
}

const lineSource = (project: ProjectRow, cell: string, name: string): Source => ({
  kind: 'returnLine',
  title: plain(name) || cell,
  place: placeIn(project, '/tax-return/index', { form: cell.split('.')[0] ?? '', cell }),
  at: cell,
})

const lineFigure = (project: ProjectRow, of: { cell: string; unit: string; value: string | null }, name: string) =>
  of.value === null || of.unit === 'text'
    ? []
    : [{ label: plain(name) || of.cell, value: of.value, unit: unitWord(of.unit), source: lineSource(project, of.cell, name) }] // prettier-ignore

function originFinding(asker: ToolAsker, project: ProjectRow, origin: CellOrigin): ToolFinding {
  const { cell, paper: from, entry } = origin
  const en = languageOf(asker) === 'en'
  const source = lineSource(project, cell.cell, from?.label ?? '')
  const text = [
    `${cell.cell} = ${shown(cell.value, cell.unit)} (${cell.status}, ${cell.source})`,
    from && `${en ? 'From the paper' : '取自底稿'} ${from.cell} ${plain(from.label)}: ${plain(from.words, 500)}`,
    cell.formula && `${en ? 'Formula of the form' : '表内公式'}: ${cell.formula}`,
    ...origin.reads.map((one) => `- ${one.cell} ${plain(one.name)} = ${one.value ?? '-'}`),
    entry &&
      `${en ? 'Entered by' : '填报人'} ${entry.updateUserName} ${entry.updateTime}: ${plain(entry.value)} (${plain(entry.evidence)})`,
    ...origin.rules.flatMap(({ name, law }) => law.map(({ doc, article }) => `${name}: ${doc} ${article}`)),
    ...cell.conflicts.map((one) => `${en ? 'Differs from' : '不一致'}: ${one.formula} = ${one.value}`),
  ]
  return {
    text: text.filter(Boolean).join('\n'),
    data: origin,
    sources: [source, ...(from ? [cellSource(project, from)] : [])],
    figures: [
      ...lineFigure(project, cell, from?.label ?? ''),
      ...origin.reads.flatMap((one) => lineFigure(project, { cell: one.cell, unit: 'money', value: one.value }, one.name)), // prettier-ignore
    ],
  }
}

async function formFinding(asker: ToolAsker, project: ProjectRow, code: string): Promise<ToolFinding> {
  const found = await readCall(asker, taxReturn.form, taxReturnService.form, { projectId: project.id, form: code })
  const filled = found.lines.filter(({ cells }) => cells.some((cell) => cell !== null && cell.value !== null))
  const en = languageOf(asker) === 'en'
  return {
    text: [
      `${found.summary.code} ${found.summary.name}`,
      table(
        [en ? 'Line' : '行次', en ? 'Item' : '项目', ...found.columns],
        filled.map(({ line, name, cells }) => [line, name, ...cells.map((cell) => cell?.value ?? '-')]),
      ),
    ].join('\n'),
    data: { summary: found.summary, columns: found.columns, lines: filled },
    sources: [
      {
        kind: 'returnLine',
        title: plain(found.summary.name),
        place: placeIn(project, '/tax-return/index', { form: found.summary.code }),
        at: found.summary.code,
      },
    ],
    figures: filled.flatMap(({ name, cells }) =>
      cells.flatMap((cell) => (cell === null ? [] : lineFigure(project, cell, name))),
    ),
  }
}
