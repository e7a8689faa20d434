import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import type { Block, Box, TableRow } from '#engine/retrieval/block.ts'
import type { DocumentLimits, DocumentWarning, Unread } from './document-reading.ts'

/** Where on which page. */
export type Spot = { page?: number; box?: Box }

/** Collects the blocks of one document and what is to be said about its reading; keeps within the bound of blocks. */
export class BlockList {
  readonly blocks: Block[] = []
  readonly warnings: DocumentWarning[] = []
  readonly unread: Unread[] = []
  hidden = 0
  readonly #limit: number

  constructor(limits: Pick<DocumentLimits, 'blocks'>) {
    this.#limit = limits.blocks
  }

  /** `level` counts from 1. */
  heading(level: number, text: string, spot: Spot = {}): void {
    const said = tidy(text).replaceAll('\n', ' ')
    if (said) this.#add({ kind: 'heading', level, text: said, origin: this.#origin(spot) })
  }

  paragraph(text: string, spot: Spot = {}): void {
    const said = tidy(text)
    if (said) this.#add({ kind: 'paragraph', text: said, origin: this.#origin(spot) })
  }

  /** Rows without a filled cell are left out. */
  table(
    rows: readonly TableRow[],
    about: { sheet?: string; caption?: string; headerRows?: number } = {},
    spot: Spot = {},
  ) {
    const filled = rows.map(tidyRow).filter(({ cells }) => cells.some(({ text }) => text !== ''))
    if (filled.length > 0) this.#add({ kind: 'table', ...about, rows: filled, origin: this.#origin(spot) })
  }

  /** Takes over a block that was made elsewhere, counted here. */
  take(block: Block): void {
    const origin = { ...block.origin, paragraph: this.blocks.length + 1 }
    if (block.kind === 'table') this.#add({ ...block, rows: block.rows.map(tidyRow), origin })
    else if (tidy(block.text)) this.#add({ ...block, text: tidy(block.text), origin })
  }

  warn(key: TextKey, params: Params = {}): void {
    this.warnings.push({ key, params })
  }

  notRead(what: TextKey, where: Params = {}): void {
    this.unread.push({ what, where })
  }

  get full(): boolean {
    return this.blocks.length >= this.#limit
  }

  #origin({ page, box }: Spot) {
    return { paragraph: this.blocks.length + 1, ...(page === undefined ? {} : { page }), ...(box ? { box } : {}) }
  }

  #add(block: Block): void {
    if (!this.full) this.blocks.push(block)
    else if (!this.unread.some(({ what }) => what === 'documentTextCut')) {
      this.notRead('documentTextCut', { limit: this.#limit })
    }
  }
}

const tidyRow = ({ row, cells }: TableRow): TableRow => ({
  row,
  cells: cells.map((cell) => {
    const text = tidy(cell.text)
    return text === cell.text ? cell : Object.assign({}, cell, { text })
  }),
})

/** Forms of radicals that some programs print for the characters themselves, where Unicode does not say so. */
const radicals: Record<string, string> = Object.fromEntries(
  '⺠民 ⻄西 ⻅见 ⻆角 ⻉贝 ⻋车 ⻓长 ⻔门 ⻘青 ⻙韦 ⻚页 ⻛风 ⻜飞 ⻝食 ⻢马 ⻣骨 ⻤鬼 ⻥鱼 ⻦鸟 ⻨麦 ⻩黄 ⻬齐 ⻮齿 ⻰龙 ⻳龟'
    .split(' ')
    .map(([from = '', to = '']) => [from, to]),
)

/** What most texts have none of. */
const uneven = /^\s|\s$|\s\s|[^\S \n]|[\u00ad\u200b-\u206f\u2e80-\u2fdf\ufeff\ud800-\udfff]|(?!\n)\p{Cc}/u

/** Blanks of all kinds to one, lines trimmed; radicals to characters; characters that show nothing, or are none, are left out. */
export const tidy = (text: string): string =>
  uneven.test(text)
    ? text
        .toWellFormed()
        // zero-width and direction marks hide or reorder words
        .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]|(?![\t\n])\p{Cc}/gu, '')
        .replaceAll(/[\u2f00-\u2fdf]/g, (sign) => sign.normalize('NFKC'))
        .replaceAll(/[\u2e80-\u2eff]/g, (sign) => radicals[sign] ?? sign)
        .replaceAll(/[^\S\n]+/g, ' ')
        .replaceAll(/ ?\n[ \n]*/g, '\n')
        .trim()
    : text
