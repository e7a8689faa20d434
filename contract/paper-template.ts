import { z } from 'zod'
import { count, get, id, ids, none, paged, paging, post, time, upload } from './endpoint.ts'
import { BookNote, SheetBook } from './sheet-book.ts'

export const templateStates = ['draft', 'published', 'retired'] as const
export const bindingUnits = ['money', 'rate', 'count', 'bool', 'text'] as const
/** A firm's papers bear X or Y, letters that no paper of the system has. */
export const FIRM_PAPER = /^[XY]\d{2}(-\d)?$/
export const CELL_KEY = /^[A-Za-z_]\w{0,39}$/
/** How many papers one template holds at most. */
export const MOST_PAPERS = 120
/** How many bound cells one template holds at most. */
export const MOST_BOUND = 5000

/** A firm's working-paper template (事务所底稿模板), or the system's, which nobody changes. */
export const PaperTemplate = z.object({
  id: z.string(),
  name: z.string(),
  category: z.number().int(),
  templateType: z.enum(['system', 'firm']),
  state: z.enum(templateStates),
  /** The version that new projects take; 0: none was published yet. */
  currentVersion: count,
  /** The version that is being worked on; 0: none. */
  draftVersion: count,
  papers: count,
  cells: count,
  /** Projects that work on any of its versions. */
  projects: count,
  createUserName: z.string(),
  createTime: time,
  updateUserName: z.string(),
  updateTime: time,
  /** What a change of the draft must name: it counts changes. */
  rev: count,
})
export type PaperTemplate = z.output<typeof PaperTemplate>

const paperId = z.string().regex(FIRM_PAPER, 'templatePaperId')
const name = z.string('templateName').trim().min(1, 'templateName').max(100)
const places = { row: z.number().int().min(0).max(1_048_575), column: z.number().int().min(0).max(16_383) }
const Label = z.object({ zh: z.string().trim().max(200), en: z.string().trim().max(200) })

/** One sheet as a paper. */
export const TemplatePaper = z.object({
  /** The sheet of the book. */
  sheet: z.string(),
  paperId: z.string(),
  name: Label,
})
export type TemplatePaper = z.output<typeof TemplatePaper>

/** A cell bound to a formula; places count from 0. */
export const TemplateCell = z.object({
  paperId: z.string(),
  key: z.string(),
  ...places,
  expression: z.string(),
  unit: z.enum(bindingUnits),
  label: Label,
  /** Return cells it fills, as `A105000.15.3`. */
  feeds: z.array(z.string()),
  /** The rule of the law it stands on; empty: none. */
  rule: z.string(),
  note: z.string(),
  /** The formula as it stood in the file, where it was translated. */
  origin: z.string(),
})
export type TemplateCell = z.output<typeof TemplateCell>

/** What is wrong in a template, in words; `cell` is empty where it concerns the whole. */
export const TemplateProblem = z.object({
  cell: z.string(),
  from: count,
  to: count,
  text: z.string(),
})
export type TemplateProblem = z.output<typeof TemplateProblem>

/** What became of a formula found in an uploaded sheet. */
export const FoundFormula = z.object({
  sheet: z.string(),
  /** A1 */
  cell: z.string(),
  formula: z.string(),
  dialect: z.enum(['own', 'ufo', 'kingdee']),
  /** Empty: it was not understood, and the cell is not bound. */
  expression: z.string(),
  words: z.array(z.string()),
})
export type FoundFormula = z.output<typeof FoundFormula>
/** What reading a file has to say. */
export const ReadReport = z.object({ found: z.array(FoundFormula), left: z.array(BookNote) })
export type ReadReport = z.output<typeof ReadReport>

const Version = z.object({
  version: count,
  published: z.boolean(),
  note: z.string(),
  fileName: z.string(),
  papers: count,
  cells: count,
  projects: count,
  createUserName: z.string(),
  createTime: time,
  publishUserName: z.string(),
  publishTime: z.string(),
})

