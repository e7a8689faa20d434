import type { Asset } from '../ledger/model.ts'

/** Words of the trade by the asset classes of A105080; the first that fits proposes the class, a person decides. */
const fixed: readonly (readonly [string, RegExp])[] = [
  ['building', /房|建筑|厂房|仓库|构筑/],
  ['vehicle', /汽车|轿车|货车|客车|车辆|运输/],
  ['electronic', /电子|电脑|计算机|服务器|打印|复印|空调|显示|手机|网络|监控/],
  ['furniture', /家具|器具|工具|办公|桌|椅|柜/],
  ['machine', /机器|机械|设备|生产|飞机|火车|轮船|机床/],
]
const intangible: readonly (readonly [string, RegExp])[] = [
  ['land', /土地/],
  ['software', /软件|系统|程序/],
  ['patent', /专利/],
  ['trademark', /商标/],
  ['copyright', /著作|版权/],
  ['knowhow', /非专利|专有技术/],
  ['franchise', /特许/],
]
const prepaid: readonly (readonly [string, RegExp])[] = [
  ['improvement_leased', /租入|装修|改良/],
  ['overhaul', /大修/],
  ['startup', /开办/],
  ['improvement_own', /改建|改造/],
]

/** The class of A105080 that the client's own words propose; `other` if none does. */
export function assetClass({ kind, category, name }: Pick<Asset, 'kind' | 'category' | 'name'>): string {
  const list = kind === 'fixed' ? fixed : kind === 'intangible' ? intangible : prepaid
  // the client's category tells more than the thing's name
  const found = [category, name].flatMap((words) => list.filter(([, pattern]) => pattern.test(words)))
  return found[0]?.[0] ?? 'other'
}

/**
 * Months of charge by tax law, which begins the month after the asset is put to use (实施条例第五十九条): before the tax
 * year, within it, and 1 for `first` if that first month falls in the tax year. Null without a first day.
 */
export function chargeMonths(start: string, year: number): { before: string; now: string; first: string } | null {
  const found = /^(\d{4})-(\d{2})/.exec(start)
  if (!found) return null
  const begun = Number(found[1]) * 12 + Number(found[2])
  const until = year * 12 - begun
  const before = Math.max(until, 0)
  const total = Math.max(until + 12, 0)
  return { before: String(before), now: String(total - before), first: until <= 0 && total > 0 ? '1' : '0' }
}
