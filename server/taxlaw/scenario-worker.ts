import { parentPort, workerData } from 'node:worker_threads'
import type { z } from 'zod'
import type { ScenarioResult } from '#contract/tax-return.ts'
import { decimal, decimalText, subtract } from '#engine/binding/rational.ts'
import { yuan } from '#engine/money.ts'
import { type CellValue, type Generation, generate } from '#engine/workpaper/generate.ts'
import { assembleReturn, type ReturnInput, type TaxReturn } from '#engine/taxlaw/tax-return.ts'
import { withOneOffTurned, withParams } from '#engine/taxlaw/scenario.ts'
import { taxFacts } from '#facts/facts.ts'
import { formWord } from '#facts/form-words.ts'
import { returnFacts } from '#facts/return-facts.ts'
import { type Actor, openDatabase } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import { readAnswer } from '#server/paper/params.ts'
import { projectInputs } from '#server/paper/project-inputs.ts'
import { inLanguage } from '#server/paper/stored-cell.ts'
import { returnInputs } from './return-inputs.ts'
import type { ScenarioInput } from './scenario-job.ts'
import { taxCell } from './small-profit-view.ts'

export type Tried = z.input<typeof ScenarioResult>
export type ScenarioTask = { config: Parameters<typeof openDatabase>[0]; actor: Actor; input: ScenarioInput }

const { config, actor, input }: ScenarioTask = workerData
const say = (said: WorkerSays<Tried>) => parentPort?.postMessage(said, [])
const database = openDatabase(config, 1)
try {
  say({ kind: 'progress', percent: 10, step: 'paperLoading', params: {} })
  const given = await database.inSnapshot(actor, async (db) => {
    const project = await db
      .selectFrom('firm_project')
      .selectAll()
      .where('id', '=', input.projectId)
      .executeTakeFirstOrThrow()
    if (!project.dataset_id) throw new Refusal('relationNoDataset')
    const { dataset_id: datasetId, workpaper_template_id: templateId } = project
    return {
      inputs: await projectInputs(db, { id: input.projectId, datasetId, templateId }),
      // what people entered, last year's return and the law's figures are the same on both sides
      stored: await returnInputs(db, project),
    }
  })
  say({ kind: 'progress', percent: 40, step: 'scenarioComputing', params: {} })
  const papers = { ...taxFacts.papers, papers: [...taxFacts.papers.papers, ...given.inputs.papers] }
  const inputs = { ...given.inputs, facts: { ...taxFacts, papers }, hash: sha256 }
  const tried = turned(inputs)
  if (tried.changed.length === 0) throw new Refusal('scenarioNothing')
  const before = generate(inputs)
  say({ kind: 'progress', percent: 70, step: 'scenarioComputing', params: {} })
  const result = compared(returnFrom(before, given.stored), returnFrom(generate(tried.inputs), given.stored))
  say({ kind: 'done', result: { ...result, changed: tried.changed } })
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  say({ kind: 'refused', key: error.key, params: error.params })
} finally {
  await database.close()
}

function turned<T extends Parameters<typeof generate>[0]>(inputs: T) {
  if (input.kind === 'one_off') return withOneOffTurned(inputs, taxFacts.rules)
  if (input.kind === 'rd_super') {
    // unanswered counts as not claimed, which is what the return would show
    const claimed = inputs.params['rd_super_claimed']?.value === true
    return withParams(inputs, { rd_super_claimed: { value: !claimed } })
  }
  const answers = input.params.map(
    ({ name, value }) => [name, { value: readAnswer(name, value, input.language) }] as const,
  )
  return withParams(inputs, Object.fromEntries(answers))
}

function shown(value: CellValue | null): string | null {
  if (value === null) return null
  if (value.kind === 'money') return yuan(value.fen)
  return value.kind === 'bool' || value.kind === 'text' ? String(value.value) : value.decimal
}

/** The whole return with the cells of a generation that is not stored. */
function returnFrom({ cells }: Generation, stored: ReturnInput): Assembled {
  const fed = [...cells.values()].flatMap(({ key, feeds, value, status }) =>
    feeds.map((cell) => ({ cell, value: shown(value), status, paperCell: key })),
  )
  return { made: assembleReturn(returnFacts, { ...stored, fed }), cells }
}

type Assembled = { made: TaxReturn; cells: Generation['cells'] }

function compared(before: Assembled, after: Assembled): Omit<Tried, 'changed'> {
  const lineOf = (cell: string) => {
    const [was, is] = [before, after].map(({ made }) => made.cells.get(cell)?.value ?? null)
    return { cell, label: labelOf(after, cell), before: was ?? null, after: is ?? null, difference: difference(was ?? null, is ?? null) } // prettier-ignore
  }
  const taxLine = taxCell(before.made.year)
  const { before: was, after: is, difference: more } = lineOf(taxLine)
  const lines = [...new Set([...before.made.cells.keys(), ...after.made.cells.keys()])]
    .map(lineOf)
    .filter((line) => line.before !== line.after)
    .toSorted((a, b) => a.cell.localeCompare(b.cell, 'en', { numeric: true }))
  return { taxLine, before: was, after: is, difference: more, lines }
}

/** As the paper that fills it names it, else the line of the form. */
function labelOf({ made, cells }: Assembled, cell: string): string {
  const known = made.cells.get(cell)
  const label = cells.get(known?.paperCell ?? '')?.label
  const form = made.forms.find(({ code }) => code === known?.form)
  const line = form?.lines.find((one) => one.line === known?.line)
  return inLanguage(label ?? formWord(line?.name ?? ''), input.language)
}

function difference(was: string | null, is: string | null): string | null {
  const [from, to] = [decimal(was ?? ''), decimal(is ?? '')]
  if (!from || !to) return null
  const text = decimalText(subtract(to, from))
  const [whole = '0', fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}
