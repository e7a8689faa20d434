/** Fen; a line of the model company's books. `original` is the amount in the line's own currency. */
export type Posting = {
  month: number
  day: number
  word: string
  number: number
  summary: string
  account: string
  debit: bigint
  credit: bigint
  currency: string
  originalDebit: bigint
  originalCredit: bigint
  dimension: { code: string; name: string } | null
  maker: string
  checker: string
  posted: boolean
  voided: boolean
}

export type ChartAccount = { code: string; name: string; path: string[]; parent: string | null; leaf: boolean }
export type Figures = { opening: bigint; debit: bigint; credit: bigint; closing: bigint }

/** The model company: everything layouts print, and what must be read from them. Codes are 4-2-2 without separators. */
export type Company = {
  name: string
  year: number
  chart: ChartAccount[]
  postings: Posting[]
  /** By code, leaves and parents. */
  totals: Map<string, Figures>
  /** By month (1–12) and code. */
  months: Map<string, Figures>[]
  /** By account and dimension code. */
  dimensions: { account: string; code: string; name: string; figures: Figures }[]
}

export const customers = ['西岭恒苑机电有限责任公司', '宁州市第二建筑公司', '江北(集团)股份有限公司', '云溪商贸']
const suppliers = ['安阜钢材有限公司', '临江物流', '长亭广告传媒有限公司']

export const customer = (at: number) => ({ code: `C000${at + 1}`, name: customers[at] ?? '' })
export const supplier = (at: number) => ({ code: `S000${at + 1}`, name: suppliers[at] ?? '' })
/** The customer or supplier of a code. */
const partnerOf = (code: string): string =>
  (code.startsWith('C') ? customers : suppliers)[Number(code.slice(1)) - 1] ?? ''

/** Sums straight from the postings, by account, month and dimension. */
export function figuresOf(
  chart: readonly ChartAccount[],
  postings: readonly Posting[],
  opening: ReadonlyMap<string, bigint>,
  dimensionOpening: ReadonlyMap<string, bigint>,
) {
  const totals = new Map<string, Figures>()
  const months: Map<string, Figures>[] = Array.from({ length: 12 }, () => new Map())
  for (const { code } of chart) {
    const start = [...opening].reduce((sum, [leaf, one]) => (leaf.startsWith(code) ? sum + one : sum), 0n)
    let at = start
    let debits = 0n
    let credits = 0n
    for (let month = 1; month <= 12; month += 1) {
      let debit = 0n
      let credit = 0n
      for (const one of postings) {
        if (one.month !== month || !one.account.startsWith(code)) continue
        debit += one.debit
        credit += one.credit
      }
      months[month - 1]?.set(code, { opening: at, debit, credit, closing: at + debit - credit })
      at += debit - credit
      debits += debit
      credits += credit
    }
    totals.set(code, { opening: start, debit: debits, credit: credits, closing: at })
  }
  const dimensions = new Map<string, Company['dimensions'][number]>()
  const dimension = (account: string, code: string, name: string) => {
    const key = `${account} ${code}`
    const known = dimensions.get(key)
    if (known) return known
    const start = dimensionOpening.get(key) ?? 0n
    const made = { account, code, name, figures: { opening: start, debit: 0n, credit: 0n, closing: start } }
    dimensions.set(key, made)
    return made
  }
  for (const key of dimensionOpening.keys()) {
    const [account = '', code = ''] = key.split(' ')
    dimension(account, code, partnerOf(code))
  }
  for (const one of postings) {
    if (!one.dimension) continue
    const { figures } = dimension(one.account, one.dimension.code, one.dimension.name)
    figures.debit += one.debit
    figures.credit += one.credit
    figures.closing += one.debit - one.credit
  }
  return { totals, months, dimensions: [...dimensions.values()] }
}
