import templates from './writing-templates.json' with { type: 'json' }

type Both = { zh: string; en: string }
/** A part of a template. `todo`: what the firm must write itself; the product offers no wording for it. */
export type TemplateBlock =
  | ({ kind: 'title' | 'heading' | 'paragraph' | 'todo' } & Both)
  | { kind: 'table'; head?: boolean; rows: readonly (readonly Both[])[] }
export type TemplateFacts = { id: string; title: Both; says: Both; header: Both; blocks: readonly TemplateBlock[] }

/** Templates of documents the product brings; in a text {{name}} is a field and [[paper.cell]] a figure. */
export const writingTemplates = templates.templates as readonly TemplateFacts[]
