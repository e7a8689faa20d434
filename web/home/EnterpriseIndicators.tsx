import { useQueries } from '@tanstack/react-query'
import { paper } from '#contract/paper.ts'
import type { Project } from '#contract/project.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Money } from '#web/kit/Money.tsx'
import { Bones, Empty, Failing } from '#web/kit/StateView.tsx'
import { projectHref } from '../project/stage.ts'
import { Block } from './Block.tsx'
import { texts } from './texts.ts'

/** The main form's paper, and the lines a partner asks for first. */
const MAIN_FORM = 'E60'
const lines = ['revenue', 'profit', 'plus', 'minus', 'taxable', 'actual'] as const
const YEARS = 3

/** Of each of the last years the project whose papers stand, the newest first in the list. */
export function shownYears(rows: readonly Project[]): Project[] {
  const ready = rows.filter(({ stage }) => stage === 'generated')
  const years = [...new Set(ready.map(({ year }) => year))].toSorted().toReversed().slice(0, YEARS)
  return years.flatMap((year) => ready.find((row) => row.year === year) ?? []).toReversed()
}

/** What the returns of the last three years come to; every figure opens its paper. */
export function EnterpriseIndicators({ rows }: { rows: readonly Project[] }) {
  const t = useTexts(texts)
  const shown = shownYears(rows)
  const sheets = useQueries({
    queries: shown.map(({ id }) => query(paper.sheet, { projectId: id, paperId: MAIN_FORM })),
  })
  const failed = sheets.find(({ isError }) => isError)
  return (
    <Block title={t('indicators')} period={shown.map(({ year }) => year).join('、') || t('lastYears')}>
      {shown.length === 0 ? (
        <Empty says={t('noIndicators')} />
      ) : failed ? (
        <Failing fault={failed.error} retry={failed.refetch} />
      ) : sheets.some(({ data }) => !data) ? (
        <Bones lines={lines.length} />
      ) : (
        <table className="home-table" aria-label={t('indicators')}>
          <thead>
            <tr>
              <th scope="col">{t('yuan')}</th>
              {shown.map(({ year }) => (
                <th key={year} scope="col" className="figure">
                  {year}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line}>
                <th scope="row">{t(line)}</th>
                {shown.map((row, at) => {
                  const name = `${MAIN_FORM}.amount@${line}`
                  const value = sheets[at]?.data?.cells.find(({ cell }) => cell === name)?.value
                  const to = `${projectHref('/wps/index', row)}&${new URLSearchParams({ 'v.paperId': MAIN_FORM, 'v.cell': name })}`
                  return (
                    <td key={row.id} className="figure">
                      {value === undefined || value === null ? (
                        <span className="third">{t('noFigure')}</span>
                      ) : (
                        <a href={to} target="_blank" rel="noopener" className="evidence">
                          <Money value={value} />
                        </a>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Block>
  )
}
