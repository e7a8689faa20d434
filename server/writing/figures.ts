import { sql } from 'kysely'
import { id } from '#contract/endpoint.ts'
import { extentOf } from '#contract/grants.ts'
import type { Language } from '#contract/texts.ts'
import type { FigureNow } from '#contract/writing.ts'
import { describeFault } from '#engine/binding/fault.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { User } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { generationOf } from '../paper/generation-query.ts'
import { type BothLanguages, inLanguage, type StoredProvenance, wireCell } from '../paper/stored-cell.ts'
import { type ProjectRow, reachableProject } from '../project/reach.ts'
import { projectOverrides } from '../workbook/project-overrides.ts'
import { placeIn } from '../tool/tool-project.ts'
import { figureShown } from './figure-text.ts'

type Asker = { db: Db; user: User; language: Language }
/** `value`: what the document shows. */
export type AskedFigure = { projectId: string; cell: string; value: string }

/** The project, if the person may read its papers. */
async function readableProject({ db, user }: Asker, projectId: string): Promise<ProjectRow | undefined> {
  const extent = extentOf(user.held, 'paper.view')
  // documents come from outside, too: one figure of no project must not keep the others from being read
  if (extent === undefined || !id.safeParse(projectId).success) return undefined
  try {
    return await reachableProject({ db, user, extent }, projectId)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

const absent = ({ projectId, cell }: AskedFigure, state: 'missing' | 'noProject', says = ''): FigureNow => ({
  projectId, cell, paperId: '', paperName: '', label: '', value: '', unit: '', state, stale: false, says, at: '', place: '',
}) // prettier-ignore

/** Cells as they are now, in the order asked; of a project the person may not see nothing is said but that. */
export async function figuresNow(asker: Asker, asked: readonly AskedFigure[]): Promise<FigureNow[]> {
  const found = new Map<string, Map<string, FigureNow> | undefined>()
  for (const projectId of new Set(asked.map((one) => one.projectId))) {
    const cells = asked.filter((one) => one.projectId === projectId).map(({ cell }) => cell)
    const project = await readableProject(asker, projectId)
    found.set(projectId, project && (await cellsNow(asker, project, [...new Set(cells)])))
  }
  return asked.map((one) => {
    const cells = found.get(one.projectId)
    if (!cells) return absent(one, 'noProject')
    const now = cells.get(one.cell)
    if (!now) return absent(one, 'missing')
    if (now.state === 'missing') return now
    return { ...now, state: now.value === one.value ? 'same' : 'changed' }
  })
}

async function cellsNow(
  { db, language }: Asker,
  project: ProjectRow,
  cells: readonly string[],
): Promise<Map<string, FigureNow>> {
  const generation = await generationOf(db, project)
  if (!generation) return new Map()
  const rows = await db
    .selectFrom('paper_cell')
    .innerJoin('paper', (on) =>
      on
        .onRef('paper.generation_id', '=', 'paper_cell.generation_id')
        .onRef('paper.paper_id', '=', 'paper_cell.paper_id'),
    )
    .select(['paper_cell.paper_id', 'paper.name', 'cell', 'status', 'unit', 'value', 'provenance'])
    .where('paper_cell.generation_id', '=', generation.id)
    .where('cell', '=', sql<string>`any(${[...cells]}::text[])`)
    .execute()
  const overrides = rows.some(({ status }) => status === 'overridden') ? await projectOverrides(db, project.id) : {}
  const english = language === 'en'
  return new Map(
    rows.map((row): [string, FigureNow] => {
      const cell = wireCell(row, language)
      const { faults } = row.provenance as StoredProvenance
      const value = figureShown(cell, english)
      const decided = cell.status === 'overridden' ? overrides[row.cell] : undefined
      return [
        row.cell,
        {
          projectId: project.id,
          cell: row.cell,
          paperId: row.paper_id,
          paperName: inLanguage(row.name as BothLanguages, language),
          label: cell.label,
          value,
          unit: cell.unit,
          state: value === '' ? 'missing' : 'same',
          stale: generation.stale || cell.status === 'stale',
          says: decided
            ? decisionSays(decided, english)
            : faults.map((fault) => describeFault(fault, english ? 'en' : 'zh')).join(english ? ' ' : ''),
          at: generation.createTime,
          place: placeIn(project, '/wps/index', { paperId: row.paper_id, cell: row.cell }),
        },
      ]
    }),
  )
}

type Decided = Awaited<ReturnType<typeof projectOverrides>>[string]
/** Who decided a cell against its formula, and why. */
const decisionSays = ({ reason, who, when }: Decided, english: boolean): string =>
  english ? `Overridden by ${who} on ${when}: ${reason}` : `${who} ${when} 改数：${reason}`

/** Today as the product writes days, where its customers are. */
export const dayNow = (): string => wallTime(new Date()).slice(0, 10)
