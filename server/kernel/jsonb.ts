import type { ColumnType } from 'kysely'

/** A jsonb column: goes in as JSON text (`JSON.stringify`), comes out parsed and unproven. */
export type Jsonb = ColumnType<unknown, string, string>
