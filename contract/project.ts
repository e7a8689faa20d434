import { z } from 'zod'
import { get, id, ids, none, paged, paging, post, time } from './endpoint.ts'

/** Dictionary tax_project_category; 1 needs a working-paper template. */
export const AUDIT_CATEGORY = 1

/** One year of tax work for one client enterprise. */
export const Project = z.object({
  id,
  tenantId: z.string(),
  firmId: z.string(),
  enterpriseId: id,
  enterpriseName: z.string(),
  creditCode: z.string(),
  projectName: z.string(),
  year: z.string(),
  category: z.number().int(),
  workpaperTemplateId: z.string(),
  owner: z.string(),
  createUser: z.string(),
  createUserName: z.string(),
  createDept: z.string(),
  createTime: time,
  updateUser: z.string(),
  updateTime: time,
  status: z.number().int(),
  isDeleted: z.number().int(),
  version: z.number().int(),
  /** How far the main job is: what the next step needs. */
  stage: z.enum(['empty', 'imported', 'verified', 'mapped', 'generated']),
})
export type Project = z.output<typeof Project>

// Without defaults: an update must not reset the fields that were not sent.
const Fields = z.object({
  enterpriseId: z.uuid('enterpriseMissing'),
  projectName: z.string('projectName').trim().min(1, 'projectName').max(200),
  year: z.string('year').regex(/^(19|20)\d{2}$/, 'year'),
  category: z.coerce.number('category').int('category').positive('category'),
  workpaperTemplateId: z.string().max(100),
})
const Draft = Fields.extend({ workpaperTemplateId: Fields.shape.workpaperTemplateId.default('') })
const list = paging(
  ['projectName', 'year', 'category', 'enterpriseName', 'creditCode', 'createTime', 'updateTime', 'status', 'stage'],
  {
    enterpriseId: id.optional(),
  },
)
/** A file handed over for a project, with what it turned out to be. */
export const FinancialFile = z.object({
  id,
  projectId: id,
  name: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  createUserName: z.string(),
  createTime: time,
  /** The dataset that holds it, if it was imported. */
  datasetId: z.string(),
})

export const project = {
  list: get('/sc-llm/firmProject/list', { may: 'project.view', says: 'Projects', input: list, output: paged(Project) }),
  detail: get('/sc-llm/firmProject/detail', {
    may: 'project.view',
    says: 'One project',
    input: z.object({ id }),
    output: Project,
  }),
  searchByEnterpriseAndName: get('/sc-llm/firmProject/searchProjectByEntIdAndName', {
    may: 'project.view',
    says: "An enterprise's projects whose name contains the text",
    input: z.object({ enterpriseId: id, projectName: z.string().default('') }),
    output: z.array(Project),
  }),
  searchByName: get('/sc-llm/firmProject/searchProjectByName', {
    may: 'project.view',
    says: 'Projects whose name contains the text',
    input: z.object({ projectName: z.string().default('') }),
    output: z.array(Project),
  }),
  save: post('/sc-llm/firmProject/save', { may: 'project.add', says: 'Adds a project', input: Draft, output: Project }),
  update: post('/sc-llm/firmProject/update', {
    may: 'project.edit',
    says: 'Changes the fields that are sent',
    input: Fields.omit({ enterpriseId: true }).partial().extend({ id, version: z.number().int().optional() }),
    output: Project,
  }),
  remove: post('/sc-llm/firmProject/remove', {
    may: 'project.delete',
    says: 'Deletes projects',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
  files: get('/sc-llm/firmProject/listProjectFinancialInfoFiles', {
    may: 'project.view',
    says: "The project's financial files",
    input: z.object({ projectId: id }),
    output: z.array(FinancialFile),
  }),
}

export const docFile = {
  templates: get('/sc-llm/llmKnowledgeDocFiles/listWorkingPaperFirmFilesAndSysFiles', {
    may: 'docFile.view',
    says: 'The working-paper templates to choose from',
    input: z.object({
      firmId: z.string().default(''),
      taxProjectCategory: z.coerce.number().int().default(AUDIT_CATEGORY),
    }),
    output: z.array(z.object({ id: z.string(), templateType: z.enum(['system', 'firm']), originalName: z.string() })),
  }),
}
