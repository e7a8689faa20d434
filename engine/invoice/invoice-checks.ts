import type { InvoiceFacts } from './invoice-facts.ts'

export type InvoiceFault =
  | { kind: 'noNumber' | 'noTotal' | 'numberForm' }
  | { kind: 'sum'; amount: number; tax: number; total: number }
  | { kind: 'buyer'; found: string }
  | { kind: 'buyerTaxNo' | 'sellerTaxNo'; found: string }
  | { kind: 'year'; found: string }
  | { kind: 'neighbour'; number: string }

/** What is expected of the invoices of one run; what is empty is not checked. */
export type Expected = { buyer: string; year: string }

const plain = (text: string) => text.normalize('NFKC').replaceAll(/[\s()（）]/g, '')

/**
 * What a person should look at on one invoice. `taxNoRight` tells whether a taxpayer's number of 18 signs checks; `numbers` are
 * the numbers of the same seller's other invoices of the run.
 */
export function invoiceFaults(
  facts: InvoiceFacts,
  expected: Expected,
  { taxNoRight, numbers }: { taxNoRight: (taxNo: string) => boolean; numbers: ReadonlySet<string> },
): InvoiceFault[] {
  const { number, code, date, amount, tax, total, buyer, buyerTaxNo, sellerTaxNo } = facts
  const faults: InvoiceFault[] = []
  if (number === '') faults.push({ kind: 'noNumber' })
  else if (number.length !== 20 && !(number.length === 8 && (code.length === 10 || code.length === 12)))
    faults.push({ kind: 'numberForm' })
  if (total === null) faults.push({ kind: 'noTotal' })
  else if (amount !== null && tax !== null && amount + tax !== total) faults.push({ kind: 'sum', amount, tax, total })
  if (expected.buyer !== '' && buyer !== '' && plain(buyer) !== plain(expected.buyer))
    faults.push({ kind: 'buyer', found: buyer })
  if (buyerTaxNo.length === 18 && !taxNoRight(buyerTaxNo)) faults.push({ kind: 'buyerTaxNo', found: buyerTaxNo })
  if (sellerTaxNo.length === 18 && !taxNoRight(sellerTaxNo)) faults.push({ kind: 'sellerTaxNo', found: sellerTaxNo })
  if (expected.year !== '' && date !== '' && !date.startsWith(expected.year)) faults.push({ kind: 'year', found: date })
  const next = neighbourOf(number, numbers)
  if (next !== undefined) faults.push({ kind: 'neighbour', number: next })
  return faults
}

/** The number before or after this one, where the same seller gave it too. */
function neighbourOf(number: string, numbers: ReadonlySet<string>): string | undefined {
  if (!/^\d{8,20}$/.test(number)) return undefined
  return [-1n, 1n]
    .map((step) => String(BigInt(number) + step).padStart(number.length, '0'))
    .find((one) => numbers.has(one))
}
