import { memo } from 'react'
import type { OfdItem, OfdPage, OfdView } from '#contract/viewer.ts'
import { numbered } from './numbered.ts'

type OfdDrawingProps = { page: OfdPage; pictures: OfdView['pictures']; says: string; width: number }

/** A page of an OFD as SVG elements of ours: what came is numbers, letters and pictures, never markup. */
export const OfdDrawing = memo(function OfdDrawing({ page, pictures, says, width }: OfdDrawingProps) {
  return (
    <svg
      className="ofd-page"
      role="img"
      aria-label={says}
      viewBox={`0 0 ${page.width} ${page.height}`}
      width={width}
      height={(width * page.height) / page.width}
    >
      <rect width={page.width} height={page.height} />
      {numbered(page.items).map(({ at, of: item }) => (
        <Item key={at} item={item} pictures={pictures} />
      ))}
    </svg>
  )
})

function Item({ item, pictures }: { item: OfdItem; pictures: OfdView['pictures'] }) {
  const transform = `matrix(${item.matrix.join(' ')})`
  if (item.kind === 'path')
    return (
      <path
        d={item.d}
        transform={transform}
        opacity={item.alpha}
        fill={item.fill ?? 'none'}
        fillRule={item.evenOdd ? 'evenodd' : 'nonzero'}
        stroke={item.stroke ?? 'none'}
        strokeWidth={item.width}
        {...(item.dash.length > 0 && { strokeDasharray: item.dash.join(' ') })}
      />
    )
  if (item.kind === 'picture') {
    const picture = pictures[item.picture]
    return picture ? (
      <image
        href={`data:${picture.type};base64,${picture.data}`}
        width={1}
        height={1}
        preserveAspectRatio="none"
        transform={transform}
        opacity={item.alpha}
      />
    ) : null
  }
  return <Words item={item} transform={transform} />
}

function Words({ item, transform }: { item: OfdItem & { kind: 'text' }; transform: string }) {
  const { glyphs } = item
  // signs that are one unit each are placed by lists, which keeps them one text to select and copy
  const simple = glyphs.every(({ text }) => text.length === 1)
  const [first] = glyphs
  const places = simple
    ? { x: glyphs.map(({ x }) => x).join(' '), y: glyphs.map(({ y }) => y).join(' ') }
    : { x: first?.x, y: first?.y }
  return (
    <text
      {...places}
      transform={transform}
      fontSize={item.size}
      fontFamily={familyOf(item.font)}
      fontWeight={item.bold ? 700 : 400}
      fontStyle={item.italic ? 'italic' : 'normal'}
      fill={item.fill}
      opacity={item.alpha}
    >
      {simple
        ? glyphs.map(({ text }) => text).join('')
        : numbered(glyphs).map(({ at, of: { x, y, text } }) => (
            <tspan key={at} x={x} y={y}>
              {text}
            </tspan>
          ))}
    </text>
  )
}

const song = "SimSun, 'Songti SC', 'Noto Serif CJK SC', 'Source Han Serif SC', serif"
const families: readonly (readonly [RegExp, string])[] = [
  [/仿宋|fang/i, `FangSong, STFangsong, ${song}`],
  [/楷|kai/i, `KaiTi, STKaiti, 'AR PL UKai CN', ${song}`],
  [/黑|雅黑|hei|sans|gothic|等线/i, "SimHei, 'Heiti SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif"],
  [/courier|mono|consol/i, `'Courier New', 'Liberation Mono', monospace, ${song}`],
  [/arial|helvetica|calibri|verdana/i, "Arial, 'Liberation Sans', 'Noto Sans CJK SC', sans-serif"],
  [/times|roman|georgia/i, `'Times New Roman', 'Liberation Serif', ${song}`],
]
/** Fonts of the reader's system for what a document calls its font; the name itself goes nowhere. */
const familyOf = (name: string): string => families.find(([like]) => like.test(name))?.[1] ?? song
