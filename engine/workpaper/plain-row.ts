import type { TableRow } from './paper.ts'

/** A row of a table with nothing special about it; `en` where its name has an English form. */
export const plainRow = (key: string, zh: string, more: Partial<TableRow> = {}): TableRow => ({
  key,
  no: '',
  label: { zh, en: zh },
  vars: {},
  exprs: {},
  feeds: {},
  style: null,
  from: null,
  to: null,
  ...more,
})