export const changeKinds = ['added', 'removed', 'changed'] as const
/** What differs between two versions. */
export const TemplateDiff = z.object({
  papers: z.array(z.object({ kind: z.enum(changeKinds), paperId: z.string(), before: z.string(), after: z.string() })),
  /** Bound cells; `fields` says in which respects one was changed. */
  cells: z.array(
    z.object({
      kind: z.enum(changeKinds),
      cell: z.string(),
      label: Label,
      fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  /** Printed cells of the sheets, in all, and the first of them. */
  printed: count,
  texts: z.array(z.object({ paperId: z.string(), cell: z.string(), before: z.string(), after: z.string() })),
})
export type TemplateDiff = z.output<typeof TemplateDiff>

const Detail = PaperTemplate.extend({
  versions: z.array(Version),
  /** The version shown: the one asked for, else the draft, else the newest. */
  version: count,
  published: z.boolean(),
  contents: z.array(TemplatePaper),
  bound: z.array(TemplateCell),
  problems: z.array(TemplateProblem),
  report: ReadReport,
})
export type TemplateDetail = z.output<typeof Detail>
const ofVersion = z.object({ id, version: count.optional() })
/** A change names the state of the draft that the person saw. */
const seen = { id, rev: z.number().int().positive() }

export const paperTemplate = {
  list: get('/sc-llm/llmKnowledgeSwsDocTemplate/list', {
    may: 'docFile.view',
    says: "The firm's working-paper templates",
    input: paging(['name', 'category', 'state', 'currentVersion', 'createTime', 'updateTime', 'projects']),
    output: paged(PaperTemplate),
  }),
  detail: get('/sc-llm/llmKnowledgeSwsDocTemplate/detail', {
    may: 'docFile.view',
    says: 'One template: versions, papers, bound cells and what is wrong with them',
    input: ofVersion,
    output: Detail,
  }),
  book: get('/sc-llm/llmKnowledgeSwsDocTemplate/book', {
    may: 'docFile.view',
    says: 'The sheets of a version',
    input: ofVersion,
    output: z.object({ version: count, book: SheetBook }),
  }),
  create: upload('/sc-llm/llmKnowledgeSwsDocTemplate/upload', {
    may: 'docFile.add',
    says: 'Makes a template from a spreadsheet: each sheet a paper; formulas found in its cells become bindings',
    input: z.object({ name, category: z.coerce.number().int().positive() }),
    output: z.object({ id, report: ReadReport }),
  }),
  fromSystem: post('/sc-llm/llmKnowledgeSwsDocTemplate/fromSystem', {
    may: 'docFile.add',
    says: "Makes a template that starts from the system's papers, their figures linked",
    input: z.object({
      name,
      category: z.coerce.number().int().positive(),
      /** Papers of the system; all that have figures of their own if none is named. */
      papers: z.array(z.string().max(10)).max(MOST_PAPERS).default([]),
    }),
    output: z.object({ id }),
  }),
  replace: upload('/sc-llm/llmKnowledgeSwsDocTemplate/replaceFile', {
    may: 'docFile.coverUpload',
    says: 'Takes a newer spreadsheet into the draft; cells that stand where they stood stay bound',
    input: z.object({ id, rev: z.coerce.number().int().positive() }),
    output: z.object({ report: ReadReport, lost: z.array(z.string()) }),
  }),
  update: post('/sc-llm/llmKnowledgeSwsDocTemplate/update', {
    may: 'docFile.edit',
    says: 'Renames a template',
    input: z.object({ ...seen, name }),
    output: none,
  }),
  savePapers: post('/sc-llm/llmKnowledgeSwsDocTemplate/savePapers', {
    may: 'docFile.edit',
    says: 'Says which sheet of the draft is which paper; a sheet that is left out is none',
    input: z.object({
      ...seen,
      papers: z.array(z.object({ sheet: z.string().max(40), paperId, name: Label })).max(MOST_PAPERS),
    }),
    output: none,
  }),
  saveCell: post('/sc-llm/llmKnowledgeSwsDocTemplate/saveCell', {
    may: 'docFile.edit',
    says: 'Binds a cell of the draft; a formula with problems is kept, and what is wrong is said',
    input: z.object({
      ...seen,
      paperId,
      ...places,
      key: z.string().regex(CELL_KEY, 'templateKey'),
      expression: z.string().trim().min(1, 'templateExpression').max(2000),
      unit: z.enum(bindingUnits),
      label: Label,
      feeds: z.array(z.string().trim().max(60)).max(20).default([]),
      rule: z.string().max(100).default(''),
      note: z.string().max(500).default(''),
    }),
    output: z.object({ problems: z.array(TemplateProblem) }),
  }),
  removeCell: post('/sc-llm/llmKnowledgeSwsDocTemplate/removeCell', {
    may: 'docFile.edit',
    says: 'Unbinds a cell of the draft',
    input: z.object({ ...seen, paperId, key: z.string().regex(CELL_KEY, 'templateKey') }),
    output: none,
  }),
  beginDraft: post('/sc-llm/llmKnowledgeSwsDocTemplate/beginDraft', {
    may: 'docFile.edit',
    says: 'Begins the next version as a copy of a published one; answers its number',
    input: z.object({ id, version: count.optional() }),
    output: z.object({ version: count }),
  }),
  dropDraft: post('/sc-llm/llmKnowledgeSwsDocTemplate/dropDraft', {
    may: 'docFile.edit',
    says: 'Gives the draft up; what was published stays',
    input: z.object(seen),
    output: none,
  }),
  publish: post('/sc-llm/llmKnowledgeSwsDocTemplate/publish', {
    may: 'docFile.edit',
    says: 'Publishes the draft: it never changes again, and new projects take it',
    input: z.object({ ...seen, note: z.string().max(500).default('') }),
    output: z.object({ version: count }),
  }),
  rollBack: post('/sc-llm/llmKnowledgeSwsDocTemplate/rollBack', {
    may: 'docFile.edit',
    says: 'Publishes an old version anew, as the next one',
    input: z.object({ ...seen, version: z.number().int().positive() }),
    output: z.object({ version: count }),
  }),
  retire: post('/sc-llm/llmKnowledgeSwsDocTemplate/retire', {
    may: 'docFile.edit',
    says: 'Takes a template from the choice for new projects, or puts it back; projects keep theirs',
    input: z.object({ ...seen, retired: z.boolean() }),
    output: none,
  }),
  // not docFile.delete: by the specification a student holds that, for files of projects
  remove: post('/sc-llm/llmKnowledgeSwsDocTemplate/remove', {
    may: 'docFile.edit',
    says: 'Deletes templates that no project uses',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
  compare: get('/sc-llm/llmKnowledgeSwsDocTemplate/compare', {
    may: 'docFile.view',
    says: 'What differs between two versions',
    input: z.object({ id, from: count, to: count }),
    output: TemplateDiff,
  }),
  ofProject: get('/sc-llm/llmKnowledgeSwsDocTemplate/ofProject', {
    may: 'paper.view',
    says: 'The version a project works on, the newest, and what moving up would change',
    input: z.object({ projectId: id }),
    output: z.object({
      templateId: z.string(),
      name: z.string(),
      templateType: z.enum(['system', 'firm']),
      version: count,
      newest: count,
      diff: TemplateDiff.nullable(),
    }),
  }),
  moveUp: post('/sc-llm/llmKnowledgeSwsDocTemplate/moveUp', {
    may: 'paper.generate',
    says: 'Moves a project to another published version of its template and computes its papers again',
    input: z.object({ projectId: id, version: z.number().int().positive() }),
    output: z.object({ jobId: z.string() }),
  }),
}
