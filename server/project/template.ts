import { AUDIT_CATEGORY } from '#contract/project.ts'

/** A working-paper template to choose from; a firm's own ones come beside the system's. */
export type Template = { id: string; templateType: 'system' | 'firm'; originalName: string; category: number }

/** The template whose papers `facts/` holds. Its id is kept in projects: it never changes. */
const systemTemplate: Template = {
  id: 'system-cit-annual',
  templateType: 'system',
  originalName: '企业所得税汇算清缴鉴证底稿（系统模板）',
  category: AUDIT_CATEGORY,
}

/** The templates for projects of this category. */
export const templatesFor = (category: number): Template[] =>
  [systemTemplate].filter((template) => template.category === category)
