import { type Atom, rowsOf } from '#engine/binding/atom.ts'
import type { LedgerIndex } from '#engine/binding/ledger-index.ts'
import { multirange } from './multirange.ts'

/** A balance stands on accounts; listing every line since the year began would prove no more than its opening and closing. */
export const isBalance = ({ fn, at }: Pick<Atom, 'fn' | 'at'>): boolean =>
  fn === 'bal' || fn === 'adj' || (fn === 'line' && at !== null)

/**
 * The lines behind readings, as PostgreSQL's multirange. Cells of several papers and months read the same lines: each set is
 * looked up, written and sent once, and has a number.
 */
export function lineSets(index: LedgerIndex) {
  const numbers = new Map<string, number>()
  const texts: string[] = []
  const asked = new Map<string, number>()
  const numberOf = (text: string) => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, texts.length)
    texts.push(text)
    return texts.length - 1
  }
  return {
    of(atom: Atom): number {
      if (isBalance(atom)) return numberOf(multirange([]))
      const { fn, of, accounts, tag, months, closing, pairing } = atom
      // what `rowsOf` looks at
      const question = JSON.stringify([fn === 'je_others' && of, accounts, tag, months, closing, pairing])
      const known = asked.get(question)
      if (known !== undefined) return known
      const number = numberOf(multirange(rowsOf(atom, index).lines))
      asked.set(question, number)
      return number
    },
    text: (number: number): string => texts[number] ?? '',
  }
}
