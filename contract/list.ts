import { z } from 'zod'
import { file, get, id, none, post, rowId, upload } from './endpoint.ts'

/** Days for which a result file or an imported file is kept. */
export const RESULT_DAYS = 7
export const EXPORT_JOB = 'list.export'
export const CHECK_JOB = 'list.check'
export const IMPORT_JOB = 'list.import'
/** Rows of a dry run that are shown; all of them are in the error workbook if they are wrong. */
export const SHOWN_ROWS = 50
/** Checked rows that can be exported by their ids. */
export const MOST_PICKED = 1000

const pageKey = z.string().regex(/^[\w.-]{1,60}$/)
/** What a list can be written as; csv is UTF-8 with a byte order mark. */
export const exportFormats = ['xlsx', 'csv'] as const
const listName = z.string().regex(/^[\w.-]{1,60}$/)
const short = z.string().max(500)

/** One column as a person has set it; the order of the array is the order on screen. */
export const ColumnSetting = z.object({
  key: z.string().max(60),
  hidden: z.boolean().optional(),
  pin: z.enum(['start', 'end']).optional(),
  width: z.number().int().min(40).max(1200).optional(),
})
export type ColumnSetting = z.output<typeof ColumnSetting>
export const densities = ['', 'middle', 'small'] as const

/** A saved question: filters, sort and page size under a name. */
export const SavedView = z.object({
  id,
  name: z.string(),
  /** Everybody of the tenant may choose it. */
  shared: z.boolean(),
  mine: z.boolean(),
  /** The one the person's list begins with. */
  isDefault: z.boolean(),
  filters: z.record(z.string(), z.string()),
  sort: z.string(),
  pageSize: z.number().int(),
  createUserName: z.string(),
  version: z.number().int(),
})
export type SavedView = z.output<typeof SavedView>

export const view = {
  list: get('/sc-system/view/list', {
    may: 'signedIn',
    says: "A list's saved views, one's own and shared ones, and one's own columns",
    input: z.object({ pageKey }),
    output: z.object({
      views: z.array(SavedView),
      columns: z.array(ColumnSetting).nullable(),
      density: z.enum(densities),
    }),
  }),
  submit: post('/sc-system/view/submit', {
    may: 'signedIn',
    says: 'Saves a view; sharing one, or changing a shared one, needs role.edit',
    input: z.object({
      id: rowId,
      version: z.number().int().optional(),
      pageKey: pageKey.optional(),
      name: z.string('viewName').trim().min(1, 'viewName').max(60).optional(),
      shared: z.boolean().optional(),
      filters: z
        .record(z.string().max(80), short)
        .refine((filters) => Object.keys(filters).length <= 40, 'viewTooMany')
        .optional(),
      sort: z.string().max(80).optional(),
      pageSize: z.number().int().min(0).max(500).optional(),
    }),
    output: SavedView,
  }),
  remove: post('/sc-system/view/remove', {
    may: 'signedIn',
    says: 'Deletes views',
    input: z.object({
      ids: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(id).min(1)),
    }),
    output: none,
  }),
  choose: post('/sc-system/view/choose', {
    may: 'signedIn',
    says: "Which view one's list begins with; without an id none",
    input: z.object({ pageKey, id: z.union([id, z.literal('')]) }),
    output: none,
  }),
  columns: post('/sc-system/view/columns', {
    may: 'signedIn',
    says: "One's own columns and density of a list; null puts them back to the page's own",
    input: z.object({
      pageKey,
      columns: z.array(ColumnSetting).max(200).nullable().optional(),
      density: z.enum(densities).optional(),
    }),
    output: none,
  }),
}

/** A started job. */
const Started = z.object({ jobId: id })

/** What a dry run has found of one row: the cells as the file has them, and why it cannot be taken. */
export const CheckedRow = z.object({
  row: z.number().int(),
  state: z.enum(['new', 'update', 'error']),
  cells: z.array(z.string()),
  reasons: z.array(z.string()),
})
/** The result of a dry run, and of an import (`done`). */
export const ImportResult = z.object({
  list: z.string(),
  fileName: z.string(),
  heads: z.array(z.string()),
  rows: z.number().int(),
  newRows: z.number().int(),
  updates: z.number().int(),
  errors: z.number().int(),
  /** Heads of the file that mean nothing here. */
  unknown: z.array(z.string()),
  /** The right rows may be taken without the wrong ones. */
  partly: z.boolean(),
  shown: z.array(CheckedRow),
  /** The person's rows with a reason column, where there are errors. */
  errorFileId: z.string().optional(),
  /** The job that has taken the rows over. */
  importJobId: z.string().optional(),
})
export type ImportResult = z.output<typeof ImportResult>

export const list = {
  export: post('/sc-system/list/export', {
    may: 'signedIn',
    says: "Writes a list as a workbook or csv, in a job with the caller's rights; the file is its result",
    input: z.object({
      list: listName,
      /** The list's own query: filters and sort; pages are ignored. */
      query: z.record(z.string().max(80), short).default({}),
      /** Keys of the columns, in their order; none means all. */
      columns: z.array(z.string().max(60)).max(200).default([]),
      format: z.enum(exportFormats).default('xlsx'),
      /** Only these rows. */
      ids: z.array(z.string().max(64)).max(MOST_PICKED).optional(),
    }),
    output: Started,
  }),
  template: file('/sc-system/list/template', {
    may: 'signedIn',
    says: 'An empty workbook to fill in and import',
    input: z.object({ list: listName, 'Sc-Auth': z.string().optional() }),
    output: z.unknown(),
  }),
  import: upload('/sc-system/list/import', {
    may: 'signedIn',
    says: 'Takes a filled-in workbook (xlsx, xls, csv) and checks it in a job; changes nothing',
    input: z.object({ list: listName }),
    output: Started,
  }),
  confirm: post('/sc-system/list/confirm', {
    may: 'signedIn',
    says: 'Takes over what a dry run has checked, once; `rightRows` leaves the wrong rows out where the list allows it',
    input: z.object({ jobId: id, rightRows: z.boolean().default(false) }),
    output: Started,
  }),
  retry: post('/sc-system/job/retry', {
    may: 'signedIn',
    says: "Starts one's own failed or cancelled job of a list anew",
    input: z.object({ id }),
    output: Started,
  }),
}
