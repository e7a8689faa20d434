import type { binding, FormulaVocabulary } from '#contract/binding.ts'
import type { z } from 'zod'
import { translate } from '#engine/binding/translate.ts'
import { yuan } from '#engine/money.ts'
import { mappingFacts } from '#facts/facts.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { warmThread } from '#server/kernel/warm-thread.ts'
import { previewRows } from '#server/paper/atom-rows.ts'
import { atomText } from '#server/paper/atom-text.ts'
import type { PaperTask } from '#server/paper/generate-worker.ts'
import { paperThread } from '#server/paper/paper-threads.ts'
import type { Preview } from '#server/paper/preview.ts'
import { reachableProject } from '#server/project/reach.ts'
import type { DeskTask } from './desk.ts'

const MEMORY_MB = 512
const desk = warmThread(new URL('desk-worker.ts', import.meta.url), { memory: MEMORY_MB })
const ask = <R>(task: DeskTask): Promise<R> => desk.run<R>(task)

const languageOf = ({ language }: Pick<Context, 'language'>): 'zh' | 'en' => (language === 'en' ? 'en' : 'zh')
type Checked = z.input<typeof binding.check.output>
type AllChecked = z.input<typeof binding.checkAll.output>

export const bindingService: Service<typeof binding> = {
  vocabulary(_context, { year }) {
    return ask<FormulaVocabulary>({ kind: 'vocabulary', year: year ?? 2025 })
  },

  check(context, { expression, unit, cell, cells }) {
    const language = languageOf(context)
    return ask<Checked>({ kind: 'check', expression, unit, cell: cell ?? '', cells: cells ?? [], language })
  },

  checkAll(context, { bindings }) {
    const list = bindings.map((one) => ({ ...one, label: one.cell }))
    return ask<AllChecked>({ kind: 'checkAll', bindings: list, language: languageOf(context) })
  },

  async preview(context, { projectId, expression, unit, cell, cells }) {
    const { kernel, user, extent, language } = context
    const actor = { tenantId: user.tenantId, userId: user.id }
    const { dataset_id: datasetId } = await kernel.database.inTenant(actor, (db) =>
      reachableProject({ db, user, extent }, projectId),
    )
    const config = kernel.database.configOf(actor.tenantId)
    const about = { expression, unit, cell: cell ?? '', cells: cells ?? [], language: languageOf(context) }
    const task: PaperTask = { kind: 'preview', config, actor, projectId, ask: about }
    const made = await paperThread(task).run<Preview>(task)
    const rows = await kernel.database.inTenant(actor, (db) => previewRows(db, datasetId ?? '', made.atoms))
    return {
      status: made.status,
      value: shown(unit, made.value),
      reason: made.reason,
      words: made.words,
      atoms: made.atoms.map(({ atom, balance }, at) => ({
        text: atomText(atom, language),
        rows: atom.rows,
        sum: atom.fn === 'je_count' ? null : yuan(BigInt(atom.sum)),
        balance,
        lines: rows[at]?.lines ?? [],
        accounts: rows[at]?.accounts ?? [],
      })),
      inputs: made.inputs.map(({ cell: key, label, unit: of, value }) => ({
        cell: key,
        label,
        value: shown(of, value),
      })),
    }
  },

  translate(context, { formula, dialect }) {
    const language = languageOf(context)
    const { expression, notes, problems } = translate(formula, dialect, mappingFacts.charts)
    return Promise.resolve({
      expression,
      notes: notes.map((note) => note[language]),
      problems: problems.map(({ at, zh, en }) => ({ from: at.from, to: at.to, text: language === 'en' ? en : zh })),
    })
  },
}

const shown = (unit: string, value: string | null): string | null =>
  value === null || unit !== 'money' ? value : yuan(BigInt(value))
