import type { Text } from './texts.ts'

/** Refusals of attachments of vouchers. */
export const voucherAttachmentTexts = {
  attachmentKind: {
    zh: '“{file}”不能作凭证附件；可以上传 PDF、OFD、图片、表格、文档、邮件或压缩包',
    en: '"{file}" cannot be attached to a voucher; PDF, OFD, images, spreadsheets, documents, e-mails and archives can',
  },
  attachmentTooLarge: {
    zh: '“{file}”超过 {limit} MB，请压缩或拆分后再上传',
    en: '"{file}" is over {limit} MB; compress or split it and upload again',
  },
  attachmentTooMany: {
    zh: '凭证 {voucher} 最多 {limit} 个附件',
    en: 'Voucher {voucher} can have at most {limit} attachments',
  },
  attachmentNoVoucher: { zh: '账套中没有凭证 {voucher}', en: 'The ledger has no voucher {voucher}' },
  attachmentNoReason: { zh: '请写明移除附件的理由', en: 'Please say why the attachment is taken off' },
  attachmentHangs: {
    zh: '“{file}”已挂在凭证上，请在凭证中移除并写明理由',
    en: '"{file}" hangs on a voucher; take it off there, with the reason',
  },
} as const satisfies Record<string, Text>
