import { z } from 'zod'
import { count, get, id, post, time, upload } from './endpoint.ts'
import { AUDIT_CATEGORY } from './project.ts'
import { BookNote, BookSheet, BookStyle } from './sheet-book.ts'

/** A working-paper template as a file to choose. */
export const TemplateFile = z.object({
  id: z.string(),
  templateType: z.enum(['system', 'firm']),
  originalName: z.string(),
  firmId: z.string(),
  taxProjectCategory: z.number().int(),
  /** The newest published version; the system's is 0. */
  version: count,
  papers: count,
})
export type TemplateFile = z.output<typeof TemplateFile>

/** A library of working-paper templates. */
const Library = z.object({
  id: z.string(),
  name: z.string(),
  /** 1: the system's, which nobody changes; 0: the firm's. */
  isSystem: z.number().int(),
  files: count,
})

/** A paper of a project as a file: what `parentFileId` names. */
export const PaperFile = z.object({
  id: z.string(),
  projectId: id,
  paperId: z.string(),
  originalName: z.string(),
  templateType: z.enum(['system', 'firm']),
  /** It has been computed and can be opened. */
  generated: z.boolean(),
  customSheets: count,
  attachments: count,
})
export type PaperFile = z.output<typeof PaperFile>

/** A file somebody added under a paper. */
export const DocFile = z.object({
  id,
  parentFileId: z.string(),
  projectId: id,
  paperId: z.string(),
  customType: z.string(),
  originalName: z.string(),
  size: count,
  createUserName: z.string(),
  createTime: time,
})
export type DocFile = z.output<typeof DocFile>

/** One sheet with the looks it names; where it comes from. */
const SheetContent = z.object({
  fileId: id,
  originalName: z.string(),
  sheetIndex: count,
  sheetName: z.string(),
  sheet: BookSheet,
  styles: z.array(BookStyle),
})

const taxProjectCategory = z.coerce.number().int().default(AUDIT_CATEGORY)
/** A paper of a project (`<project>_<paper>`), the project itself, or a sheet that was added. */
const parentFileId = z.string().min(1).max(64)

export const docFile = {
  libraries: get('/sc-llm/llmKnowledge/list', {
    may: 'docFile.view',
    says: 'The libraries of working-paper templates: the system’s, the firm’s',
    input: z.object({ isSystem: z.enum(['0', '1', 'true', 'false', '']).optional() }),
    output: z.array(Library),
  }),
  firmTemplates: get('/sc-llm/llmKnowledgeDocFiles/listWorkingPaperFirmFiles', {
    may: 'docFile.view',
    says: "The firm's published working-paper templates",
    input: z.object({ firmId: z.string().default(''), taxProjectCategory }),
    output: z.array(TemplateFile),
  }),
  systemTemplates: get('/sc-llm/llmKnowledgeDocFiles/listWorkingPaperSysFiles', {
    may: 'docFile.view',
    says: "The system's working-paper templates",
    input: z.object({ taxProjectCategory }),
    output: z.array(TemplateFile),
  }),
  templates: get('/sc-llm/llmKnowledgeDocFiles/listWorkingPaperFirmFilesAndSysFiles', {
    may: 'docFile.view',
    says: 'The working-paper templates to choose from, the system’s first',
    input: z.object({ firmId: z.string().default(''), taxProjectCategory }),
    output: z.array(TemplateFile),
  }),
  projectFiles: get('/sc-llm/llmKnowledgeDocFiles/listWorkingPaperFirmProjectFiles', {
    may: 'docFile.view',
    says: "A project's papers as files, with what people added under each",
    input: z.object({ firmProjectId: id, taxProjectCategory }),
    output: z.array(PaperFile),
  }),
  projectWorkingPaper: get('/sc-llm/llmKnowledgeDocFiles/projectWorkingPaper', {
    may: 'docFile.view',
    says: 'The working paper of a project: its template, its papers, how far they are',
    input: z.object({ projectId: id }),
    output: z.object({
      projectId: id,
      templateId: z.string(),
      templateType: z.enum(['system', 'firm']),
      originalName: z.string(),
      version: count,
      /** The newest published version of the template; the project keeps its own until it is moved up. */
      newest: count,
      /** The generation that shows; empty: none yet. */
      generationId: z.string(),
      papers: z.array(PaperFile),
    }),
  }),
  customSheet: get('/sc-llm/llmKnowledgeDocFiles/customSheetContent', {
    may: 'docFile.view',
    says: 'One of the sheets added under a paper, counted from 0 over all of them',
    input: z.object({ parentFileId, sheetIndex: count.default(0) }),
    output: SheetContent,
    network: true,
  }),
  customSheets: get('/sc-llm/llmKnowledgeDocFiles/customSheetAllContent', {
    may: 'docFile.view',
    says: 'All sheets added under a paper',
    input: z.object({ parentFileId }),
    output: z.array(SheetContent),
    network: true,
  }),
  attachments: get('/sc-llm/llmKnowledgeDocFiles/customAttachFiles', {
    may: 'docFile.view',
    says: 'Files attached to a paper, of one type or of all',
    input: z.object({ parentFileId, customType: z.string().max(60).default('') }),
    output: z.array(DocFile),
  }),
  sheetFiles: get('/sc-llm/llmKnowledgeDocFiles/customSheetFiles', {
    may: 'docFile.view',
    says: 'The spreadsheets added under a paper, to open in the online spreadsheet',
    input: z.object({ parentFileId }),
    output: z.array(DocFile),
  }),
  addAttachments: upload('/sc-llm/llmKnowledgeDocFiles/addCustomAttachments', {
    may: 'docFile.add',
    says: 'Attaches files to a paper',
    input: z.object({ parentFileId, customType: z.string().trim().max(60).default('') }),
    output: z.array(DocFile),
  }),
  addSheet: upload('/sc-llm/llmKnowledgeDocFiles/addCustomSheet', {
    may: 'docFile.add',
    says: 'Adds a spreadsheet under a paper: the file sent, or a new one of this name',
    input: z.object({
      parentFileId,
      sheetName: z.string().trim().max(31, 'docSheetName').default(''),
      customType: z.string().trim().max(60).default(''),
    }),
    output: DocFile.extend({ notes: z.array(BookNote) }),
  }),
  removeFile: post('/sc-llm/llmKnowledgeDocFiles/removeCustomFile', {
    may: 'docFile.delete',
    says: 'Takes a sheet or an attachment away from its paper',
    input: z.object({ fileId: id }),
    output: z.object({}),
  }),
  removeFinancialFiles: post('/sc-llm/llmKnowledgeDocFiles/remove-project-financial-info-attach', {
    may: 'docFile.delete',
    says: 'Removes the financial files of a project that no ledger holds; the others are named',
    input: z.object({ projectId: id }),
    output: z.object({ removed: count, kept: z.array(z.object({ name: z.string(), datasetVersion: count })) }),
  }),
}
