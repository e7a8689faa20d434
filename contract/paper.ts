import { z } from 'zod'
import { count, file, get, id, money, paged, paging, post, time } from './endpoint.ts'
import { Account, Line } from './ledger.ts'
import { BookStyle } from './sheet-book.ts'

export const cellStates = ['ok', 'stale', 'missing', 'error', 'overridden'] as const
export const units = ['money', 'number', 'rate', 'count', 'text', 'boolean'] as const

/**
 * A cell of the printed sheet; `binding` names the bound value behind it. Figures are numbers (money in yuan, as a spreadsheet
 * holds it; the exact value is in `cells`), text is text.
 */
export const SheetCell = z.object({
  value: z.union([z.string(), z.number(), z.null()]),
  /** Excel formula without the equals sign, where the total is a sum of visible cells. */
  formula: z.string().optional(),
  style: z.string(),
  binding: z.string().optional(),
  /** Columns it covers. */
  span: z.number().int().optional(),
  /** Rows it covers, on a sheet that was uploaded. */
  down: z.number().int().optional(),
  /** Its look on a sheet that was uploaded: an index into `looks`; `style` says the nearest of the system's. */
  look: z.number().int().optional(),
})
export const PaperSheet = z.object({
  id: z.string(),
  name: z.string(),
  widths: z.array(z.number()),
  rows: z.array(z.object({ height: z.number().optional(), cells: z.array(SheetCell) })),
  /** Looks of a firm's own sheet, as uploaded. */
  looks: z.array(BookStyle).optional(),
})
export type PaperSheet = z.output<typeof PaperSheet>

export const Cell = z.object({
  /** paper.key or paper.key@row */
  cell: z.string(),
  label: z.string(),
  status: z.enum(cellStates),
  unit: z.enum(units),
  /** Yuan for money, otherwise exact decimal text. */
  value: z.string().nullable(),
})
export const PaperSummary = z.object({
  paperId: z.string(),
  name: z.string(),
  cells: count,
  missing: count,
  errors: count,
  returnForms: z.array(z.string()),
})
export const Generation = z.object({
  id,
  datasetVersion: z.number().int(),
  relationVersion: z.number().int(),
  rulePack: z.string(),
  inputHash: z.string(),
  resultHash: z.string(),
  cells: count,
  missing: count,
  errors: count,
  createUserName: z.string(),
  createTime: time,
  /** The dataset, the relation or a parameter changed since. */
  stale: z.boolean(),
})
const Law = z.object({ doc: z.string(), article: z.string(), certainty: z.string() })
/** One reading of the ledger inside a formula: what was asked, how many rows, their sum. */
const Atom = z.object({
  index: z.number().int(),
  text: z.string(),
  rows: count,
  sum: money.nullable(),
  rowsHash: z.string(),
  balance: z.boolean(),
})
/** What people entered in a register and the formula read: of each row the value it had then, by whom, when, on what proof. */
const EnteredFact = z.object({
  register: z.string(),
  /** The register's name, and the column's; no column where only rows were counted. */
  label: z.string(),
  column: z.string(),
  /** Rows read; the first fifty are listed. */
  total: count,
  rows: z.array(
    z.object({
      row: z.string(),
      name: z.string(),
      value: z.string(),
      evidence: z.string(),
      userName: z.string(),
      time: z.string(),
    }),
  ),
})
/** A cell of last year's filed return, and where it stands in the file the client gave. */
const FiledFact = z.object({
  cell: z.string(),
  value: z.string(),
  file: z.string(),
  sheet: z.string(),
  row: z.number().int(),
})
/** How a number came about: the formula in words, what went in, which rows, which law. */
export const Provenance = z.object({
  cell: z.string(),
  paperId: z.string(),
  paperName: z.string(),
  label: z.string(),
  status: z.enum(cellStates),
  unit: z.enum(units),
  value: z.string().nullable(),
  /** Why it is missing or failing. */
  reason: z.string(),
  formula: z.string(),
  words: z.string(),
  inputs: z.array(Cell.extend({ paperId: z.string() })),
  params: z.array(z.object({ name: z.string(), label: z.string(), value: z.string(), evidence: z.string() })),
  entries: z.array(EnteredFact),
  filed: z.array(FiledFact),
  rates: z.array(z.object({ rule: z.string(), name: z.string(), value: z.string(), law: z.array(Law) })),
  atoms: z.array(Atom),
  returnLine: z.string(),
})
export type Provenance = z.output<typeof Provenance>

/** A place in the chain from return line to voucher. `ref` is what `trace` takes again. */
export const traceKinds = ['return', 'paper', 'statement', 'standard', 'account', 'voucher'] as const
export const TraceNode = z.object({
  kind: z.enum(traceKinds),
  ref: z.string(),
  title: z.string(),
  note: z.string(),
  amount: money.nullable(),
})
export type TraceNode = z.output<typeof TraceNode>

