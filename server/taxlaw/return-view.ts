import type { z } from 'zod'
import type { Check, FormSummary } from '#contract/tax-return.ts'
import type { Language } from '#contract/texts.ts'
import { type CheckResult, runChecks } from '#engine/taxlaw/return-checks.ts'
import { formStanding } from '#engine/taxlaw/form-standing.ts'
import {
  type AssembledForm,
  assembleReturn,
  type ReturnCell,
  type ReturnInput,
  type TaxReturn,
} from '#engine/taxlaw/tax-return.ts'
import { formWord } from '#facts/form-words.ts'
import { returnFacts } from '#facts/return-facts.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { inLanguage } from '#server/paper/stored-cell.ts'
import type { ProjectRow } from '#server/project/reach.ts'
import { returnInputs } from './return-inputs.ts'

export type ReturnAsItStands = { input: ReturnInput; made: TaxReturn }

/** The project's return as it stands; refused for a year whose forms are not held. A few thousand cells: milliseconds. */
export async function returnOf(db: Db, project: ProjectRow): Promise<ReturnAsItStands> {
  if (project.year < returnFacts.firstYear)
    throw new Refusal('returnNoYear', { year: project.year, first: returnFacts.firstYear })
  const input = await returnInputs(db, project)
  return { input, made: assembleReturn(returnFacts, input) }
}

export const formSummary = (made: TaxReturn, form: AssembledForm, language: Language): z.input<typeof FormSummary> => ({
  code: form.code,
  name: inLanguage(formWord(form.name), language),
  key: form.form?.key ?? '',
  version: form.form?.version ? inLanguage(form.form.version, language) : '',
  held: form.form !== null,
  certainty: form.form ? inLanguage(form.form.certainty, language) : '',
  ...formStanding(made, form),
})

export const checksOf = ({ input, made }: ReturnAsItStands): CheckResult[] => runChecks(returnFacts, input, made)

export const wireCheck = (check: CheckResult, language: Language): z.input<typeof Check> => ({
  ...check,
  says: inLanguage(check.says, language),
  parts: check.parts.map((part) => ({ ...part, figures: [...part.figures] })),
})

export const wireReturnCell = (cell: ReturnCell) => ({ ...cell, conflicts: [...cell.conflicts] })
