import returns from '#facts/cit-forms.json' with { type: 'json' }

/** Lines by form, of every edition of it; of a form whose text is not known, none. */
const forms = new Map<string, Set<string>>(returns.catalog.map(({ code }) => [code, new Set<string>()]))
for (const [key, { rows }] of Object.entries(returns.forms as Record<string, { rows?: { line: string }[] }>)) {
  const code = /^A\d{6}/.exec(key)?.[0] ?? key
  const lines = forms.get(code) ?? new Set<string>()
  for (const { line } of rows ?? []) lines.add(line)
  forms.set(code, lines)
}

/** Whether the return has this cell, `A105000.15.3`; of a form whose lines are not known any numbered one may be. */
export function isReturnCell(cell: string): boolean {
  const [, form = '', line = ''] = /^(A\d{6})\.(\d{1,3}(?:\.\d{1,2})?)(?:\.\d{1,2})?$/.exec(cell) ?? []
  const lines = forms.get(form)
  if (!lines) return false
  return lines.size === 0 || lines.has(line) || lines.has(line.split('.')[0] ?? '')
}
