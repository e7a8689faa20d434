import { z } from 'zod'
import { count, file, get, id, ids, none, paged, paging, post, time } from './endpoint.ts'
import { BankAsk, BankLayout, BankLayoutSaid, BankOptions } from './tool-bank.ts'

/** What files handed to a tool, and files it made, are marked with; they belong to who runs it and lie for TOOL_DAYS. */
export const TOOL_FILE = 'tool'
export const TOOL_RESULT = 'toolResult'
export const TOOL_JOB = 'tool.run'
export const TOOL_DAYS = 7
/** Files of one run at most, whatever the parameters say. */
export const MOST_TOOL_FILES = 500

export const perPage = ['1', '2', '3', '4', '6', '9'] as const
export const mergeOrders = ['given', 'name', 'date', 'amount'] as const

const cut = z.number().int().min(0).max(250).default(0)
export const ConvertOptions = z.object({ code: z.literal('excelToXlsx') })
export const MergeOptions = z.object({
  code: z.literal('batchMergePdf'),
  perPage: z.enum(perPage).default('2'),
  order: z.enum(mergeOrders).default('given'),
  descending: z.boolean().default(false),
  orientation: z.enum(['portrait', 'landscape']).default('portrait'),
  /** Which pages of a file of several. */
  pages: z.enum(['all', 'first']).default('all'),
  /** Space around and between, in mm. */
  margin: z.number().int().min(0).max(40).default(8),
  /** What is cut off each side of every page of a PDF or OFD as it is shown, in mm. */
  crop: z.object({ top: cut, right: cut, bottom: cut, left: cut }).default({ top: 0, right: 0, bottom: 0, left: 0 }),
  /** White borders of pictures are cut off. */
  trim: z.boolean().default(false),
  /** A page that lies across its place is turned. */
  turn: z.boolean().default(false),
  cutLine: z.boolean().default(true),
  pageNumbers: z.boolean().default(true),
  /** Each receipt carries its number in the order. */
  indexNumbers: z.boolean().default(false),
  /** A first page with the list and the total. */
  cover: z.boolean().default(false),
  bookmarks: z.boolean().default(true),
  /** `skip`: the second of two of one number is left out; `keep`: it is merged and said. */
  duplicates: z.enum(['skip', 'keep']).default('skip'),
  name: z.string().trim().max(80).default(''),
})
export type MergeOptions = z.output<typeof MergeOptions>

/** Reads invoices into a ledger; what is expected of all of them, empty where it does not matter. */
export const InvoiceOptions = z.object({
  code: z.literal('readInvoices'),
  buyer: z.string().trim().max(120).default(''),
  year: z
    .string()
    .regex(/^(?:20\d{2})?$/)
    .default(''),
})
export type InvoiceOptions = z.output<typeof InvoiceOptions>
/** Takes the tables of documents, or all their text, into workbooks. */
export const TablesOptions = z.object({
  code: z.literal('tablesToExcel'),
  what: z.enum(['tables', 'all']).default('tables'),
})
export type TablesOptions = z.output<typeof TablesOptions>

/** Sums a journal into a trial balance of its accounts. */
export const JournalOptions = z.object({
  code: z.literal('journalToBalance'),
  year: z.number().int().min(1990).max(2100),
})
export type JournalOptions = z.output<typeof JournalOptions>

/** What is to be done, with its options. */
export const ToolOrder = z.discriminatedUnion('code', [
  ConvertOptions,
  MergeOptions,
  InvoiceOptions,
  TablesOptions,
  BankOptions,
  JournalOptions,
])
export type ToolOrder = z.output<typeof ToolOrder>

/** How it went with one file: `warned` is done, with something to look at; `same` is the duplicate of another. */
export const outcomeStates = ['done', 'warned', 'same', 'skipped', 'failed'] as const
/** One line about a file, in the words of whoever asked for the run. */
export const Outcome = z.object({
  name: z.string(),
  /** The folder it came from, without its name. */
  folder: z.string().default(''),
  state: z.enum(outcomeStates),
  says: z.array(z.string()),
  /** What was made of it; empty where nothing was. */
  fileId: z.string().default(''),
  fileName: z.string().default(''),
  /** A statement nobody knows the columns of. */
  ask: BankAsk.optional(),
})
export type Outcome = z.output<typeof Outcome>

/** A figure of the whole run: 3 sheets, 1,234.50 in all. */
const Figure = z.object({ label: z.string(), value: z.string() })

export const runStates = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
const RunRow = z.object({
  id,
  code: z.string(),
  createTime: time,
  expireTime: time,
  state: z.enum(runStates),
  /** Empty for what ran in the browser. */
  jobId: z.string(),
  files: count,
  /** The first few names. */
  names: z.array(z.string()),
  failed: count,
  results: count,
})
export type ToolRunRow = z.output<typeof RunRow>

