import { byId, byIds, of, type Subject } from './testing-subject.ts'

const ofTemplate = (more: object = {}) => byId('paperTemplate', { rev: 1, ...more })
const ofProject = (more: object = {}) => of('project', 'projectId', more)
/** A project's files ask for the project's grant, too, so that one extent does not say who reaches them. */
const twoGrants = 'asks for two grants; tried in server/template/doc-files.test.ts'

/** Calls of templates and of what is added under papers: the row each names, or why it names none. */
export const templateSubjects: Readonly<Record<string, Subject | string>> = {
  'GET /sc-llm/llmKnowledge/list': 'a list',
  'GET /sc-llm/llmKnowledgeDocFiles/listWorkingPaperFirmFiles': 'a list',
  'GET /sc-llm/llmKnowledgeDocFiles/listWorkingPaperSysFiles': 'shared by all',
  'GET /sc-llm/llmKnowledgeDocFiles/listWorkingPaperFirmFilesAndSysFiles': 'a list',
  'GET /sc-llm/llmKnowledgeDocFiles/listWorkingPaperFirmProjectFiles': twoGrants,
  'GET /sc-llm/llmKnowledgeDocFiles/projectWorkingPaper': twoGrants,
  'GET /sc-llm/llmKnowledgeDocFiles/customSheetContent': twoGrants,
  'GET /sc-llm/llmKnowledgeDocFiles/customSheetAllContent': twoGrants,
  'GET /sc-llm/llmKnowledgeDocFiles/customAttachFiles': twoGrants,
  'GET /sc-llm/llmKnowledgeDocFiles/customSheetFiles': twoGrants,
  'POST /sc-llm/llmKnowledgeDocFiles/addCustomAttachments': twoGrants,
  'POST /sc-llm/llmKnowledgeDocFiles/addCustomSheet': twoGrants,
  'POST /sc-llm/llmKnowledgeDocFiles/removeCustomFile': twoGrants,
  'POST /sc-llm/llmKnowledgeDocFiles/remove-project-financial-info-attach': twoGrants,
  'GET /sc-llm/llmKnowledgeSwsDocTemplate/list': 'a list',
  'GET /sc-llm/llmKnowledgeSwsDocTemplate/detail': byId('paperTemplate'),
  'GET /sc-llm/llmKnowledgeSwsDocTemplate/book': byId('paperTemplate'),
  'POST /sc-llm/llmKnowledgeSwsDocTemplate/upload': 'a form that makes its row',
  'POST /sc-llm/llmKnowledgeSwsDocTemplate/replaceFile':
    'a form; whose template it is, is tried in server/template/template.test.ts',
  'POST /sc-llm/llmKnowledgeSwsDocTemplate/fromSystem': 'makes its row',
  'POST /sc-llm/llmKnowledgeSwsDocTemplate/update': ofTemplate({ name: '改' }),
  'POST /sc-llm/llmKnowledgeSwsDocTemplate/savePapers': ofTemplate({ papers: [] }),
  'POST /sc-llm/llmKnowledgeSwsDocTemplate/saveCell': ofTemplate({
    paperId: 'X01',
    row: 0,
    column: 0,
    key: 'a',
    expression: '1',
    unit: 'money',
    label: { zh: '', en: '' },
  }),
  'POST /sc-llm/llmKnowledgeSwsDocTemplate/removeCell': {
    kind: 'templateCell',
    input: (id) => ({ id, rev: 1, paperId: 'X01', key: 'a' }),
  },
  'POST /sc-llm/llmKnowledgeSwsDocTemplate/beginDraft': byId('paperTemplate', { version: 1 }),
  'POST /sc-llm/llmKnowledgeSwsDocTemplate/dropDraft': ofTemplate(),
  'POST /sc-llm/llmKnowledgeSwsDocTemplate/publish': ofTemplate(),
  'POST /sc-llm/llmKnowledgeSwsDocTemplate/rollBack': ofTemplate({ version: 1 }),
  'POST /sc-llm/llmKnowledgeSwsDocTemplate/retire': ofTemplate({ retired: true }),
  'POST /sc-llm/llmKnowledgeSwsDocTemplate/remove': byIds('paperTemplate'),
  'GET /sc-llm/llmKnowledgeSwsDocTemplate/compare': byId('paperTemplate', { from: 1, to: 1 }),
  'GET /sc-llm/llmKnowledgeSwsDocTemplate/ofProject': ofProject(),
  'POST /sc-llm/llmKnowledgeSwsDocTemplate/moveUp': ofProject({ version: 1 }),
}
