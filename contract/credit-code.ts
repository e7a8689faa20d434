/** Digits and the letters that are not mistaken for them: no I, O, S, V, Z. */
const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'

export const creditCodeProblems = ['length', 'character', 'region', 'check'] as const
export type CreditCodeProblem = (typeof creditCodeProblems)[number]

/**
 * What is wrong with a unified social credit code (统一社会信用代码), or undefined. GB 32100-2015: 18 characters, of which
 * 3 to 8 are the digits of an administrative division and the last checks the others, weighted by powers of 3 modulo 31.
 */
export function creditCodeProblem(code: string): CreditCodeProblem | undefined {
  if (code.length !== 18) return 'length'
  const values = Array.from(code, (character) => alphabet.indexOf(character))
  if (values.includes(-1)) return 'character'
  if (!/^\d{6}$/.test(code.slice(2, 8))) return 'region'
  let weight = 1
  let sum = 0
  for (const value of values.slice(0, 17)) {
    sum += value * weight
    weight = (weight * 3) % 31
  }
  return values[17] === (31 - (sum % 31)) % 31 ? undefined : 'check'
}
