import type { Fault } from './testing-fault.ts'
import { crossFaults } from './testing-cross-faults.ts'
import { journalFaults } from './testing-journal-faults.ts'
import { tableFaults } from './testing-table-faults.ts'

/** Every fault that tables and journals can show by themselves; faults of files and sheets are planted into files. */
export const faults: readonly Fault[] = [...tableFaults, ...journalFaults, ...crossFaults]
