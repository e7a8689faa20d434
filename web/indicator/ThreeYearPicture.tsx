import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { indicator, type PictureLine } from '#contract/indicator.ts'
import { query } from '#web/kernel/api.ts'
import { clauseMark, useTexts } from '#web/kernel/language.ts'
import { scrollsByKeyboard } from '#web/kit/scrolls-by-keyboard.ts'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { texts } from './texts.ts'
import { YearChart } from './YearChart.tsx'
import { type Projects, YearFigureLink } from './YearFigureLink.tsx'
import './indicator.css'

const charts = [
  { title: 'chartScale', keys: ['rev', 'profit'] },
  { title: 'chartTax', keys: ['taxable', 'tax'] },
  { title: 'chartRates', keys: ['K03', 'K15'] },
  { title: 'chartStock', keys: ['ar', 'inventory'] },
] as const

/** The enterprise over its last three years: a table whose figures open their cells, and charts of it. */
export function ThreeYearPicture({ enterpriseId }: { enterpriseId: string }) {
  const t = useTexts(texts)
  const picture = useQuery(query(indicator.picture, { enterpriseId }))
  return (
    <StateView of={picture} shape={<Bones lines={10} />}>
      {({ years, lines }): ReactNode =>
        years.length === 0 ? (
          <Empty says={t('noYears')} />
        ) : (
          <>
            <div className="year-charts">
              {charts.map(({ title, keys }) => (
                <YearChart
                  key={title}
                  title={t(title)}
                  projects={{ enterpriseId, years }}
                  lines={keys.flatMap((key) => lines.find((line) => line.key === key) ?? [])}
                />
              ))}
            </div>
            <YearTable lines={lines} projects={{ enterpriseId, years }} />
            {lines.some(({ figures }) => figures.some(({ source }) => source === 'comparison')) && (
              <p className="third">{t('comparisonSays')}</p>
            )}
            <p>
              <Link to={`/swjc/index?${new URLSearchParams({ enterpriseId })}`}>{t('toIndicators')}</Link>
            </p>
          </>
        )
      }
    </StateView>
  )
}

function YearTable({ lines, projects }: { lines: readonly PictureLine[]; projects: Projects }) {
  const t = useTexts(texts)
  const years = (lines[0]?.figures ?? []).map(({ year }) => year).toReversed()
  const missing = (lines[0]?.figures ?? []).filter(({ value, projectId }) => value === null && projectId === '')
  return (
    <>
      <div className="year-scroll" ref={scrollsByKeyboard}>
        <table className="indicator-table" aria-label={t('picture')}>
          <thead>
            <tr>
              <th scope="col">{t('line')}</th>
              {years.map((year) => (
                <th key={year} scope="col" className="figure">
                  {year}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, label, unit, figures }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {figures.toReversed().map((figure) => (
                  <td key={figure.year} className="figure">
                    <YearFigureLink of={figure} unit={unit} name={key} label={label} projects={projects} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {missing.length > 0 && <p className="second">{missing.map(({ why }) => why).join(clauseMark())}</p>}
    </>
  )
}
