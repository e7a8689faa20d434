import { sql } from 'kysely'
import type { taxReturn } from '#contract/tax-return.ts'
import { decimal } from '#engine/binding/rational.ts'
import { fenOf, yuan } from '#engine/money.ts'
import type { ReturnCell } from '#engine/taxlaw/tax-return.ts'
import { cellAt, placeOf } from '#engine/taxlaw/return-model.ts'
import { formWord } from '#facts/form-words.ts'
import { returnFacts } from '#facts/return-facts.ts'
import { audit } from '#server/kernel/audit.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import type { Service } from '#server/kernel/service.ts'
import { inLanguage } from '#server/paper/stored-cell.ts'
import { reachableProject } from '#server/project/reach.ts'
import { originOf } from './cell-origin.ts'
import { entriesHash, finalityOf, readyToBeFinal, refuseIfFinal } from './finality.ts'
import { downloadReturn } from './return-file.ts'
import { checksOf, formSummary, type ReturnAsItStands, returnOf, wireCheck, wireReturnCell } from './return-view.ts'
import { SCENARIO, type ScenarioInput } from './scenario-job.ts'
import { smallProfitOf } from './small-profit-view.ts'

export const taxReturnService: Service<typeof taxReturn> = {
  async inputs(context, { projectId }) {
    const { input } = await returnOf(context.db, await reachableProject(context, projectId))
    return { ...input, fed: [...input.fed], hand: [...input.hand] }
  },

  async forms(context, { projectId }) {
    const { made } = await returnOf(context.db, await reachableProject(context, projectId))
    return made.forms.map((form) => formSummary(made, form, context.language))
  },

  async form(context, { projectId, form: code }) {
    const { made } = await returnOf(context.db, await reachableProject(context, projectId))
    const form = made.forms.find((one) => one.code === code)
    if (!form) throw new Refusal('returnNoForm', { year: made.year, form: code })
    const cellOf = (cell: string | null) => {
      const known = cell === null ? undefined : made.cells.get(cell)
      return known ? wireReturnCell(known) : null
    }
    return {
      summary: formSummary(made, form, context.language),
      columns: form.columns.map((name) => inLanguage(formWord(name), context.language)),
      lines: form.lines.map(({ line, name, calc, from, note, option, cells }) => ({ line, name: inLanguage(formWord(name), context.language), calc, from, note: note && inLanguage(note, context.language), option, cells: cells.map(cellOf) })), // prettier-ignore
    }
  },

  async checks(context, { projectId }) {
    const stands = await returnOf(context.db, await reachableProject(context, projectId))
    return checksOf(stands).map((check) => wireCheck(check, context.language))
  },

  async cell(context, { projectId, cell }) {
    const project = await reachableProject(context, projectId)
    return originOf(context, project, await returnOf(context.db, project), cell)
  },

  async enter(context, { projectId, cell, value, label, evidence, version }) {
    const { db, user } = context
    const project = await reachableProject(context, projectId, { lock: true })
    await refuseIfFinal(db, projectId)
    const stands = await returnOf(db, project)
    const before = await db
      .selectFrom('return_entry')
      .select(['value', 'label', 'evidence', 'version'])
      .where('project_id', '=', projectId)
      .where('cell', '=', cell)
      .executeTakeFirst()
    if (version !== undefined && version !== (before?.version ?? 0)) throw conflict()
    if (value === null || value === '') {
      await db.deleteFrom('return_entry').where('project_id', '=', projectId).where('cell', '=', cell).execute()
      await audit(context, {
        action: 'taxReturn.clear',
        bizType: 'project',
        bizId: projectId,
        before: { cell, ...before },
      })
      return {}
    }
    const read = enteredValue(stands, cell, value, label)
    if (evidence === '') throw new Refusal('returnNoEvidence')
    const fields = { value: read, label, evidence }
    await db
      .insertInto('return_entry')
      .values({ project_id: projectId, cell, ...fields })
      .onConflict((clash) =>
        clash.columns(['tenant_id', 'project_id', 'cell']).doUpdateSet({
          ...fields,
          version: sql`return_entry.version + 1`,
          update_user: user.id,
          update_time: sql`now()`,
        }),
      )
      .execute()
    await audit(context, { action: 'taxReturn.enter', bizType: 'project', bizId: projectId, ...(before && { before }), after: { cell, ...fields } }) // prettier-ignore
    return {}
  },

  async smallProfit(context, { projectId }) {
    const project = await reachableProject(context, projectId)
    return smallProfitOf(await returnOf(context.db, project), context.language)
  },

  async scenario(context, { projectId, kind, params }) {
    const { db, user, kernel, language } = context
    const project = await reachableProject(context, projectId)
    if (!project.generation_id) throw new Refusal('paperNone')
    const input: ScenarioInput = { projectId, kind, params, language }
    const jobId = await kernel.jobs.start(
      db,
      { tenantId: user.tenantId, userId: user.id },
      { type: SCENARIO, title: project.project_name, bizType: 'project', bizId: projectId, input },
    )
    await audit(context, {
      action: 'taxReturn.scenario',
      bizType: 'project',
      bizId: projectId,
      after: { kind, params },
    })
    return { jobId }
  },

  async finality(context, { projectId }) {
    const project = await reachableProject(context, projectId)
    return finalityOf(context.db, project, await returnOf(context.db, project), context.language)
  },

  async finalize(context, { projectId, note }) {
    const { db } = context
    const project = await reachableProject(context, projectId, { lock: true })
    await refuseIfFinal(db, projectId)
    const stands = await returnOf(db, project)
    const signature = await readyToBeFinal(db, project, stands)
    const generation = project.generation_id ?? ''
    await db
      .insertInto('return_final')
      .values({
        project_id: projectId,
        generation_id: generation,
        signature_id: signature,
        entries_hash: entriesHash(stands),
        note,
      })
      .execute()
    await audit(context, { action: 'taxReturn.finalize', bizType: 'project', bizId: projectId, after: { generation, signature, note } }) // prettier-ignore
    return {}
  },

  async reopen(context, { projectId, reason }) {
    const { db, user } = context
    await reachableProject(context, projectId, { lock: true })
    const done = await db
      .updateTable('return_final')
      .set({ reopen_user: user.id, reopen_time: sql`now()`, reopen_reason: reason })
      .where('project_id', '=', projectId)
      .where('reopen_time', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!done) throw new Refusal('returnNotFinal')
    await audit(context, { action: 'taxReturn.reopen', bizType: 'project', bizId: projectId, after: { reason } })
    return {}
  },

  download: downloadReturn,
}

