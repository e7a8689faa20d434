import { z } from 'zod'
import { count, get, id, money, none, post, time } from './endpoint.ts'

/** What `file` rows are marked with that are to hang on vouchers; the owner is the project. */
export const VOUCHER_FILE = 'voucher'
/** One attachment. */
export const MOST_ATTACHMENT_BYTES = 50 * 1024 * 1024
/** On one voucher. */
export const MOST_ATTACHMENTS = 200
/** What documents behind a voucher are kept as. Nothing that runs, in a browser or elsewhere. */
export const attachmentKinds = [
  'pdf', 'ofd', 'jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'tif', 'tiff', 'heic', 'xlsx', 'xls', 'csv', 'docx', 'doc',
  'wps', 'et', 'txt', 'xml', 'eml', 'msg', 'zip', 'rar', '7z',
] as const // prettier-ignore

/** A voucher's key. */
const voucherKey = z.string().min(1).max(80)
const inProject = { projectId: id }

export const VoucherAttachment = z.object({
  id,
  fileId: id,
  name: z.string(),
  size: count,
  createUserName: z.string(),
  createTime: time,
  /** Empty while it hangs on the voucher. */
  removedUserName: z.string(),
  removedTime: z.string(),
  removedReason: z.string(),
})
export type VoucherAttachment = z.output<typeof VoucherAttachment>

const MatchedVoucher = z.object({ key: voucherKey, date: z.string(), summary: z.string(), amount: money })
/** An uploaded file that hangs on no voucher yet, with the vouchers its name may mean. */
export const WaitingFile = z.object({
  fileId: id,
  name: z.string(),
  size: count,
  createUserName: z.string(),
  createTime: time,
  /** sure: the name means exactly one voucher; several: of several months; none: no such voucher; unread: no number in the name. */
  match: z.enum(['sure', 'several', 'none', 'unread']),
  vouchers: z.array(MatchedVoucher),
})
export type WaitingFile = z.output<typeof WaitingFile>

const at = '/sc-llm/voucherAttachment'
export const voucherAttachment = {
  list: get(`${at}/list`, {
    may: 'ledger.view',
    says: "A voucher's attachments, with those taken off it and why",
    input: z.object({ ...inProject, voucherKey }),
    output: z.array(VoucherAttachment),
  }),
  counts: post(`${at}/counts`, {
    may: 'ledger.view',
    says: 'How many attachments vouchers have; those without are left out',
    input: z.object({ ...inProject, keys: z.array(voucherKey).min(1).max(500) }),
    output: z.record(z.string(), count),
  }),
  waiting: get(`${at}/waiting`, {
    may: 'ledger.view',
    says: 'Uploaded files that hang on no voucher yet, with the vouchers their names may mean',
    input: z.object(inProject),
    output: z.object({ files: z.array(WaitingFile), total: count }),
  }),
  attach: post(`${at}/attach`, {
    may: 'ledger.import',
    says: 'Hangs uploaded files on vouchers; what a voucher has already, by content, is not hung on it twice',
    input: z.object({
      ...inProject,
      items: z
        .array(z.object({ fileId: id, voucherKey }))
        .min(1)
        .max(500),
    }),
    output: z.object({ attached: count, alreadyThere: z.array(z.string()) }),
  }),
  remove: post(`${at}/remove`, {
    may: 'ledger.import',
    says: 'Takes an attachment off its voucher, with the reason; it stays to be read',
    input: z.object({ ...inProject, id, reason: z.string().trim().min(1, 'attachmentNoReason').max(500) }),
    output: none,
  }),
  discard: post(`${at}/discard`, {
    may: 'ledger.import',
    says: 'Throws away an uploaded file that never hung on a voucher',
    input: z.object({ ...inProject, fileId: id }),
    output: none,
  }),
}
