import { readFileSync } from 'node:fs'

import { readDataset } from './read-dataset.ts'

/** Reads the journal named on the command line in a process of its own and prints what it took and what it found. */
const path = process.argv[2] ?? ''
let handed = 0
const dataset = await readDataset([{ path, name: path.split('/').at(-1) ?? '' }], {
  year: 2025,
  onLines(lines) {
    handed += lines.length
  },
})
const { journal } = dataset.built.ledger
const debit = journal.debit.reduce((sum, amount) => sum + amount, 0n)
// The kernel counts the parent's memory into a child's maxRSS; VmHWM starts anew with the program.
const highWater = /VmHWM:\s+(?<kilobytes>\d+)/u.exec(readFileSync('/proc/self/status', 'utf8'))?.groups?.['kilobytes']
const megabytes = Math.round(Number(highWater) / 1024)
console.log(
  JSON.stringify({ megabytes, handed, lines: journal.size, vouchers: journal.vouchers.length, debit: String(debit) }),
)
