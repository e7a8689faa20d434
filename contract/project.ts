import { z } from 'zod'
import { count, get, id, ids, none, paged, paging, post, time } from './endpoint.ts'

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
  ownerName: z.string(),
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
  /** By when its papers must stand, `yyyy-MM-dd`; empty where the service type has no statutory date. */
  dueDate: z.string(),
  /** That date has passed and the papers are not there. */
  overdue: z.boolean(),
  /** Made or owned by the caller, or he is assigned: what a grant over own rows reaches. */
  mine: z.boolean(),
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
const filters = [
  'projectName', 'year', 'category', 'enterpriseName', 'creditCode', 'createTime', 'updateTime', 'status', 'stage',
  'owner', 'ownerDept', 'dueDate', 'overdue', 'finishTime',
] as const // prettier-ignore
const list = paging(filters, { enterpriseId: id.optional() })

/** What a project takes of the tenant's storage. */
export const ProjectWithSpace = Project.extend({ fileCount: count, fileBytes: count })
export type ProjectWithSpace = z.output<typeof ProjectWithSpace>

/** A project with what it refers to. */
export const ProjectWithJoin = Project.extend({
  /** Empty: the service type has no template. */
  templateName: z.string(),
  /** The service type in words, in the caller's language. */
  categoryName: z.string(),
  industry: z.string(),
  accountingStandard: z.enum(['cas', 'small']),
  /** The version of the ledger that counts; 0: none. */
  datasetVersion: count,
})
export type ProjectWithJoin = z.output<typeof ProjectWithJoin>

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

/** Who works on a project, and as what. */
export const teamParts = ['owner', 'lead', 'member', 'creator'] as const
export const ProjectHome = z.object({
  /** What waits for somebody, each with how much of it. */
  waiting: z.object({
    /** Files that no ledger holds. */
    files: count,
    /** Of a ledger that was verified and waits to be put to use: differences that block it, and warnings. */
    blocking: count,
    warnings: count,
    /** Accounts and journal lines whose relation nobody has decided. */
    relations: count,
    /** What the papers ask and nobody has answered. */
    params: count,
    /** Of the papers that show: cells without their input, and faulty ones. */
    missing: count,
    errors: count,
    /** The papers are of an older ledger, relation bill or answer. */
    stale: z.boolean(),
  }),
  /** Papers by section, the first letter of their index: how many, and the first of each kind to open. */
  sections: z.array(
    z.object({
      section: z.string(),
      papers: count,
      full: count,
      missing: count,
      errors: count,
      cells: count,
      firstPaper: z.string(),
      firstFull: z.string(),
      firstMissing: z.string(),
      firstFaulty: z.string(),
    }),
  ),
  team: z.array(z.object({ userId: z.string(), realName: z.string(), part: z.enum(teamParts) })),
  /** What was done to the project, its files, ledgers, relation bill and papers, newest first. */
  activity: z.array(z.object({ seq: count, action: z.string(), actorName: z.string(), createTime: time })),
})
export type ProjectHome = z.output<typeof ProjectHome>

export const project = {
  list: get('/sc-llm/firmProject/list', { may: 'project.view', says: 'Projects', input: list, output: paged(Project) }),
  listWithSpace: get('/sc-llm/firmProject/listWithSpace', {
    may: 'project.view',
    says: 'Projects with the storage each takes: how many financial files, and their bytes as the package counts them',
    input: paging([...filters, 'fileBytes'], { enterpriseId: id.optional() }),
    output: paged(ProjectWithSpace),
  }),
  listWithJoin: get('/sc-llm/firmProject/listWithJoin', {
    may: 'project.view',
    says: 'Projects with what they refer to: service type and template in words, industry and standard of the enterprise, ledger version',
    input: paging([...filters, 'industry', 'accountingStandard'], { enterpriseId: id.optional() }),
    output: paged(ProjectWithJoin),
  }),
  owners: get('/sc-llm/firmProject/owners', {
    may: 'project.view',
    says: 'Who owns the projects one sees, to choose from',
    input: none,
    output: z.array(z.object({ id: z.string(), realName: z.string() })),
  }),
  home: get('/sc-llm/firmProject/home', {
    may: 'project.view',
    says: 'What waits in a project, how far its papers are, who works on it and what was done',
    input: z.object({ id }),
    output: ProjectHome,
  }),
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
  copyFinancialInfo: post('/sc-llm/firmProject/copyProjectFinancialInfo', {
    may: 'ledger.import',
    says: 'Gives a project the financial files of another of the same enterprise. They refer to the same content; what the project holds already is left out. Where both are of one year, the files of the ledger that counts there are read as a new version here, unless one stands already',
    input: z.object({ sourceProjectId: id, targetProjectId: id, enterpriseId: z.uuid('enterpriseMissing') }),
    output: z.object({
      copied: count,
      /** Left out because the project holds the same content already. */
      skipped: count,
      sourceYear: z.string(),
      targetYear: z.string(),
      /** The import that was started; '' where there is none: another year, no ledger there, or one of these files stands here. */
      jobId: z.string(),
      /** Why no version was made, in words; '' where one was. */
      says: z.string(),
    }),
  }),
  assign: post('/sc-llm/firmProject/assign', {
    may: 'project.edit',
    says: 'Makes a person the owner of projects, who then reaches them, and tells that person',
    input: z.object({ ids: ids.pipe(z.array(id)), owner: id }),
    output: none,
  }),
}
