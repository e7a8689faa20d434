import type { z } from 'zod'
import type { DatasetFile, everySheetAnswer } from '#contract/dataset-file.ts'
import type { Role } from './role-name.ts'

type File = z.output<typeof DatasetFile>
type Sheet = File['sheets'][number]
export type SheetAnswer = (typeof everySheetAnswer)[number]
/** What a person chose, by layout and what was asked (`answerKey`). */
export type Answers = { answers: Record<string, Role | SheetAnswer | undefined> }

/** The questions of one sheet; what its layout shares with a sheet before is not asked again. */
export type AskedSheet = { place: string; layout: string; asks: Sheet['asks']; columns: Sheet['questions'] }

export const answerKey = (layout: string, signature: string) => `${layout} ${signature}`

/** The open questions of a version, sheet by sheet; each is asked once. */
export function openQuestions(files: readonly File[]): AskedSheet[] {
  const seen = new Set<string>()
  return files.flatMap(({ name, sheets }) =>
    sheets.flatMap((sheet) => {
      const fresh = ({ signature }: { signature: string }) => {
        const key = answerKey(sheet.signature, signature)
        if (seen.has(key)) return false
        seen.add(key)
        return true
      }
      const asks = sheet.asks.filter(fresh)
      const columns = sheet.questions.filter(fresh)
      const place = [...new Set([name, sheet.name, sheet.kindName])].filter(Boolean).join(' · ')
      return asks.length + columns.length === 0 ? [] : [{ place, layout: sheet.signature, asks, columns }]
    }),
  )
}

/** The choice that evidence speaks for, put before the person who decides: only where one candidate alone has any. */
export function proposed(asked: readonly AskedSheet[]): Answers['answers'] {
  const answers: Answers['answers'] = {}
  for (const { layout, asks } of asked) {
    for (const { about, signature, candidates } of asks) {
      const [backed, ...others] = candidates.filter(({ evidence }) => evidence.length > 0)
      if (about === 'period' && backed && others.length === 0) answers[answerKey(layout, signature)] = backed.answer
    }
  }
  return answers
}

/** The answers as an import takes them: layout → what was asked → answer. */
export function byLayout(asked: readonly AskedSheet[], answers: Answers['answers']) {
  const given: Record<string, Record<string, Role | SheetAnswer>> = {}
  for (const { layout, asks, columns } of asked) {
    for (const { signature } of [...asks, ...columns]) {
      const answer = answers[answerKey(layout, signature)]
      if (answer !== undefined) given[layout] = { ...given[layout], [signature]: answer }
    }
  }
  return given
}
