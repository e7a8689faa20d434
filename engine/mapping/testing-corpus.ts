import type { Account, Ledger, Voucher } from '../ledger/model.ts'
import { oddAccounts, type WildAccount, wildChart } from './testing-wild-chart.ts'

/** The books of a company and the key that is true for each code; null where no standard account is. */
export type Books = {
  ledger: Ledger
  truth: ReadonlyMap<string, string | null>
  chart: 'cas' | 'small' | 'old' | 'own'
}

/** A stream of numbers in [0, 1) that one seed always gives again (mulberry32). */
function chance(seed: number): () => number {
  let state = (seed * 0x9e3779b9) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const looksLike: Readonly<Record<string, string>> = {
  账: '帐',
  末: '未',
  材: '才',
  备: '各',
  累: '類',
  摊: '滩',
  库: '裤',
  商: '啇',
  折: '拆',
  旧: '日',
  购: '构',
  费: '废',
  资: '姿',
  收: '攵',
  付: '什',
  薪: '新',
  股: '殳',
  润: '闰',
  税: '锐',
  理: '里',
}
const parties = ['深圳市华强贸易有限公司', '本部', '人民币', '研发中心', '张三', '华东区', '2号仓', '工行8821']
const details = [
  '办公费',
  '差旅费',
  '折旧费',
  '利息收入',
  '研发费用',
  '工会经费',
  '其他',
  '华为技术有限公司',
  '基本户',
  '一部',
]

type Habits = { from: () => number; trained: boolean }

const pick = <T>({ from }: Habits, list: readonly T[]): T | undefined => list[Math.floor(from() * list.length)]

/** The name as these books print it. Books to be tried know every wild name, those to learn from only every other. */
function printedName(habits: Habits, { names }: WildAccount, english: boolean): string {
  const [official = ''] = names
  const { from, trained } = habits
  const latin = names.find((name) => /^[A-Z]/.test(name))
  if (english && latin !== undefined) return latin
  const wild = names.slice(1).filter((name, at) => /^[^A-Z]/.test(name) && (!trained || at % 2 === 0))
  const dice = from()
  if (dice < 0.74) return official
  if (dice < 0.88) return pick(habits, wild) ?? official
  if (dice < 0.92) {
    const spots = official.split('').flatMap((character, at) => (looksLike[character] === undefined ? [] : [at]))
    const at = pick(habits, spots)
    return at === undefined
      ? official
      : official
          .split('')
          .map((character, place) => (place === at ? (looksLike[character] ?? character) : character))
          .join('')
  }
  if (dice < 0.94 && official.length > 4) {
    const at = Math.floor(from() * official.length)
    return official.slice(0, at) + official.slice(at + 1)
  }
  return dice < 0.97 ? `${official}（${pick(habits, parties)}）` : `${official}-${pick(habits, parties)}`
}

const styles = ['cas', 'cas', 'cas', 'cas', 'small', 'small', 'small', 'old', 'own'] as const

/** One company's books by a seed. `trained`: a part of the corpus that the calibration may learn from. */
export function companyBooks(seed: number, trained: boolean): Books {
  const from = chance(seed)
  const habits: Habits = { from, trained }
  const chart = pick(habits, styles) ?? 'cas'
  const english = from() < 0.1
  const padded = chart !== 'small' && from() < 0.15
  const leavesOnly = from() < 0.12
  const slips = from() < 0.3 ? 0.06 : 0.008
  const accounts: Account[] = []
  const truth = new Map<string, string | null>()
  const profit: string[] = []
  const used = new Set<string>()
  const add = (
    account: Pick<Account, 'code' | 'name' | 'fullName' | 'parent' | 'leaf'>,
    side: bigint,
    key: string | null,
  ) => {
    const size = BigInt(1 + Math.floor(from() * 9_000_000)) * (from() < 0.03 ? -side : side)
    const idle = from() < 0.15
    const closing = idle ? 0n : size
    const origin = { file: 0, sheet: '', row: accounts.length + 1 }
    const printed = account.code
    const level = account.parent === null ? 1 : 2
    accounts.push({ ...account, printed, level, opening: closing / 2n, debit: 0n, credit: 0n, closing, origin })
    truth.set(account.code, key)
  }
  const place = (own: string, size: number) => (padded ? `00${own}`.padEnd(10, '0') : own.padEnd(size, '0'))

  for (const account of wildChart) {
    const official = chart === 'own' ? account.codes.cas : account.codes[chart]
    const code = pick(habits, official)
    if (code === undefined || from() < 0.4) continue
    let own = code
    // a numbering of one's own keeps the classes together, as charts of other countries do
    if (chart === 'own')
      own = `${{ asset: 1, liability: 2, equity: 3, cost: 5, pl: 7 }[account.kind] ?? 9}${100 + Math.floor(from() * 899)}`
    let key: string | null = account.key
    let name = printedName(habits, account, english)
    if (from() < slips) {
      const other = pick(habits, wildChart)
      const [otherCode] = chart === 'own' ? [] : (other?.codes[chart] ?? [])
      // the code of another account under this name; now and then it is the name that is wrong
      if (other && otherCode !== undefined && !used.has(otherCode)) {
        own = otherCode
        if (from() < 0.2) key = other.key
      }
    } else if (from() < slips / 3) {
      name = pick(habits, oddAccounts) ?? name
      key = null
    }
    if (used.has(own)) continue
    used.add(own)
    const root = place(own, 4)
    const shown = from() < 0.02 ? `${own} ${name}` : name
    const side = account.kind === 'pl' ? 0n : account.side === 'd' ? 1n : -1n
    const children = from() < 0.45 ? 1 + Math.floor(from() * 3) : 0
    if (!leavesOnly || children === 0) {
      add({ code: root, name: shown, fullName: shown, parent: null, leaf: children === 0 }, side, key)
      if (account.kind === 'pl' && children === 0) profit.push(root)
    }
    for (let at = 1; at <= children; at += 1) {
      const detail = pick(habits, details) ?? ''
      const child = padded
        ? `00${own}${String(at).padStart(2, '0')}`.padEnd(10, '0')
        : `${own}${String(at).padStart(2, '0')}`
      const fullName = leavesOnly && from() < 0.5 ? detail : `${shown}/${detail}`
      add({ code: child, name: detail, fullName, parent: leavesOnly ? null : root, leaf: true }, side, key)
      if (account.kind === 'pl') profit.push(child)
    }
  }
  for (const odd of oddAccounts) {
    if (from() > 0.06) continue
    const own = String(1100 + Math.floor(from() * 5800))
    if (used.has(own)) continue
    used.add(own)
    add({ code: place(own, 4), name: odd, fullName: odd, parent: null, leaf: true }, from() < 0.5 ? 1n : -1n, null)
  }
  return { ledger: ledgerOf(accounts, profit), truth, chart }
}

function ledgerOf(accounts: readonly Account[], profit: readonly string[]): Ledger {
  const vouchers: Voucher[] = [
    { key: '12-转-1', date: '2024-12-31', period: '12', word: '转', number: 1, closing: true },
  ]
  const size = profit.length
  return {
    year: 2024,
    accounts,
    dimensions: [],
    journal: {
      size,
      account: Uint32Array.from(profit, (_, at) => at),
      accountCodes: profit,
      voucher: new Uint32Array(size),
      vouchers,
      debit: new BigInt64Array(size),
      credit: new BigInt64Array(size),
      summary: profit.map(() => '结转损益'),
    },
    statements: [],
    prior: [],
    assets: [],
    priorReturn: [],
    months: [],
  }
}
