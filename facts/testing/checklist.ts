import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const rowsOf = (name: string) =>
  readFileSync(join(import.meta.dirname, name), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

/** A route the specification lists. `layout`: `by role` is the personal one for that role, else the firm's. */
export type RouteRow = { area: string; path: string; purpose: string; layout: string; who: string }

/** Every route of the specification (sections 2 and 6). */
export const routeRows: readonly RouteRow[] = rowsOf('routes.tsv').map(
  ([area = '', path = '', purpose = '', layout = '', who = '']) => ({ area, path, purpose, layout, who }),
)

/** Whether a row's column of roles (`admin zxs; not personal`, `signed in`, `public`) lets a role in. */
export function letsIn({ who }: RouteRow, role: string): boolean {
  const [yes = '', no = ''] = who.split(/; (?:not )?/)
  if (no.split(' ').includes(role)) return false
  return yes === 'public' || yes === 'signed in' || yes.split(' ').includes(role)
}

/** Every text the specification fixes (section 8 and its screens), and where it stands. */
export const messageRows: readonly { text: string; where: string }[] = rowsOf('messages.tsv').map(
  ([text = '', where = '']) => ({ text, where }),
)
