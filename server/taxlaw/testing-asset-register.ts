import { yuan } from '#engine/money.ts'
import type { Expected } from '#facts/testing/fixture-ledger.ts'
import type { Handed } from '#server/ledger/testing-import.ts'

type Card = {
  code: string
  category: string
  start: string
  months: number
  cost: number
  charge: number
  worn: number
}

const closing = (of: Expected, code: string) => of.accounts.find((account) => account.code === code)?.closing ?? 0
const credit = (of: Expected, code: string) => of.accounts.find((account) => account.code === code)?.credit ?? 0
/** The machine bought in April: its cost, and what the books charged for it from May on (fen). */
export const newMachine = { code: '机-002', cost: 37_786_833, charge: 2_519_120 }

/** The client's asset cards as a file that ties to 1601, 1602, 1701, 1702 and 1801 of the fixture's ledger. */
export function assetRegister(of: Expected): Handed {
  const whole = (code: string, category: string, worn: string): Omit<Card, 'start' | 'months'> => ({
    code: `${category.slice(0, 1)}-001`,
    category,
    cost: closing(of, code),
    charge: credit(of, worn),
    worn: -closing(of, worn),
  })
  const machines = whole('160102', '机器设备', '160202')
  const old: Card = {
    ...machines,
    start: '2020-06-15',
    months: 120,
    cost: machines.cost - newMachine.cost,
    charge: machines.charge - newMachine.charge,
    worn: machines.worn - newMachine.charge,
  }
  const prepaid = of.accounts.find(({ code }) => code === '180101')
  const cards: Card[] = [
    { ...whole('160101', '房屋及建筑物', '160201'), start: '2017-03-20', months: 240 },
    old,
    { ...old, code: newMachine.code, start: '2025-04-10', cost: newMachine.cost, charge: newMachine.charge, worn: newMachine.charge }, // prettier-ignore
    { ...whole('160103', '运输设备', '160203'), start: '2021-05-10', months: 48 },
    { ...whole('160104', '电子设备', '160204'), start: '2022-08-10', months: 36 },
    { ...whole('170101', '土地使用权', '170201'), start: '2016-12-10', months: 600 },
    { ...whole('170102', '软件', '170202'), start: '2021-04-10', months: 120 },
    { code: '待-001', category: '装修费', start: '2024-12-10', months: 60, cost: prepaid?.opening ?? 0, charge: prepaid?.credit ?? 0, worn: prepaid?.credit ?? 0 }, // prettier-ignore
  ]
  const head = '资产编号,资产名称,资产类别,使用日期,使用年限(月),残值率,折旧方法,原值,本年折旧,累计折旧,净值'
  const rows = cards.map(
    ({ code, category, start, months, cost, charge, worn }) =>
    [code, category, category, start, months, '5%', '直线法', money(cost), money(charge), money(worn), money(cost - worn)].join(','), // prettier-ignore
  )
  return { name: '资产卡片.csv', content: [head, ...rows].join('\n') }
}

const money = (fen: number) => yuan(BigInt(fen))
