/** What tie-out says of whole vouchers that are missing or were changed. */
export const tieOutVoucherTexts = {
  causeEditedVoucher: {
    zh: '凭证没有缺号，序时账却在 {accounts} 个科目上借贷各多 {amount} 元：可能被改动的凭证只有 {vouchers}（{count} 张），请与原凭证核对。',
    en: 'No number is missing, but the journal has {amount} yuan a side more on {accounts} accounts: only {vouchers} ({count}) can have been changed; compare with the original.',
  },
  causeRedOrEdited: {
    zh: '序时账在 {accounts} 个科目上借贷各多 {amount} 元：或是缺号的 {missing} 为红字凭证，或是凭证 {vouchers}（{count} 张）被改大，请逐一与原凭证核对。',
    en: 'The journal has {amount} yuan a side more on {accounts} accounts: either the missing numbers {missing} are red-letter vouchers, or {vouchers} ({count}) were changed to more; compare both with the originals.',
  },
  causeMissingVoucher: {
    zh: '缺少凭证 {vouchers}：它记了这 {accounts} 个科目，借贷各 {amount} 元。',
    en: 'Voucher {vouchers} is missing: it posts these {accounts} accounts, {amount} yuan on each side.',
  },
  causeMissingVouchers: {
    zh: '缺少凭证 {vouchers}：它们合计记了这 {accounts} 个科目，借贷各 {amount} 元。',
    en: 'The vouchers {vouchers} are missing: together they post these {accounts} accounts, {amount} yuan a side.',
  },
  causeMissingUnnumbered: {
    zh: '凭证号没有断开，但缺少借贷各 {amount} 元的凭证（{accounts} 个科目），可能是月末最后几张。',
    en: 'Numbers run on, but vouchers of {amount} yuan a side ({accounts} accounts) are missing, perhaps the last of a month.',
  },
} as const
