import type { Fen } from '../money.ts'
import { rootDigits, rootName } from './account-class.ts'
import type { Account, Asset } from './model.ts'
import { checked, compare, skipped, type Check, type Difference, type Where } from './tie-out-report.ts'

/** The accounts of each kind of asset: by official code (both standards), else by the first-level name. */
const accountsOf: Readonly<Record<Asset['kind'], { cost: RegExp; worn: RegExp | null; impaired: RegExp | null }>> = {
  fixed: { cost: /^(?:1601|固定资产)$/, worn: /^(?:1602|累计折旧)$/, impaired: /^(?:1603|固定资产减值准备)$/ },
  intangible: { cost: /^(?:1701|无形资产)$/, worn: /^(?:1702|累计摊销)$/, impaired: /^(?:1703|无形资产减值准备)$/ },
  prepaid: { cost: /^(?:1801|长期待摊费用)$/, worn: null, impaired: null },
}

/**
 * X04: the register's cost, accumulated depreciation, impairment and charge of the year against 1601/1602/1603 and
 * 1701/1702/1703 (1801 for prepaid: what is left). A column that one asset leaves blank is not compared: missing is not zero.
 */
export function checkAssets(accounts: readonly Account[], assets: readonly Asset[]): Check {
  if (assets.length === 0) return skipped('X04', 'skippedNoAssets')
  if (accounts.length === 0) return skipped('X04', 'skippedNoTrialBalance')
  const differences: Difference[] = []
  let compared = 0
  for (const [kind, of] of Map.groupBy(assets, (asset) => asset.kind)) {
    const { cost, worn, impaired } = accountsOf[kind]
    const put = (words: RegExp | null, measure: 'closing' | 'credit', amounts: (Fen | null)[]) => {
      const own = words && accounts.filter((account) => isRoot(account, words))
      if (!own || own.length === 0 || amounts.some((amount) => amount === null)) return
      compared += 1
      const actual = amounts.reduce<Fen>((sum, amount) => sum + (amount ?? 0n), 0n)
      const total = own.reduce((sum, account) => sum + account[measure], 0n)
      const expected = measure === 'closing' && words !== cost ? -total : total
      const [account] = own
      const where: Where = { account: account?.code ?? '', measure }
      const params = { account: account?.code ?? '', name: account?.name ?? '', assets: of.length }
      const cause = measure === 'credit' ? 'causeAssetCharge' : 'causeAssetRegister'
      const rows = [...own.map(({ origin }) => origin), ...suspects(of, actual - expected, amounts)]
      const difference = compare(where, { expected, actual }, { class: 'asset_register', cause, params, rows })
      if (difference) differences.push(difference)
    }
    if (worn === null)
      put(
        cost,
        'closing',
        of.map(({ net }) => net),
      )
    else
      put(
        cost,
        'closing',
        of.map((asset) => asset.cost),
      )
    put(
      worn,
      'closing',
      of.map(({ accumulated }) => accumulated),
    )
    put(
      impaired,
      'closing',
      of.map(({ impairment }) => impairment),
    )
    put(
      worn,
      'credit',
      of.map(({ yearCharge }) => yearCharge),
    )
  }
  return compared === 0 ? skipped('X04', 'skippedNoAssetAccounts') : checked('X04', compared, differences)
}

const isRoot = ({ code, fullName, level }: Account, words: RegExp) =>
  level === 1 && (words.test(rootDigits(code)) || words.test(rootName(fullName)))

/** The assets to look at: one whose amount is the difference (too many, or printed twice), else the first of them. */
function suspects(assets: readonly Asset[], difference: Fen, amounts: readonly (Fen | null)[]) {
  const same = assets.filter((_, at) => amounts[at] !== 0n && amounts[at] === difference)
  return (same.length > 0 ? same : assets.slice(0, 10)).map(({ origin }) => origin)
}
