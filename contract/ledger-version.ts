import { z } from 'zod'
import { sheetAsks } from './dataset-file.ts'
import { count, get, id, money, none, paged, paging, post, time } from './endpoint.ts'

/** What two versions are compared by. */
export const diffKinds = ['file', 'account', 'voucher', 'statement'] as const
export type DiffKind = (typeof diffKinds)[number]
export const changes = ['added', 'removed', 'changed'] as const
export type Change = (typeof changes)[number]

const pair = { datasetId: id, againstId: id }

/** How much differs: records of a kind that are only in one version or differ, with the debit they carry. */
export const DiffPart = z.object({
  kind: z.enum(diffKinds),
  added: count,
  removed: count,
  changed: count,
  /** Yuan: debit turnover of what differs, in the earlier and in the later version; '' where a kind has none. */
  before: z.string(),
  after: z.string(),
})
export type DiffPart = z.output<typeof DiffPart>

export const DiffRow = z.object({
  kind: z.enum(diffKinds),
  /** Account code, voucher key, file name or statement line. */
  key: z.string(),
  name: z.string(),
  change: z.enum(changes),
  /** What differs, in words of the trade; null: not in that version. */
  figures: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
})
export type DiffRow = z.output<typeof DiffRow>

/** What rests on the ledger that counts and would no longer be as it was decided or computed. */
export const Impact = z.object({
  /** The version that counts now; 0: none, and nothing rests on it. */
  currentVersion: count,
  currentId: z.string(),
  /** An earlier version than the one that counts. */
  rollback: z.boolean(),
  papers: count,
  cells: count,
  /** Papers with cells that read what differs, most cells first. */
  ofPapers: z.array(z.object({ paperId: z.string(), name: z.string(), cells: count })),
  /** Decided accounts that the version does not have. */
  accounts: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Accounts of the version that nobody has related yet. */
  newAccounts: count,
  /** Decisions on journal lines whose voucher is gone or reads otherwise. */
  lines: count,
  /** Cells a person decided against their formula, among those that read what differs. */
  overrides: count,
  /** Entered rows that name a voucher which the version does not have. */
  entries: count,
  /** The relation bill is locked, and opens when the version is put to use. */
  unlocks: z.boolean(),
})
export type Impact = z.output<typeof Impact>

export const ColumnMemory = z.object({
  layout: z.string(),
  column: z.string(),
  /** What it answers: '' a column, else something about the sheet; `name` is the header, or the sheet of a period. */
  about: z.enum(['', ...sheetAsks]),
  name: z.string(),
  role: z.string(),
  roleName: z.string(),
  updateUserName: z.string(),
  updateTime: time,
})
export type ColumnMemory = z.output<typeof ColumnMemory>

export const ledgerVersion = {
  compare: post('/sc-llm/ledger/compare', {
    may: 'ledger.view',
    says: 'Compares a dataset with an earlier one of the same project, once; answers the job, or nothing where it is done',
    input: z.object(pair),
    output: z.object({ jobId: z.string() }),
  }),
  diff: get('/sc-llm/ledger/diff', {
    may: 'ledger.view',
    says: 'How much differs between two versions, by kind; not ready until they have been compared',
    input: z.object(pair),
    output: z.object({ ready: z.boolean(), jobId: z.string(), parts: z.array(DiffPart) }),
  }),
  diffRows: get('/sc-llm/ledger/diffRows', {
    may: 'ledger.view',
    says: 'What differs between two versions, of one kind, by key',
    input: paging(['key', 'name', 'change'], { ...pair, kind: z.enum(diffKinds) }),
    output: paged(DiffRow),
  }),
  impact: get('/sc-llm/ledger/impact', {
    may: 'ledger.view',
    says: 'What rests on the ledger that counts and is touched when this version takes its place',
    input: z.object({ datasetId: id }),
    output: Impact,
  }),
  memory: get('/sc-llm/ledger/columnMemory', {
    may: 'ledger.view',
    says: "What was answered about columns of the project's client, to be used for files of the same layout",
    input: z.object({ projectId: id }),
    output: z.array(ColumnMemory),
  }),
  forget: post('/sc-llm/ledger/forgetColumn', {
    may: 'ledger.import',
    says: 'Takes an answer about a column back; the next file of that layout is asked about again',
    input: z.object({ projectId: id, layout: z.string().max(32), column: z.string().max(200) }),
    output: none,
  }),
}

const Uses = z.object({
  name: z.string(),
  kind: z.string(),
  kindName: z.string(),
  /** Whether its rows are part of the ledger. */
  used: z.boolean(),
  /** What it is for, or why it is not used, in words. */
  says: z.string(),
  rows: count,
  /** Papers and cells of the shown generation that read rows of this sheet. */
  papers: z.array(z.object({ paperId: z.string(), name: z.string(), cells: count })),
})

export const FileMapping = z.object({
  /** The version that counts; 0: none. */
  version: count,
  datasetId: z.string(),
  generated: z.boolean(),
  files: z.array(
    z.object({
      fileId: id,
      name: z.string(),
      size: count,
      createTime: time,
      /** Whether the version that counts holds it. */
      inUse: z.boolean(),
      /** Nothing of it reached the ledger. */
      feedsNothing: z.boolean(),
      sheets: z.array(Uses),
    }),
  ),
  /** Journal lines by file and month. */
  coverage: z.array(
    z.object({
      file: z.string(),
      months: z.array(z.object({ period: z.string(), lines: count, debit: money, credit: money })),
    }),
  ),
  /** Months of the year without a journal line, `01` to `12`, though the trial balance moves or says nothing of them. */
  missing: z.array(z.string()),
  /** Months that more than one file gives. */
  overlaps: z.array(z.object({ period: z.string(), files: z.array(z.string()) })),
})
export type FileMapping = z.output<typeof FileMapping>

export const fileMapping = {
  show: get('/sc-llm/fileMapping/show', {
    may: 'ledger.view',
    says: 'Which file of a project feeds what: sheets, what they are used for, papers and cells, and the months covered',
    input: z.object({ projectId: id }),
    output: FileMapping,
  }),
}
