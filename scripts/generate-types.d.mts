import type { ClientConfig } from 'pg'

/** The text of server/kernel/tables.ts for the database behind `config`. */
export function generateTables(config: ClientConfig): Promise<string>
