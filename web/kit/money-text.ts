const YUAN = /^(-?)(\d+)(?:\.(\d{1,2}))?$/

export type MoneyText = { text: string; negative: boolean; zero: boolean }

/**
 * Money of the wire (yuan, at most two decimals) as it stands in a table: thousands, two decimals, zero as a dash, negatives
 * with a minus sign (and red ink, which is the caller's). What is not money is shown as it is.
 */
export function moneyText(yuan: string | null | undefined): MoneyText {
  if (yuan === null || yuan === undefined || yuan === '') return { text: '', negative: false, zero: false }
  const [matched, minus, whole = '', cents = ''] = YUAN.exec(yuan) ?? []
  if (matched === undefined) return { text: yuan, negative: false, zero: false }
  const digits = whole.replace(/^0+(?=\d)/, '')
  const decimals = cents.padEnd(2, '0')
  if (digits === '0' && decimals === '00') return { text: '—', negative: false, zero: true }
  const text = `${digits.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`
  return { text: minus ? `−${text}` : text, negative: minus === '-', zero: false }
}
