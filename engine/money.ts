/** Money is an exact number of fen (1/100 yuan), never a float. Signed balances are positive on the debit side. */
export type Fen = bigint

/** "1234.50", the wire's form of money: yuan with two decimals. */
export function yuan(fen: Fen): string {
  const digits = (fen < 0n ? -fen : fen).toString().padStart(3, '0')
  return `${fen < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The fen of a wire amount; undefined for anything that is not yuan with at most two decimals. */
export function fenOf(text: string): Fen | undefined {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return undefined
  const fen = BigInt(match[2] + (match[3] ?? '').padEnd(2, '0'))
  return match[1] ? -fen : fen
}
