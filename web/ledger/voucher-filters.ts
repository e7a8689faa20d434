export const voucherFilters = ['month', 'number', 'account', 'summary', 'from', 'to'] as const
export type VoucherFilters = Record<(typeof voucherFilters)[number], string>
export const noFilters: VoucherFilters = { month: '', number: '', account: '', summary: '', from: '', to: '' }

/** The filters of the list of vouchers as its call takes them: a bare number is that voucher, else a part of its name. */
export function askedVouchers({ month, number, account, summary, from, to }: VoucherFilters): Record<string, string> {
  const named = number.replaceAll(/\s/g, '')
  return {
    ...(month && { period_equal: month }),
    ...(named && (/^\d+$/.test(named) ? { number_equal: String(Number(named)) } : { key: named })),
    ...(account && { account_likeright: account }),
    ...(summary && { summary }),
    ...(from && { amount_ge: from }),
    ...(to && { amount_le: to }),
  }
}