/** What may be stored for a cell: refused where a paper feeds it, where its form computes it, and what is not of its unit. */
function enteredValue(stands: ReturnAsItStands, name: string, value: string, label: string): string {
  if (name.startsWith('entered.')) {
    const known = returnFacts.entered.some(({ id }) => `entered.${id}` === name)
    if (!known) throw new Refusal('returnNoCell', { year: stands.made.year, cell: name })
    return moneyText(value)
  }
  const cell = stands.made.cells.get(name)
  if (cell) return fitting(cell, value)
  // a new option line, or a line of a form whose texts are not held
  const place = placeOf(name)
  const form = stands.made.forms.find(({ code }) => code === place?.form)
  const above = form?.form?.lines.find(({ line }) => line === place?.line.split('.')[0])
  const none = new Refusal('returnNoCell', { year: stands.made.year, cell: name })
  if (!place || !form || name !== cellAt(place.form, place.line, place.column)) throw none
  const option = place.line.includes('.') && above?.option != null && place.column <= form.columns.length
  const unheld = form.form === null && place.column <= 30 && Number(place.line) <= 200
  if (!option && !unheld) throw none
  if (option && label === '') throw new Refusal('returnNoLabel')
  return moneyText(value)
}

function fitting(cell: ReturnCell, value: string): string {
  if (cell.paperCell !== null) throw new Refusal('returnFed', { cell: cell.cell, paper: cell.paperCell })
  if (!cell.byHand) throw new Refusal('returnComputed', { cell: cell.cell, formula: cell.formula ?? '' })
  if (cell.unit === 'text') return value
  if (cell.unit === 'money') return moneyText(value)
  if (decimal(value) === undefined) throw new Refusal('returnBadNumber', { value })
  return value
}

function moneyText(value: string): string {
  const fen = fenOf(value.replaceAll(/[,，\s]/g, ''))
  if (fen === undefined || fen >= 10n ** 17n || fen <= -(10n ** 17n)) throw new Refusal('returnBadMoney', { value })
  return yuan(fen)
}
