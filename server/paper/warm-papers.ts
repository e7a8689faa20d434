import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import { generate, type Generation, type GenerationInput } from '#engine/workpaper/generate.ts'
import { renew } from '#engine/workpaper/renew.ts'
import { taxFacts } from '#facts/facts.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import { type Books, type ProjectInputs, projectBooks, projectInputs } from './project-inputs.ts'

/** What a thread keeps of a project it worked on: books, and the last generation made from them. */
export type Warm = {
  books: Books
  generation: Generation | null
  /** The generation as it was last stored, with the client's name on its sheets. */
  stored: { id: string; generation: Generation; client: string } | null
}

/** Projects kept, and journal lines of all of them: the least recently used go first. */
const MOST_PROJECTS = 3
const MOST_LINES = 600_000

const kept = new Map<string, Warm>()

/** What is kept under the name, which tells books apart; loaded if it is not. */
async function warm(name: string, load: () => Promise<Books>): Promise<Warm> {
  const found = kept.get(name) ?? { books: await load(), generation: null, stored: null }
  kept.delete(name)
  kept.set(name, found)
  let lines = 0
  for (const [other, { books }] of [...kept].toReversed()) {
    lines += books.ledger.journal.size
    if (other !== name && (kept.size > MOST_PROJECTS || lines > MOST_LINES)) kept.delete(other)
  }
  return found
}

/** A project as the database shows it in one snapshot. */
export type ReadProject = {
  warm: Warm
  given: ProjectInputs
  inputs: GenerationInput
  datasetId: string
  relationVersion: number
  client: string
}

type Step = (percent: number, key: TextKey, params?: Params) => void

/** Reads the project; books that are warm are not read again. `open`: the relation bill may still be worked on. */
export async function readProject(
  db: Db,
  projectId: string,
  { open, step }: { open: boolean; step: Step },
): Promise<ReadProject> {
  const project = await db
    .selectFrom('firm_project')
    .innerJoin('firm_enterprise', 'firm_enterprise.id', 'firm_project.enterprise_id')
    .select(['firm_project.tenant_id', 'dataset_id', 'relation_version', 'relation_locked_by', 'enterprise_name'])
    .select('workpaper_template_id')
    .where('firm_project.id', '=', projectId)
    .executeTakeFirstOrThrow()
  const { dataset_id: datasetId, relation_version: relationVersion, workpaper_template_id: templateId } = project
  if (!datasetId) throw new Refusal('relationNoDataset')
  const locked = project.relation_locked_by !== ''
  if (!locked && !open) throw new Refusal('paperNotLocked')
  step(5, 'paperLoading')
  const name = [project.tenant_id, projectId, datasetId, relationVersion].join('/')
  // a bill that is being worked on is another one a moment later
  if (!locked) kept.delete(name)
  const held = await warm(name, () => projectBooks(db, { id: projectId, datasetId }))
  const given = await projectInputs(db, { id: projectId, datasetId, templateId }, held.books)
  if (!locked) kept.delete(name)
  const papers = { ...taxFacts.papers, papers: [...taxFacts.papers.papers, ...given.papers] }
  const inputs = { ...given, facts: { ...taxFacts, papers }, hash: sha256 }
  return { warm: held, given, inputs, datasetId, relationVersion, client: project.enterprise_name }
}

/** The generation of these inputs, made from the last one where there is one. */
export function computed({ warm: held, inputs }: Pick<ReadProject, 'warm' | 'inputs'>): Generation {
  const generation = held.generation ? renew(held.generation, inputs).generation : generate(inputs)
  held.generation = generation
  return generation
}
