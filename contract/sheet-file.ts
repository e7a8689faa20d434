import { z } from 'zod'
import { DocumentLease } from './document-lease.ts'
import { count, file, get, id, paged, paging, post, time } from './endpoint.ts'
import { BookNote } from './sheet-book.ts'
import { SheetOp } from './sheet-ops.ts'

/** What `file` rows of spreadsheets are marked with that belong to a person; the owner is he. */
export const SHEET_PURPOSE = 'sheet'
/** Under which word their leases stand. */
export const SHEET_LEASE = 'sheet'

const ofFile = { fileId: id }
export const SheetFile = z.object({ id, name: z.string(), size: count, createTime: time, updateTime: time })
/** A spreadsheet as it opens: the book itself is `book`, then the steps after `bookRev`. */
export const SheetOpened = z.object({
  fileId: id,
  name: z.string(),
  rev: count,
  bookRev: count,
  versionNo: count,
  editable: z.boolean(),
  /** May take the lease from somebody else. */
  mayForce: z.boolean(),
  notes: z.array(BookNote),
  lease: DocumentLease,
})
export type SheetOpened = z.output<typeof SheetOpened>
const Step = z.object({ rev: count, ops: z.array(SheetOp), userName: z.string(), time })
export const SheetVersion = z.object({
  no: count,
  rev: count,
  /** Empty: kept by itself. */
  name: z.string(),
  cells: count,
  createUserName: z.string(),
  createTime: time,
})
export type SheetVersion = z.output<typeof SheetVersion>
/** A cell that two versions, or two files, show differently: text as it stands there, formulas with =. */
export const SheetChange = z.object({ sheet: z.string(), cell: z.string(), before: z.string(), after: z.string() })
export type SheetChange = z.output<typeof SheetChange>
export const MOST_CHANGES = 2000
export const leaseActs = ['take', 'beat', 'release', 'leave', 'ask', 'force'] as const

const at = '/sc-llm/onlineSheet'
export const sheetFile = {
  list: get(`${at}/list`, {
    may: 'signedIn',
    says: "The caller's own spreadsheets, the last edited first",
    input: paging(['name', 'createTime', 'updateTime']),
    output: paged(SheetFile),
  }),
  create: post(`${at}/create`, {
    may: 'signedIn',
    says: 'A new, empty spreadsheet of the caller',
    input: z.object({ name: z.string().trim().min(1).max(150) }),
    output: z.object(ofFile),
    network: true,
  }),
  copy: post(`${at}/copy`, {
    may: 'signedIn',
    says: 'A copy, as it is now, among the caller’s own spreadsheets',
    input: z.object(ofFile),
    output: z.object(ofFile),
    network: true,
  }),
  remove: post(`${at}/remove`, {
    may: 'signedIn',
    says: 'Takes away a spreadsheet of the caller',
    input: z.object(ofFile),
    output: z.object({}),
  }),
  open: post(`${at}/open`, {
    may: 'signedIn',
    says: 'Opens a file as a spreadsheet, with the rights the caller has on it',
    input: z.object(ofFile),
    output: SheetOpened,
    network: true,
  }),
  book: file(`${at}/book`, {
    may: 'signedIn',
    says: 'The spreadsheet at a kept version, as JSON',
    input: z.object({ ...ofFile, no: z.coerce.number().int().min(1) }),
    output: z.unknown(),
  }),
  steps: get(`${at}/steps`, {
    may: 'signedIn',
    says: 'What changed after a revision',
    input: z.object({ ...ofFile, after: count }),
    output: z.object({ rev: count, steps: z.array(Step) }),
    network: true,
  }),
  save: post(`${at}/save`, {
    may: 'signedIn',
    says: 'Adds a batch of changes to the revision it was made on; the same batch twice counts once',
    input: z.object({
      ...ofFile,
      id: z.string().min(8).max(64),
      baseRev: count,
      ops: z.array(SheetOp).min(1).max(20_000),
    }),
    output: z.object({ rev: count }),
    network: true,
  }),
  lease: post(`${at}/lease`, {
    may: 'signedIn',
    says: 'Takes, keeps, asks for or gives up the right to edit; says who else has it open',
    input: z.object({ ...ofFile, act: z.enum(leaseActs) }),
    output: DocumentLease,
    network: true,
  }),
  versions: get(`${at}/versions`, {
    may: 'signedIn',
    says: 'The kept versions, newest first',
    input: z.object(ofFile),
    output: z.array(SheetVersion),
    network: true,
  }),
  keep: post(`${at}/keep`, {
    may: 'signedIn',
    says: 'Keeps the spreadsheet as it is now under a name',
    input: z.object({ ...ofFile, name: z.string().trim().max(100) }),
    output: SheetVersion,
    network: true,
  }),
  restore: post(`${at}/restore`, {
    may: 'signedIn',
    says: 'Makes the spreadsheet what it was at a kept version; what it was before stays a version',
    input: z.object({ ...ofFile, no: z.coerce.number().int().min(1) }),
    output: z.object({ rev: count }),
    network: true,
  }),
  compare: get(`${at}/compare`, {
    may: 'signedIn',
    says: 'The cells in which a kept version differs from a later one, or from now (0)',
    input: z.object({ ...ofFile, before: z.coerce.number().int().min(1), after: count.default(0) }),
    output: z.object({ changes: z.array(SheetChange), total: count }),
    network: true,
  }),
  download: file(`${at}/download`, {
    may: 'signedIn',
    says: 'The spreadsheet as xlsx, as it is now',
    input: z.object(ofFile),
    output: z.unknown(),
  }),
}
