import type { MergeOptions } from '#contract/tool-run.ts'
import { pageGrid, POINTS_PER_MM } from '#engine/invoice/page-grid.ts'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

/** The first page as it will be divided, drawn by the same calculation. */
export function PagePreview({ options }: { options: MergeOptions }) {
  const t = useTexts(texts)
  const { page, places, cuts } = pageGrid({
    perPage: Number(options.perPage),
    across: options.orientation === 'landscape',
    margin: options.margin * POINTS_PER_MM,
    foot: options.pageNumbers ? 26 : 0,
  })
  const upsideDown = (y: number) => page.height - y
  return (
    <svg
      className="tool-preview"
      viewBox={`0 0 ${page.width} ${page.height}`}
      role="img"
      aria-label={t('preview', { count: options.perPage })}
    >
      <rect className="tool-paper" width={page.width} height={page.height} />
      {options.cutLine &&
        cuts.map(({ from, to }) => (
          <line
            key={`${from.join()} ${to.join()}`}
            className="tool-cut"
            x1={from[0]}
            y1={upsideDown(from[1])}
            x2={to[0]}
            y2={upsideDown(to[1])}
          />
        ))}
      {places.map(({ x, y, width, height }, at) => (
        <g key={`${x} ${y}`}>
          <rect
            className="tool-place"
            x={x}
            y={upsideDown(y + height)}
            width={Math.max(0, width)}
            height={Math.max(0, height)}
            rx={6}
          />
          <text x={x + width / 2} y={upsideDown(y + height / 2)} dominantBaseline="central" textAnchor="middle">
            {at + 1}
          </text>
        </g>
      ))}
    </svg>
  )
}
