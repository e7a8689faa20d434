import type { z } from 'zod'
import type { YearFigure } from '#contract/indicator.ts'
import { say } from '#contract/errors.ts'
import type { Language } from '#contract/texts.ts'
import { describeFault } from '#engine/binding/fault.ts'
import { yuan } from '#engine/money.ts'
import type { ProjectYear, YearCell } from './project-years.ts'

export type Figure = z.input<typeof YearFigure>

/** The cells that may say a figure: the year's own, and the comparison column of the papers of the year after. */
export type Place = { now: string; before: string | null }

const wire = ({ unit, value }: YearCell): string | null =>
  value === null || unit !== 'money' ? value : yuan(BigInt(value))

const reason = ({ provenance }: YearCell, language: Language): string =>
  [...new Set(provenance.faults.map((fault) => describeFault(fault, language === 'en' ? 'en' : 'zh')))]
    .slice(0, 3)
    .join(language === 'en' ? ' ' : '')

/**
 * A figure year by year, the newest first: from the year's own papers, else from the comparison column of the next year's
 * (last year's statements, opening balances or filed return); else why it is not known.
 */
export function yearFigures(years: readonly ProjectYear[], { now, before }: Place, language: Language): Figure[] {
  return years.map(({ year, project, cells }, at) => {
    const own = cells.get(now)
    const after = years[at - 1]
    const compared = before === null ? undefined : after?.cells.get(before)
    const figure = (cell: YearCell, name: string, of: ProjectYear): Figure => ({
      year,
      value: wire(cell),
      source: cell.value === null ? 'none' : of.year === year ? 'papers' : 'comparison',
      projectId: of.project?.id ?? '',
      cell: name,
      why: cell.value === null ? reason(cell, language) : '',
    })
    if (own && own.value !== null) return figure(own, now, { year, project, cells })
    if (compared && compared.value !== null && before !== null && after) return figure(compared, before, after)
    if (own) return figure(own, now, { year, project, cells })
    if (compared && before !== null && after) return figure(compared, before, after)
    const why = say(project?.generation_id ? 'indicatorOldPapers' : 'indicatorNoProject', language, { year })
    return { year, value: null, source: 'none', projectId: project?.id ?? '', cell: '', why }
  })
}
