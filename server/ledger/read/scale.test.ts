import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { testFolder } from './testing-files.ts'
import { writeJournal } from './testing-journal.ts'

const folder = testFolder()
afterAll(() => folder.remove())

const long = process.env['DIGAO_LONG'] === '1'

test.each([20_000, ...(long ? [400_000] : [])])(
  'a GB18030 CSV journal of %d lines is read to the fen in under 600 MB',
  (lines) => {
    const path = folder.file(`journal-${lines}.csv`, '')
    const written = writeJournal(path, lines)
    const output = execFileSync(process.execPath, [join(import.meta.dirname, 'testing-peak.ts'), path], {
      encoding: 'utf8',
    })
    const read = JSON.parse(output) as Record<string, number | string>
    expect(read).toMatchObject({ lines, handed: lines, vouchers: written.vouchers, debit: String(written.debit) })
    expect(read['megabytes']).toBeLessThan(600)
  },
  600_000,
)
