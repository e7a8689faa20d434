export const indicatorGroups = ['growth', 'match', 'turnover', 'cost', 'dealings', 'tax', 'invoice'] as const

/** A sign that an inspector would ask about (税务稽查指标): a question, not a conclusion. */
export type Indicator = {
  id: string
  group: (typeof indicatorGroups)[number]
  name: { zh: string; en: string }
  asks: { zh: string; en: string }
  source: { zh: string; en: string }
  /** Registers and facts that no ledger holds and that a person enters for it. */
  needs: readonly string[]
}
