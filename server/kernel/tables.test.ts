import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generateTables } from '../../scripts/generate-types.mjs'
import { freshDatabase } from './testing-database.ts'

const { owner } = await freshDatabase()

test('the table types say what the migrated database says', async () => {
  const path = new URL('tables.ts', import.meta.url)
  const generated = await generateTables(owner)
  // DIGAO_WRITE_TYPES=1 is how they are made anew after a migration
  if (process.env['DIGAO_WRITE_TYPES']) writeFileSync(path, generated)
  expect(readFileSync(path, 'utf8')).toBe(generated)
})
