import { docFile } from '#contract/doc-files.ts'
import { enterprise } from '#contract/enterprise.ts'
import { file } from '#contract/file.ts'
import { KNOWLEDGE_FILE, knowledgeDoc } from '#contract/knowledge-doc.ts'
import { knowledge } from '#contract/knowledge.ts'
import { project } from '#contract/project.ts'
import type { Caller } from '#server/kernel/testing.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'

type Draft = Partial<Parameters<typeof saveBase>[1]>
const saveBase = (
  caller: Caller,
  draft: {
    name: string
    scope?: 'system' | 'firm' | 'project' | 'personal'
    kind?: 'law' | 'policy' | 'other'
    projectId?: string
  },
) => caller(knowledge.saveBase, draft)

let made = 0
/** A new base; answers its id. */
export async function newBase(caller: Caller, draft: Draft = {}): Promise<string> {
  made += 1
  return (await saveBase(caller, { name: `知识库${made}`, ...draft })).id
}

/** Uploads a file to a base; answers its id. */
export async function uploaded(
  caller: Caller,
  baseId: string,
  name: string,
  content: string | Buffer,
): Promise<string> {
  return (await caller.upload(file.upload, { purpose: KNOWLEDGE_FILE, ownerId: baseId }, { name, content })).id
}

/** A document of the base, read to its end; answers its id. */
export async function newDoc(caller: Caller, baseId: string, name: string, content: string): Promise<string> {
  const fileId = await uploaded(caller, baseId, name, content)
  const { jobId, added } = await caller(knowledgeDoc.add, { baseId, fileIds: [fileId] })
  await caller.done(jobId)
  return added[0]?.id ?? ''
}

/** The texts that a search of this person finds. */
export async function foundTexts(caller: Caller, query: string, more: object = {}): Promise<string[]> {
  const { passages } = await caller(knowledge.retrieve, { query, ...more })
  return passages.map(({ text }) => text)
}

/** A new project of a new client of this person; answers its id. */
export async function newProject(caller: Caller): Promise<string> {
  made += 1
  const client = await caller(enterprise.save, { enterpriseName: `客户${made}`, creditCode: testCreditCode(made) })
  const [template] = await caller(docFile.templates, { firmId: client.firmId, taxProjectCategory: 1 })
  const draft = { enterpriseId: client.id, projectName: `项目${made}`, year: '2025', category: 1 }
  return (await caller(project.save, { ...draft, workpaperTemplateId: template?.id ?? '' })).id
}
