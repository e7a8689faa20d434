import type { Palette } from '#web/kernel/palettes.ts'
import type { Mark, Marked } from './sheet-snapshot.ts'

/** A line's dashes and width: shape says the state as well as colour does. */
type Line = { colour: 'jade' | 'amber' | 'seal' | 'ink3'; dash: readonly number[]; width: number }

/** How each state is drawn under its figure; what people typed has a bar at its left instead. */
const lines: Record<Exclude<Mark, 'typed'>, Line> = {
  ok: { colour: 'jade', dash: [1.5, 2.5], width: 1.2 },
  entered: { colour: 'jade', dash: [], width: 1.2 },
  stale: { colour: 'amber', dash: [6, 3], width: 1.2 },
  overridden: { colour: 'amber', dash: [], width: 1.2 },
  missing: { colour: 'amber', dash: [1.5, 2.5], width: 1.2 },
  error: { colour: 'seal', dash: [3, 1.5], width: 1.6 },
}
const CORNER = 7

const isMarked = (custom: unknown): custom is Marked =>
  typeof custom === 'object' && custom !== null && 'commented' in custom

type Ink = Pick<
  CanvasRenderingContext2D,
  'save' | 'restore' | 'beginPath' | 'moveTo' | 'lineTo' | 'stroke' | 'fill' | 'fillRect' | 'closePath' | 'setLineDash'
> & { strokeStyle: unknown; fillStyle: unknown; lineWidth: number }
type Box = { startX: number; startY: number; endX: number; endY: number }

/**
 * Draws a cell's state over it: a line under the figure, a corner top left where a person overrode it, a bar where a person
 * typed, a corner top right where it is commented on. Light colours in both shades: the grid turns them dark itself.
 */
export function drawMark(ink: Ink, custom: unknown, { box, colours }: { box: Box; colours: Palette }): void {
  if (!isMarked(custom)) return
  const { startX, startY, endX, endY } = box
  const { mark, commented } = custom
  const corner = (x: number, towards: 1 | -1, colour: string) => {
    ink.fillStyle = colour
    ink.beginPath()
    ink.moveTo(x, startY)
    ink.lineTo(x + towards * CORNER, startY)
    ink.lineTo(x, startY + CORNER)
    ink.closePath()
    ink.fill()
  }
  ink.save()
  if (mark === 'typed') {
    ink.fillStyle = colours.jade
    ink.fillRect(startX + 1, startY + 4, 2, Math.max(0, endY - startY - 8))
  } else if (mark !== undefined) {
    const { colour, dash, width } = lines[mark]
    ink.strokeStyle = colours[colour]
    ink.lineWidth = width
    ink.setLineDash([...dash])
    // Under the text, which stands in the middle of a high row.
    const y = Math.min(endY - 4, (startY + endY) / 2 + 10)
    const under = (height: number) => {
      ink.beginPath()
      ink.moveTo(startX + 6, height)
      ink.lineTo(endX - 6, height)
      ink.stroke()
    }
    under(y)
    if (mark === 'overridden') {
      under(y - 2.5)
      corner(startX, 1, colours.amber)
    }
  }
  if (commented) corner(endX, -1, colours.jade)
  ink.restore()
}
