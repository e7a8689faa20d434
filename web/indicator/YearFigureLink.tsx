import type { YearFigure } from '#contract/indicator.ts'
import { useTexts } from '#web/kernel/language.ts'
import { projectHref } from '../project/stage.ts'
import { figureText } from './figure-text.ts'
import { texts } from './texts.ts'

/** The projects of an enterprise, so that a figure of a year opens in its own project. */
export type Projects = {
  enterpriseId: string
  years: readonly { projectId: string; projectName: string }[]
}

/** The address of a cell in the workbook of its project; undefined where there is none. */
export function cellHref({ enterpriseId, years }: Projects, projectId: string, cell: string): string | undefined {
  const projectName = years.find((one) => one.projectId === projectId)?.projectName
  if (projectName === undefined || projectId === '' || cell === '') return undefined
  const [paperId = ''] = cell.split('.')
  const view = new URLSearchParams({ 'v.paperId': paperId, 'v.cell': cell })
  return `${projectHref('/wps/index', { id: projectId, enterpriseId, projectName })}&${view}`
}

type LinkProps = { of: YearFigure; unit: string; name: string; label: string; projects: Projects }

/** A figure that opens its cell; one that is not known says why. */
export function YearFigureLink({ of, unit, name, label, projects }: LinkProps) {
  const t = useTexts(texts)
  const href = cellHref(projects, of.projectId, of.cell)
  if (of.value === null)
    return href ? (
      <a className="third" href={href} target="_blank" rel="noopener" title={of.why}>
        {t('unknown')}
      </a>
    ) : (
      <span className="third" title={of.why}>
        {t('unknown')}
      </span>
    )
  const text = <span className="number">{figureText({ unit, value: of.value, key: name })}</span>
  return (
    <>
      {href ? (
        <a
          className="evidence"
          href={href}
          target="_blank"
          rel="noopener"
          title={t('openCell', { label: `${label} ${of.year}` })}
        >
          {text}
        </a>
      ) : (
        text
      )}
      {of.source === 'comparison' && (
        <sup className="third comparison-mark" title={t('comparison')}>
          {t('comparisonMark')}
        </sup>
      )}
    </>
  )
}
