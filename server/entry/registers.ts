import type { EntryColumn, EntryProblem } from '#contract/entry.ts'
import type { Language } from '#contract/texts.ts'
import { enteredValue } from '#engine/workpaper/entered-value.ts'
import type { PaperRegister, Text } from '#engine/workpaper/paper.ts'
import { paperRegisters } from '#facts/facts.ts'
import { Refusal } from '#server/kernel/errors.ts'

/** The register that adjusting entries fill; people fill those, not it. */
export const ADJUSTING = 'adjusting_entries'

const registers = new Map(paperRegisters.filter(({ id }) => id !== ADJUSTING).map((one) => [one.id, one]))

export const inWords = (text: Text, language: Language): string => (language === 'en' ? text.en : text.zh)

/** The registers of a paper, in the order of its facts. */
export const registersOf = (paperId: string): PaperRegister[] =>
  [...registers.values()].filter(({ paper }) => paper === paperId)

/** A register by its name. Refuses one that no paper has. */
export function registerNamed(id: string): PaperRegister {
  const found = registers.get(id)
  if (!found) throw new Refusal('entryNoRegister', { register: id })
  return found
}

/** Whether its rows are those of the client's asset register. */
export const ofAssets = ({ proposal }: PaperRegister): boolean => proposal?.from === 'assets'

export const wireColumns = ({ columns }: PaperRegister, language: Language): EntryColumn[] =>
  columns.map(({ key, label, unit, required, choices }) => ({
    key,
    label: inWords(label, language),
    unit,
    required,
    choices: choices.map((choice) => ({ value: choice.value, label: inWords(choice, language) })),
  }))

export type TypedRow = { key: string; values: Readonly<Record<string, string>>; evidence: string }

/**
 * Every value as the register keeps it, and what is wrong, cell by cell. A row needs its name; what else is asked for may stay
 * blank for now: its figures are then missing, never zero. Columns the register does not have are left out.
 */
export function checkedRows(
  register: PaperRegister,
  rows: readonly TypedRow[],
  language: Language,
): { rows: TypedRow[]; problems: EntryProblem[] } {
  const problems: EntryProblem[] = []
  const checked = rows.map((row, place) => {
    const values: Record<string, string> = {}
    for (const [at, { key, label, unit, required, choices }] of register.columns.entries()) {
      const named = choices.map(({ value, zh, en }) => ({ value, names: [zh, en] }))
      const { value, problem } = enteredValue(
        { unit, required: required && at === 0, choices: named },
        row.values[key] ?? '',
      )
      if (value !== '') values[key] = value
      if (problem)
        problems.push({
          row: place,
          column: key,
          text: language === 'en' ? `${label.en} ${problem.en}` : `${label.zh}：${problem.zh}`,
        })
    }
    return { ...row, values }
  })
  return { rows: checked, problems }
}
