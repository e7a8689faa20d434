import { z } from 'zod'
import { project } from '#contract/project.ts'
import { projectService } from '../project/service.ts'
import { languageOf, readCall } from './read-call.ts'
import { mayRead } from './tool-project.ts'
import { asData, plain, table } from './tool-text.ts'
import type { ToolMaker } from './tool.ts'

const listInput = z.object({
  find: z.string().max(100).default('').describe('Words of the client’s name'),
  year: z.int().min(1990).max(2100).optional(),
  page: z.int().min(1).max(10_000).default(1),
})

export const listProjects: ToolMaker<typeof listInput> = {
  name: 'list_projects',
  title: { zh: '项目列表', en: 'Projects' },
  description: 'Projects one works on (one client, one year each) with their ids, which other tools take as projectId.',
  input: listInput,
  offered: mayRead('project.view'),
  async run(asker, { find, year, page: current }) {
    const found = await readCall(asker, project.list, projectService.list, {
      current,
      size: 30,
      enterpriseName: find.trim(),
      ...(year !== undefined && { year_equal: String(year) }),
    })
    const en = languageOf(asker) === 'en'
    return {
      text: [
        en ? `${found.total} projects, page ${current}.` : `共 ${found.total} 个项目，第 ${current} 页。`,
        asData(languageOf(asker)),
        table(
          en ? ['projectId', 'Client', 'Project', 'Year', 'Stage'] : ['projectId', '企业', '项目', '年度', '进度'],
          found.records.map((one) => [one.id, one.enterpriseName, one.projectName, one.year, one.stage]),
        ),
      ].join('\n'),
      data: {
        total: found.total,
        projects: found.records.map(({ id, enterpriseName, projectName, year: of, stage }) => ({ id, enterpriseName, projectName, year: of, stage })), // prettier-ignore
      },
      sources: found.records.map((one) => ({
        kind: 'project' as const,
        title: plain(`${one.enterpriseName} ${one.projectName}`),
        place: `/projectApp/index?${new URLSearchParams({ enterpriseId: one.enterpriseId, projectId: one.id, projectName: one.projectName }).toString()}`,
      })),
    }
  },
}
