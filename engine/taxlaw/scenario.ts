import { compare, decimal, type Rational, yuanOf } from '../binding/rational.ts'
import type { Param } from '../binding/param.ts'
import type { Asset } from '../ledger/model.ts'
import { assetClass, chargeMonths } from '../workpaper/asset-row.ts'
import type { Entry } from '../workpaper/entry.ts'
import type { GenerationInput } from '../workpaper/generate.ts'
import { rateIn, type RulePack } from './rule-pack.ts'

export type ScenarioChange = { name: string; before: string; after: string }
type Inputs = Pick<GenerationInput, 'ledger' | 'params' | 'entries'>
type Tried<T> = { inputs: T; changed: ScenarioChange[] }

const said = (param: Param | undefined) => (param === undefined ? '' : String(param.value))

/** The same inputs under other answers. */
export function withParams<T extends Inputs>(inputs: T, params: Readonly<Record<string, Param>>): Tried<T> {
  const changed = Object.entries(params)
    .map(([name, param]) => ({ name, before: said(inputs.params[name]), after: said(param) }))
    .filter(({ before, after }) => before !== after)
  return { inputs: { ...inputs, params: { ...inputs.params, ...params } }, changed }
}

/** Where people decide on the tax side of fixed assets, row by row (固定资产折旧审核表). */
const ASSETS = 'assets_fixed'

/**
 * The one-off deduction (单价500万元以下一次性扣除) the other way round, for what came into use so that the tax year is the one to
 * choose in (国家税务总局公告2018年第46号: the year of the month after; not to be changed later): taken back where it was elected for
 * any of it, otherwise elected for all at or under the cap of the year but buildings. Other assets keep what was decided.
 */
export function withOneOffTurned<T extends Inputs>(inputs: T, rules: RulePack): Tried<T> {
  const { year } = inputs.ledger
  const cap = rateIn(rules, 'DEPR_500W.unit_cap', year, null)
  const rows = inputs.entries?.[ASSETS] ?? []
  const assets = inputs.ledger.assets.filter(({ kind }) => kind === 'fixed')
  const things = [
    ...assets.map((asset): Thing => thingOf(rows.find(({ key }) => key === asset.code) ?? { key: asset.code, values: {} }, asset)), // prettier-ignore
    // assets that stand in the paper alone
    ...rows.filter(({ key }) => !assets.some(({ code }) => code === key)).map((row) => thingOf(row)),
  ]
  const open = things.filter(({ start }) => chargeMonths(start, year)?.first === '1')
  const elected = open.some(({ row }) => isElected(row))
  const may = ({ cost, group }: Thing) => cap.found === 'rate' && cost !== undefined && group !== 'building' && compare(cost, cap.value) <= 0 // prettier-ignore
  const turned = new Map(open.filter((thing) => elected || may(thing)).map(({ row }) => [row.key, elected ? 'false' : 'true'])) // prettier-ignore
  const changed: ScenarioChange[] = []
  const entries = things.flatMap(({ row }): Entry[] => {
    const [before, after] = [isElected(row) ? 'true' : 'false', turned.get(row.key)]
    if (after === undefined || after === before) return rows.includes(row) ? [row] : []
    changed.push({ name: row.key, before, after })
    return [{ ...row, values: { ...row.values, one_off: after } }]
  })
  return { inputs: { ...inputs, entries: { ...inputs.entries, [ASSETS]: entries } }, changed }
}

/** What decides on an asset: the client's register, and before it what a person entered beside it. */
type Thing = { row: Entry; start: string; cost: Rational | undefined; group: string }
const isElected = ({ values }: Entry) => values['one_off'] === 'true'

function thingOf(row: Entry, asset?: Asset): Thing {
  const { start, cost, category } = row.values
  const own = asset?.cost == null ? undefined : yuanOf(asset.cost)
  return {
    row,
    start: start || (asset?.start ?? ''),
    cost: cost ? decimal(cost) : own,
    group: category || (asset ? assetClass(asset) : 'other'),
  }
}