export const Param = z.object({
  name: z.string(),
  label: z.string(),
  /** What kind of proof to attach. */
  hint: z.string(),
  unit: z.enum(units),
  /** Several values, e.g. one per quarter. */
  list: z.boolean(),
  /** Counts as zero until answered; the others leave their cells missing. */
  optional: z.boolean(),
  /** The only answers it takes; empty: any of its unit. */
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  /** What the books or the ordinary case suggest; a person confirms it. */
  suggested: z.string().nullable(),
  /** Yuan for money; `true` or `false`; lists comma-separated. */
  value: z.string().nullable(),
  evidence: z.string(),
  papers: z.array(z.string()),
  updateUserName: z.string(),
  updateTime: z.string(),
})
export const changeCauses = [
  'added', 'removed', 'formula', 'override', 'ledger', 'relation', 'adjustment', 'entry', 'law', 'parameter',
] as const // prettier-ignore
/** With a name: which parameter, register, cell or account. */
const Cause = z.object({ kind: z.enum(changeCauses), name: z.string() })
/** A cell that another generation shows otherwise. */
export const CellChange = z.object({
  cell: z.string(),
  paperId: z.string(),
  label: z.string(),
  unit: z.enum(units),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Null where it had no such cell. */
  statusBefore: z.enum(cellStates).nullable(),
  statusAfter: z.enum(cellStates).nullable(),
  causes: z.array(Cause),
})
const inProject = { projectId: id }

export const paper = {
  params: get('/sc-llm/workpaper/params', {
    may: 'paper.view',
    says: 'What the papers ask of a person, with what was answered',
    input: z.object(inProject),
    output: z.array(Param),
  }),
  saveParams: post('/sc-llm/workpaper/saveParams', {
    may: 'paper.generate',
    says: 'Answers what the papers ask; each answer with its evidence',
    input: z.object({
      ...inProject,
      params: z
        .array(z.object({ name: z.string(), value: z.string().nullable(), evidence: z.string().max(500).default('') }))
        .min(1)
        .max(200),
    }),
    output: z.array(Param),
  }),
  generate: post('/sc-llm/workpaper/generate', {
    may: 'paper.generate',
    says: 'Computes all papers of the project as a job',
    input: z.object(inProject),
    output: z.object({ jobId: id }),
  }),
  generation: get('/sc-llm/workpaper/generation', {
    may: 'paper.view',
    says: 'The generation that shows; null before the first',
    input: z.object(inProject),
    output: z.object({ generation: Generation.nullable() }),
  }),
  list: get('/sc-llm/workpaper/list', {
    may: 'paper.view',
    says: "The project's papers",
    input: z.object(inProject),
    output: z.array(PaperSummary),
  }),
  sheet: get('/sc-llm/workpaper/sheet', {
    may: 'paper.view',
    says: 'One paper as a sheet, with its bound cells',
    input: z.object({ ...inProject, paperId: z.string() }),
    output: z.object({ sheet: PaperSheet, cells: z.array(Cell) }),
  }),
  workbook: get('/sc-llm/workpaper/workbook', {
    may: 'paper.view',
    says: 'All papers as sheets, with their bound cells',
    input: z.object(inProject),
    output: z.object({ generationId: z.string(), sheets: z.array(PaperSheet), cells: z.array(Cell) }),
  }),
  provenance: get('/sc-llm/workpaper/provenance', {
    may: 'paper.view',
    says: 'How a cell came about',
    input: z.object({ ...inProject, cell: z.string() }),
    output: Provenance,
  }),
  rows: get('/sc-llm/workpaper/rows', {
    may: 'paper.view',
    says: "The journal lines (or, of a balance, the accounts) behind one of a cell's readings",
    input: paging(['voucherKey', 'account', 'summary'], { ...inProject, cell: z.string(), atom: count }),
    output: z.object({
      lines: paged(Line),
      /** Of a balance: its accounts, and the customers or suppliers below them. */
      accounts: z.array(Account),
      parties: z.array(
        z.object({ account: z.string(), code: z.string(), name: z.string(), opening: money, closing: money }),
      ),
      /** Added up again from the lines; of a balance as the reading says. */
      sum: money.nullable(),
    }),
  }),
  trace: get('/sc-llm/workpaper/trace', {
    may: 'paper.view',
    says: 'One step of the chain both ways: what a place is made of (below) and what uses it (above)',
    input: z.object({ ...inProject, kind: z.enum(traceKinds), ref: z.string().default('') }),
    output: z.object({ node: TraceNode.nullable(), above: z.array(TraceNode), below: z.array(TraceNode) }),
  }),
  changes: get('/sc-llm/workpaper/changes', {
    may: 'paper.view',
    says: 'What the generation that shows changed against the one before it, with the inputs that changed, and what changed since',
    input: z.object(inProject),
    output: z.object({
      /** The generation compared with; null if there is none. */
      before: id.nullable(),
      total: count,
      changes: z.array(CellChange),
      /** What changed since and the papers do not show yet; how many cells it reaches. */
      since: z.array(Cause),
      stale: count,
    }),
  }),
  download: file('/sc-llm/workpaper/download', {
    may: 'paper.view',
    says: 'The workbook as xlsx: all papers, or those named',
    input: z.object({ ...inProject, paperIds: z.string().default('') }),
    output: z.unknown(),
  }),
}
