import type { KnowledgeAnchor } from '#contract/knowledge.ts'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

/** Where a chunk stands, in words: 第四条, page 12, 附表!B3:F9, a heading. */
export function useAnchorText(): (anchor: KnowledgeAnchor) => string {
  const t = useTexts(texts)
  return (anchor) => {
    if (anchor.kind === 'article') return [anchor.article, anchor.item].filter(Boolean).join(' ')
    if (anchor.kind === 'page') return t('atPage', { page: anchor.page })
    // a table inside a text is on no sheet
    if (anchor.kind === 'cells')
      return t(anchor.sheet ? 'atCells' : 'atTable', { sheet: anchor.sheet, range: anchor.range })
    const [from, to] = anchor.paragraphs
    return [anchor.heading, t(from === to ? 'atOneParagraph' : 'atParagraph', { from, to })].filter(Boolean).join(' · ')
  }
}
