import { z } from 'zod'
import type { Source } from '#contract/tool-source.ts'
import { notFound } from '#server/kernel/errors.ts'
import { financialFiles } from '../project/financial-file.ts'
import { actorOf, languageOf, underGrant } from './read-call.ts'
import { linesOfFile } from './read-lines.ts'
import { BOOKS, inProject, openProject, placeIn } from './tool-project.ts'
import { asData, plain, table } from './tool-text.ts'
import type { ToolAsker, ToolFinding, ToolMaker } from './tool.ts'

/** Characters of one answer. */
const PART = 7000

const fileInput = z.object({
  ...inProject,
  fileId: z.uuid().optional().describe('Id of a file; without it the files of the project are listed'),
  find: z.string().max(100).default('').describe('Only paragraphs and rows that hold these words'),
  from: z
    .int()
    .min(0)
    .max(10_000_000)
    .default(0)
    .describe('Character to begin at, as `next` of the answer before says'),
})

export const readFile: ToolMaker<typeof fileInput> = {
  name: 'read_file',
  title: { zh: '读取文件', en: 'Read a file' },
  description:
    'The text of a file (PDF, Word, workbook, text, mail, OFD) of a project, a knowledge base or a conversation, each piece with its place; without a file the list of the project’s files.',
  input: fileInput,
  offered: () => true,
  async run(asker, { projectId, fileId, find, from }) {
    if (fileId === undefined) return filesOf(asker, projectId)
    const file = await asker.kernel.files.find(asker.user, fileId)
    await staysInProject(asker, file.ownerId)
    const language = languageOf(asker)
    const reading = await linesOfFile(asker, file)
    const words = find.trim().toLowerCase()
    const { lines } = reading
    const kept = words === '' ? lines : lines.filter((line) => line.toLowerCase().includes(words))
    const whole = kept.join('\n')
    const text = whole.slice(from, from + PART)
    const next = from + PART < whole.length ? from + PART : null
    const en = language === 'en'
    const more = next === null ? '' : en ? `[next: ${next} of ${whole.length}]` : `[下一段从 next=${next} 开始，共 ${whole.length} 字]` // prettier-ignore
    const hidden = reading.hidden > 0 ? (en ? `[${reading.hidden} hidden pieces were left out]` : `[有 ${reading.hidden} 处隐藏文字未读取]`) : '' // prettier-ignore
    const source: Source = { kind: 'file', title: plain(file.name), place: '', quote: plain(text, 300) }
    return {
      text: [plain(file.name), asData(language), hidden, text, more].filter((part) => part !== '').join('\n'),
      data: { fileId, name: file.name, kind: reading.kind, pages: reading.pages, next, length: whole.length },
      sources: [source],
    }
  },
}

/** In a conversation about one project only its files are open, the person's own, and those of bases that belong to no other project. */
async function staysInProject(asker: ToolAsker, ownerId: string): Promise<void> {
  const { projectId, user } = asker
  if (!projectId || ownerId === projectId || ownerId === user.id) return
  const base = await asker.kernel.database.inTenant(actorOf(asker), (db) =>
    db
      .selectFrom('kb_base')
      .select('project_id')
      .where((eb) => eb(eb.cast<string>('id', 'text'), '=', ownerId))
      .executeTakeFirst(),
  )
  if (!base || (base.project_id !== null && base.project_id !== projectId)) throw notFound()
}

async function filesOf(asker: ToolAsker, named: string | undefined): Promise<ToolFinding> {
  const project = await openProject(asker, named, 'project.view')
  const files = await underGrant(asker, 'project.view', ({ db }) => financialFiles(db, project.id))
  const en = languageOf(asker) === 'en'
  const head = en ? ['Id', 'Name', 'Bytes', 'Uploaded'] : ['编号', '文件名', '字节', '上传时间']
  return {
    text: table(
      head,
      files.map((file) => [file.id, file.name, String(file.size), file.createTime]),
    ),
    data: files.map(({ id, name, size, createTime }) => ({ id, name, size, createTime })),
    sources: [{ kind: 'project', title: plain(project.project_name), place: placeIn(project, BOOKS, {}) }],
  }
}
