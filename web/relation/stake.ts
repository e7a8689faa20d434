import { fenOf, yuan, type Fen } from '#engine/money.ts'

const size = (text: string): Fen => {
  const fen = fenOf(text) ?? 0n
  return fen < 0n ? -fen : fen
}

type Moves = { closing: string; debit: string; credit: string }
/** The money at stake in an account: the largest of its closing balance and its turnovers. */
export const stakeOf = ({ closing, debit, credit }: Moves): Fen =>
  [closing, debit, credit].map(size).reduce((most, one) => (one > most ? one : most), 0n)

/** The money at stake in several, in yuan of the wire; a parent's money is its children's and not counted again. */
export const totalStake = (rows: (Moves & { code: string })[], parents: ReadonlySet<string>) =>
  yuan(rows.reduce((sum, row) => sum + (parents.has(row.code) ? 0n : stakeOf(row)), 0n))

/** The codes that begin another account's code: the parents of a chart whose codes grow by level. */
export function parentCodes(rows: { code: string }[]): ReadonlySet<string> {
  const codes = rows.map(({ code }) => code).toSorted()
  return new Set(codes.filter((code, at) => codes[at + 1]?.startsWith(code)))
}

/** Large amounts first. */
export const byStake = <T extends Moves>(rows: T[]) =>
  rows
    .map((row) => ({ row, stake: stakeOf(row) }))
    .toSorted((a, b) => (a.stake === b.stake ? 0 : a.stake > b.stake ? -1 : 1))
    .map(({ row }) => row)

/** The size of an amount in fen, without its sign. */
export const sizeOf = size

/** The sizes of several amounts together, in yuan of the wire. */
export const sumOf = (rows: { amount: string }[]) => yuan(rows.reduce((sum, { amount }) => sum + size(amount), 0n))

/** An amount of the wire with its thousands apart, for a sentence. */
export const grouped = (amount: string) => amount.replace(/\B(?=(\d{3})+(?=\.))/g, ',')
