import { useId, useState } from 'react'
import type { PictureLine } from '#contract/indicator.ts'
import { useTexts } from '#web/kernel/language.ts'
import { figureText } from './figure-text.ts'
import { texts } from './texts.ts'
import { cellHref, type Projects } from './YearFigureLink.tsx'

const WIDTH = 320
const HEIGHT = 132
const FOOT = 20
const BAR = 26

/** For drawing only: what is read stands in the table, exact. */
const height = (value: string | null | undefined) => (value == null ? null : Number(value))

type ChartProps = { title: string; lines: readonly PictureLine[]; projects: Projects }

/** Bars by year, the oldest first, one shade per line. The table beside it holds the figures; a bar says its own on focus. */
export function YearChart({ title, lines, projects }: ChartProps) {
  const t = useTexts(texts)
  const id = useId()
  const [told, tell] = useState('')
  const years = (lines[0]?.figures ?? []).map(({ year }) => year).toReversed()
  const values = lines.flatMap(({ figures }) => figures.flatMap(({ value }) => height(value) ?? []))
  const least = Math.min(0, ...values)
  // with nothing but zeros the axis stays at the foot
  const most = Math.max(least === 0 ? Number.MIN_VALUE : 0, ...values)
  const span = most - least
  const y = (value: number) => ((most - value) / span) * (HEIGHT - FOOT - 4) + 4
  const group = WIDTH / Math.max(1, years.length)
  return (
    <figure className="year-chart" aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      {values.length === 0 ? (
        <p className="third">{t('chartNone')}</p>
      ) : (
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
          <line x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} className="year-axis" />
          {years.map((year, at) => (
            <g key={year}>
              <text x={group * at + group / 2} y={HEIGHT - 4} textAnchor="middle">
                {year}
              </text>
              {lines.map((line, place) => {
                const figure = line.figures.find((one) => one.year === year)
                const value = height(figure?.value)
                if (value === null) return null
                const says = `${year} ${line.label} ${figureText({ ...line, value: figure?.value ?? null })}`
                const x = group * at + group / 2 + (place - lines.length / 2) * (BAR + 4) + 2
                const bar = (
                  <rect
                    className="year-bar"
                    data-place={place}
                    data-compared={figure?.source === 'comparison' || undefined}
                    x={x}
                    width={BAR}
                    y={Math.min(y(0), y(value))}
                    height={Math.max(1, Math.abs(y(value) - y(0)))}
                  />
                )
                const href = figure && cellHref(projects, figure.projectId, figure.cell)
                if (href === undefined) return <g key={line.key}>{bar}</g>
                return (
                  <a
                    key={line.key}
                    href={href}
                    target="_blank"
                    rel="noopener"
                    aria-label={says}
                    onFocus={() => tell(says)}
                    onBlur={() => tell('')}
                    onPointerEnter={() => tell(says)}
                    onPointerLeave={() => tell('')}
                  >
                    {bar}
                  </a>
                )
              })}
            </g>
          ))}
        </svg>
      )}
      <p className="year-key">
        {told === '' ? (
          lines.map(({ key, label }, place) => (
            <span key={key}>
              <span className="year-swatch" data-place={place} aria-hidden /> {label}
            </span>
          ))
        ) : (
          <span className="number">{told}</span>
        )}
      </p>
    </figure>
  )
}
