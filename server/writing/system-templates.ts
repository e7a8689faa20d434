import { sql } from 'kysely'
import type { Language } from '#contract/texts.ts'
import {
  type BlockNode,
  fieldNames,
  type InlineNode,
  plainPage,
  type WritingBody,
  type WritingDoc,
} from '#contract/writing-doc.ts'
import type { WritingTemplate } from '#contract/writing.ts'
import { type TemplateBlock, type TemplateFacts, writingTemplates } from '#facts/writing-templates.ts'
import type { Context } from '#server/kernel/service.ts'
import { visibleDocs } from './writing-reach.ts'

/** What the id of a template of the product begins with. */
export const SYSTEM = 'system:'
const MOST_TEMPLATES = 500
type Both = { zh: string; en: string }

/** Text with {{fields}} and [[figures]] as nodes; `label`: what a figure is called until its paper says so. */
function inlineOf(text: string, label = ''): InlineNode[] {
  const nodes: InlineNode[] = []
  for (const part of text.split(/(\{\{\w+\}\}|\[\[[^\]]+\]\])/)) {
    const field = fieldNames.find((name) => part === `{{${name}}}`)
    const cell = /^\[\[(.+)\]\]$/.exec(part)?.[1]
    if (field) nodes.push({ type: 'field', attrs: { name: field, value: '' } })
    else if (cell !== undefined)
      nodes.push({
        type: 'figure',
        attrs: { projectId: '', paperId: cell.split('.')[0] ?? '', cell, label, value: '', unit: '', at: '' },
      })
    else if (part !== '') nodes.push({ type: 'text', text: part })
  }
  return nodes
}

type Align = 'left' | 'center' | 'right' | null
const paragraph = (content: InlineNode[], textAlign: Align = null): BlockNode => ({
  type: 'paragraph',
  attrs: { textAlign, indent: 0 },
  ...(content.length > 0 ? { content } : {}),
})

function blockOf(block: TemplateBlock, text: (both: Both) => string, language: Language): BlockNode {
  switch (block.kind) {
    case 'title':
      return { type: 'heading', attrs: { level: 1, textAlign: 'center', indent: 0 }, content: inlineOf(text(block)) }
    case 'heading':
      return { type: 'heading', attrs: { level: 2, textAlign: null, indent: 0 }, content: inlineOf(text(block)) }
    case 'todo': {
      const words = language === 'en' ? `[To do: ${text(block)}]` : `【待填写：${text(block)}】`
      return paragraph([{ type: 'text', text: words, marks: [{ type: 'italic' }] }])
    }
    case 'paragraph':
      return paragraph(inlineOf(text(block)))
    case 'table':
      return {
        type: 'table',
        content: block.rows.map((row, at) => ({
          type: 'tableRow',
          content: row.map((cell) => ({
            type: block.head === true && at === 0 ? 'tableHeader' : 'tableCell',
            attrs: { colspan: 1, rowspan: 1, colwidth: null },
            // figures stand under one another
            content: [
              paragraph(
                inlineOf(text(cell), row[0] && text(row[0])),
                /^\[\[[^\]]+\]\]$/.test(text(cell)) ? 'right' : null,
              ),
            ],
          })),
        })),
      }
  }
}

const number = (of: 'page' | 'pages'): InlineNode => ({ type: 'pageNumber', attrs: { of } })
const word = (text: string): InlineNode => ({ type: 'text', text })

const footer = (language: Language): WritingDoc => {
  const content =
    language === 'en'
      ? [word('Page '), number('page'), word(' of '), number('pages')]
      : [word('第 '), number('page'), word(' 页 共 '), number('pages'), word(' 页')]
  return { type: 'doc', content: [paragraph(content, 'center')] }
}

function bodyOf(facts: TemplateFacts, language: Language): WritingBody {
  const text = (both: Both) => (language === 'en' ? both.en : both.zh)
  return {
    doc: { type: 'doc', content: facts.blocks.map((block) => blockOf(block, text, language)) },
    header: { type: 'doc', content: [paragraph(inlineOf(text(facts.header)), 'center')] },
    footer: footer(language),
    page: plainPage,
  }
}

/** A template of the product by its name, in a language; undefined if there is none. */
export function systemTemplate(
  templateId: string,
  language: Language,
): { title: string; body: WritingBody } | undefined {
  const facts = writingTemplates.find(({ id }) => `${SYSTEM}${id}` === templateId)
  return facts && { title: language === 'en' ? facts.title.en : facts.title.zh, body: bodyOf(facts, language) }
}

/** The templates somebody may begin from: the product's first, then the firm's and his own. */
export async function templateList({ db, user, language }: Context): Promise<WritingTemplate[]> {
  const rows = await visibleDocs(db, user)
    .select(['id', 'title', 'share'])
    .select(sql<boolean>`body::text like '%"type": "figure"%' or body::text like '%"type": "field"%'`.as('draws'))
    .where('form', '=', 'template')
    .where('is_deleted', '=', 0)
    .orderBy('title')
    .orderBy('id')
    .limit(MOST_TEMPLATES)
    .execute()
  return [
    ...writingTemplates.map(({ id, title, says }) => ({
      id: `${SYSTEM}${id}`,
      title: language === 'en' ? title.en : title.zh,
      scope: 'system' as const,
      says: language === 'en' ? says.en : says.zh,
      needsProject: true,
    })),
    ...rows.map(({ id, title, share, draws }) => ({
      id,
      title,
      scope: share === 'personal' ? ('personal' as const) : ('firm' as const),
      says: '',
      needsProject: draws,
    })),
  ]
}
