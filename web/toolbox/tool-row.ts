import type { Text } from '#contract/texts.ts'
import type { ToolPage } from './tool-page.ts'

/** Where a tool stands in the catalogue. */
export const categories = ['invoice', 'excel', 'pdf', 'bank', 'tax', 'check', 'ai'] as const
export type Category = (typeof categories)[number]

/** One tool of the toolbox: a page of its own, or a page that stands elsewhere in the product. */
export type Tool = {
  /** What its runs, favourites and recent uses are kept under; never changes. */
  code: string
  path: string
  category: Category
  title: Text
  /** One line: what goes in, what comes out. */
  says: Text
  /** The name of an icon (`web/shell/menu-icons.ts`). */
  icon: string
  /** Other words it is looked for by. */
  words?: string
  /** `browser`: what is put in never leaves the machine. `elsewhere`: a page of another slice, so it has no `load`. */
  runs: 'browser' | 'server' | 'elsewhere'
  load?: ToolPage['load']
}