export const ToolRun = RunRow.extend({
  options: z.record(z.string(), z.unknown()),
  inputs: z.array(z.object({ id, name: z.string(), folder: z.string(), size: count })),
  outcomes: z.array(Outcome),
  figures: z.array(Figure),
  /** What can be downloaded, while it lies there. */
  outputs: z.array(z.object({ id, name: z.string(), folder: z.string(), size: count })),
  error: z.string(),
})
export type ToolRun = z.output<typeof ToolRun>

export const toolRun = {
  settings: get('/sc-llm/toolRun/settings', {
    may: 'toolbox.use',
    says: 'What a run may take, whether the server has LibreOffice, and the caller’s favourites and last used tools',
    input: none,
    output: z.object({
      maxFiles: count,
      maxMegabytes: count,
      maxPages: count,
      /** Empty: not installed; workbooks are then converted by the built-in reader. */
      libreOffice: z.string(),
      favorites: z.array(z.string()),
      recent: z.array(z.string()),
    }),
  }),
  favour: post('/sc-llm/toolRun/favour', {
    may: 'toolbox.use',
    says: 'Marks a tool as a favourite, or no longer',
    input: z.object({ code: z.string().min(1).max(40), on: z.boolean() }),
    output: z.object({}),
  }),
  start: post('/sc-llm/toolRun/start', {
    may: 'toolbox.use',
    says: 'Runs a tool over files the caller may read, as a job; nothing given is changed',
    input: z.object({
      files: z
        .array(z.object({ id, folder: z.string().max(400).default('') }))
        .min(1, 'toolNoFiles')
        .max(MOST_TOOL_FILES),
      order: ToolOrder,
    }),
    output: z.object({ id, jobId: id }),
  }),
  note: post('/sc-llm/toolRun/note', {
    may: 'toolbox.use',
    says: 'Keeps that a tool ran in the browser, with its options; no content and no file name is sent',
    input: z.object({
      code: z.string().min(1).max(40),
      files: count.max(MOST_TOOL_FILES),
      options: z.record(z.string().max(40), z.union([z.string().max(200), z.number(), z.boolean()])).default({}),
    }),
    output: z.object({ id }),
  }),
  list: get('/sc-llm/toolRun/list', {
    may: 'toolbox.use',
    says: 'The caller’s own runs of the last days, the newest first',
    input: paging(['code', 'createTime']),
    output: paged(RunRow),
  }),
  detail: get('/sc-llm/toolRun/detail', {
    may: 'toolbox.use',
    says: 'One of the caller’s runs: how it went with each file, and what can be downloaded',
    input: z.object({ id }),
    output: ToolRun,
  }),
  bankLayouts: get('/sc-llm/toolRun/bankLayouts', {
    may: 'toolbox.use',
    says: 'How the firm’s people said the columns of bank statements are to be read, the newest first',
    input: none,
    output: z.object({ layouts: z.array(BankLayout) }),
  }),
  keepBankLayout: post('/sc-llm/toolRun/keepBankLayout', {
    may: 'toolbox.use',
    says: 'Keeps how statements with these headings are read, for the whole firm; one of the same headings is replaced',
    input: BankLayoutSaid,
    output: z.object({ id }),
  }),
  dropBankLayouts: post('/sc-llm/toolRun/dropBankLayouts', {
    may: 'toolbox.use',
    says: 'Forgets how statements were read',
    input: z.object({ ids }),
    output: z.object({}),
  }),
  remove: post('/sc-llm/toolRun/remove', {
    may: 'toolbox.use',
    says: 'Forgets runs and takes away what they made',
    input: z.object({ ids }),
    output: z.object({}),
  }),
  toDisk: post('/sc-llm/toolRun/toDisk', {
    may: 'toolbox.use',
    says: 'Saves what a run made into a folder of the disk, where it stays; a name that is taken gets a number',
    input: z.object({ id, parentId: id, fileIds: z.array(id).max(MOST_TOOL_FILES).default([]) }),
    output: z.object({ saved: count }),
  }),
  toProject: post('/sc-llm/toolRun/toProject', {
    may: 'toolbox.use',
    says: 'Adds what a run made to the material of a project; what is there by its content is left out',
    input: z.object({ id, projectId: id, fileIds: z.array(id).max(MOST_TOOL_FILES).default([]) }),
    output: z.object({ added: count }),
  }),
  zip: file('/sc-llm/toolRun/zip', {
    may: 'toolbox.use',
    says: 'Everything a run made in one ZIP, in the folders the files came in',
    input: z.object({ id, 'Sc-Auth': z.string().optional() }),
    output: z.unknown(),
  }),
}
