import type { LedgerIndex, LineGroup } from '../binding/ledger-index.ts'
import type { Adjustment } from '../binding/ledger-access.ts'
import type { GenerationInput } from './generate.ts'
import type { Entry } from './entry.ts'

type Table<T> = Readonly<Record<string, T>>
const none: Table<never> = {}

/** Inputs that differ, by the names cells remember them under; `''` after a slash: every row of the register. */
type InputChanges = { params: Set<string>; overrides: Set<string>; inputs: Set<string> }

/** What people changed between two inputs of the same books. */
export function inputChanges(before: GenerationInput, after: GenerationInput): InputChanges {
  return {
    params: differing(before.params, after.params, ({ value }) => JSON.stringify(value)),
    overrides: differing(before.overrides ?? none, after.overrides ?? none, (one) => JSON.stringify(one)),
    inputs: new Set([
      ...changedEntries(before.entries ?? none, after.entries ?? none),
      ...changedAdjustments(before.adjustments ?? [], after.adjustments ?? []),
    ]),
  }
}

function differing<T>(before: Table<T>, after: Table<T>, text: (one: T) => string): Set<string> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return new Set(
    [...names].filter((name) => {
      const [old, now] = [before[name], after[name]]
      return old !== now && (old === undefined ? '' : text(old)) !== (now === undefined ? '' : text(now))
    }),
  )
}

const rows = (list: readonly Entry[]): Table<Entry> => Object.fromEntries(list.map((entry) => [entry.key, entry]))

function changedEntries(before: Table<readonly Entry[]>, after: Table<readonly Entry[]>): string[] {
  const registers = differing(before, after, (rows) => JSON.stringify(rows))
  return [...registers].flatMap((register) => {
    const [old, now] = [before[register], after[register]]
    if (!old || !now) return [`entry:${register}`, `entry:${register}/`]
    const keys = differing(rows(old), rows(now), (entry) => JSON.stringify(entry))
    return [`entry:${register}`].concat([...keys].map((key) => `entry:${register}/${key}`))
  })
}

const byAccount = (list: readonly Adjustment[]) =>
  Object.fromEntries(
    [...Map.groupBy(list, ({ account }) => account)].map(([account, entries]) => [
      account,
      entries.map(({ kind, debit, credit }) => `${kind} ${debit} ${credit}`).join(),
    ]),
  )

function changedAdjustments(before: readonly Adjustment[], after: readonly Adjustment[]): string[] {
  const accounts = differing(byAccount(before), byAccount(after), (text) => text)
  return accounts.size === 0 ? [] : ['adj:*', ...[...accounts].map((account) => `adj:${account}`)]
}

/** Whether what a cell remembers is among the changes. */
export const isAmong = (changes: ReadonlySet<string>, name: string): boolean =>
  changes.has(name) || (name.startsWith('entry:') && changes.has(name.slice(0, name.indexOf('/') + 1)))

/** Standard accounts whose client accounts were mapped, tagged or split otherwise; '' for accounts without one. */
export function touchedAccounts(before: LedgerIndex, after: LedgerIndex): Set<string> {
  const touched = new Set<string>()
  for (const code of new Set([...before.accounts.keys(), ...after.accounts.keys()])) {
    const [old, now] = [before.accounts.get(code), after.accounts.get(code)]
    const same =
      old?.standard?.key === now?.standard?.key &&
      old?.mapped.nature === now?.mapped.nature &&
      old?.mapped.tags.join() === now?.mapped.tags.join() &&
      sameGroups(before.groups.get(code), after.groups.get(code))
    if (same) continue
    touched.add(old?.standard?.key ?? '')
    touched.add(now?.standard?.key ?? '')
  }
  return touched
}

function sameGroups(before: readonly LineGroup[] = [], after: readonly LineGroup[] = []): boolean {
  return before.length === after.length && before.every((group, place) => sameGroup(group, after[place]))
}

export function sameGroup(a: LineGroup, b: LineGroup | undefined): boolean {
  return (
    b !== undefined &&
    a.month === b.month &&
    a.closing === b.closing &&
    a.transfer === b.transfer &&
    a.nature === b.nature &&
    a.a104000Line === b.a104000Line &&
    a.lines.length === b.lines.length &&
    a.lines.every((line, place) => line === b.lines[place])
  )
}
