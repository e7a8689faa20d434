import { creditCodeProblem } from '#contract/credit-code.ts'

/** A different fictional credit code for every number, right in its check character. */
export function testCreditCode(number: number): string {
  const body = `91500000${String(number).padStart(9, '0')}`
  const code = Array.from('0123456789ABCDEFGHJKLMNPQRTUWXY', (last) => body + last).find(
    (code) => !creditCodeProblem(code),
  )
  if (code === undefined) throw new Error('no check character fits')
  return code
}
