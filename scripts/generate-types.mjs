// Writes server/kernel/tables.ts from a database with all migrations: `node scripts/generate-types.mjs postgres://…`.
// The types say what the drivers' parsers give: int8 is bigint, date is text, timestamptz is Date; jsonb goes in as JSON text only
// (the driver would turn a JavaScript array into a PostgreSQL array) and comes out as unknown.
import { writeFileSync } from 'node:fs'
import { Kysely, PostgresDialect } from 'kysely'
import codegen from 'kysely-codegen'
import { Pool } from 'pg'

/** The text of tables.ts for the database behind `config`. */
export async function generateTables(config) {
  const pool = new Pool(config)
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  try {
    const text = await codegen.generate({
      db,
      dialect: new codegen.PostgresDialect({ dateParser: 'string' }),
      defaultSchemas: ['public'],
      typeMapping: { int8: 'bigint', jsonb: 'Jsonb', json: 'Jsonb' },
      logger: new codegen.Logger('silent'),
    })
    const imports = `import type { ColumnType } from "kysely"\nimport type { Jsonb } from './jsonb.ts'`
    return text.replaceAll(';\n', '\n').replace('import type { ColumnType } from "kysely"', imports)
  } finally {
    await db.destroy()
  }
}

if (import.meta.main) {
  const text = await generateTables({ connectionString: process.argv[2] })
  writeFileSync(new URL('../server/kernel/tables.ts', import.meta.url), text)
}
