import { AUDIT_CATEGORY } from '#contract/project.ts'

/** The template whose papers `facts/` holds. Its id is kept in projects: it never changes. */
export const systemTemplate = {
  id: 'system-cit-annual',
  originalName: '企业所得税汇算清缴鉴证底稿（系统模板）',
  category: AUDIT_CATEGORY,
} as const
