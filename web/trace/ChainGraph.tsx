import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { TraceNode } from '#contract/paper.ts'
import { trace } from '#contract/trace.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Money } from '#web/kit/Money.tsx'
import { moneyText } from '#web/kit/money-text.ts'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { BOX, type PlacedGraph, type PlacedNode, placedGraph } from './graph-layout.ts'
import { texts } from './texts.ts'

type GraphProps = { projectId: string; kind: TraceNode['kind']; place: string; onGo: (node: TraceNode) => void }

/** The chain around the chosen place as a drawing: what uses it at the left, what it is made of at the right. */
export function ChainGraph({ projectId, kind, place, onGo }: GraphProps) {
  const t = useTexts(texts)
  const chosen = kind !== 'return' || place !== ''
  const found = useQuery({
    ...pageQuery(trace.graph, { projectId, kind, ref: place, up: kind === 'voucher' ? 3 : 2 }),
    enabled: chosen,
  })
  if (!chosen) return <Empty says={t('graphNeedsPlace')} />
  return (
    <StateView of={found} shape={<Bones lines={14} />}>
      {({ nodes, edges, more }) => (
        <Drawing key={`${kind}|${place}`} graph={placedGraph(nodes, edges)} more={more} onGo={onGo} />
      )}
    </StateView>
  )
}

type More = { id: string; above: number; below: number }[]
/** What part of the drawing shows: its left top corner, and how many units a pixel is. */
type Window = { x: number; y: number; scale: number }
const MARGIN = 24
const SCALES = { least: 0.4, most: 4 }
const within = (scale: number) => Math.min(SCALES.most, Math.max(SCALES.least, scale))

function Drawing({ graph, more, onGo }: { graph: PlacedGraph; more: More; onGo: (node: TraceNode) => void }) {
  const t = useTexts(texts)
  const svg = useRef<SVGSVGElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 960, height: 560 })
  const [moved, move] = useState<Window | null>(null)
  const fitted = useMemo(() => fit(graph, size), [graph, size])
  const shown = moved ?? fitted

  useEffect(() => {
    const element = svg.current
    if (!element) return undefined
    const watch = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  const zoom = (by: number) =>
    move((before) => {
      const from = before ?? fitted
      const scale = within(from.scale * by)
      const grown = scale - from.scale
      return { scale, x: from.x - (grown * size.width) / 2, y: from.y - (grown * size.height) / 2 }
    })
  const pan = (dx: number, dy: number) =>
    move((before) => {
      const from = before ?? fitted
      return { ...from, x: from.x + dx * from.scale, y: from.y + dy * from.scale }
    })
  const press = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 80 : 0
    const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    if (event.key === '+' || event.key === '=') zoom(0.8)
    else if (event.key === '-') zoom(1.25)
    else if (event.key === '0') move(null)
    else if (arrow && step > 0) pan((arrow[0] ?? 0) * step, (arrow[1] ?? 0) * step)
    else if (arrow) focusBeside(svg.current, [arrow[0] ?? 0, arrow[1] ?? 0])
    else return
    event.preventDefault()
  }
  useGestures(sheet, { zoom, pan, press })
  const left = new Map(more.map((one) => [one.id, one]))
  return (
    <section className="chain-graph" aria-label={t('graph')}>
      <div className="chain-graph-tools no-print">
        <Button size="small" aria-label={t('zoomIn')} onClick={() => zoom(0.8)}>
          +
        </Button>
        <Button size="small" aria-label={t('zoomOut')} onClick={() => zoom(1.25)}>
          −
        </Button>
        <Button size="small" onClick={() => move(null)}>
          {t('zoomFit')}
        </Button>
        <span className="third">{t('graphKeys')}</span>
      </div>
      <div className="chain-graph-sheet" ref={sheet}>
        <svg ref={svg} viewBox={`${shown.x} ${shown.y} ${size.width * shown.scale} ${size.height * shown.scale}`}>
          {graph.edges.map(({ from, to, path, amount, labelX, labelY }) => (
            <g key={`${from}>${to}`} className="chain-edge">
              <path d={path} />
              {amount !== null && !moneyText(amount).zero && (
                <text x={labelX} y={labelY} textAnchor={anchorOf(graph, from, to)}>
                  {moneyText(amount).text}
                </text>
              )}
            </g>
          ))}
          {graph.nodes.map((node) => (
            <Box key={node.id} of={node} left={left.get(node.id)} onGo={onGo} />
          ))}
        </svg>
      </div>
      <GraphList graph={graph} onGo={onGo} />
    </section>
  )
}

/** An amount stands beside the box further out: after its right edge, or before its left one. */
function anchorOf({ nodes }: PlacedGraph, from: string, to: string): 'start' | 'end' {
  const column = (id: string) => Math.abs(nodes.find((node) => node.id === id)?.column ?? 0)
  return column(from) > column(to) ? 'start' : 'end'
}

/** The whole drawing, never larger than it was drawn. */
function fit({ width, height }: PlacedGraph, size: { width: number; height: number }): Window {
  const scale = within(
    Math.max(1, (width + 2 * MARGIN) / Math.max(1, size.width), (height + 2 * MARGIN) / Math.max(1, size.height)),
  )
  return { scale, x: (width - size.width * scale) / 2, y: (height - size.height * scale) / 2 }
}

type Gestures = {
  zoom: (by: number) => void
  pan: (dx: number, dy: number) => void
  press: (event: KeyboardEvent) => void
}

/** Dragging moves the drawing, Ctrl and wheel zooms it; a plain wheel scrolls the page as ever. Keys count inside of it. */
function useGestures(sheet: RefObject<HTMLElement | null>, gestures: Gestures) {
  const from = useRef<{ x: number; y: number } | null>(null)
  const turned = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    gestures.zoom(event.deltaY > 0 ? 1.1 : 1 / 1.1)
  })
  const taken = useEffectEvent((event: PointerEvent) => {
    if (event.target instanceof Element && event.target.closest('.chain-box')) return
    from.current = { x: event.clientX, y: event.clientY }
    sheet.current?.setPointerCapture(event.pointerId)
  })
  const dragged = useEffectEvent(({ clientX, clientY }: PointerEvent) => {
    if (!from.current) return
    gestures.pan(from.current.x - clientX, from.current.y - clientY)
    from.current = { x: clientX, y: clientY }
  })
  const pressed = useEffectEvent((event: KeyboardEvent) => gestures.press(event))
  useEffect(() => {
    const element = sheet.current
    if (!element) return undefined
    const gone = new AbortController()
    const { signal } = gone
    // React listens passively, and a passive listener cannot keep the browser from zooming the page
    element.addEventListener('wheel', (event) => turned(event), { passive: false, signal })
    element.addEventListener('pointerdown', (event) => taken(event), { signal })
    element.addEventListener('pointermove', (event) => dragged(event), { signal })
    element.addEventListener('pointerup', () => (from.current = null), { signal })
    element.addEventListener('keydown', (event) => pressed(event), { signal })
    return () => gone.abort()
  }, [sheet])
}

const at = (box: HTMLElement) => ({ x: Number(box.dataset['x']), y: Number(box.dataset['y']) })

/** Focus goes to the nearest box in a direction. */
function focusBeside(svg: SVGSVGElement | null, [dx, dy]: readonly [number, number]) {
  const boxes = [...(svg?.querySelectorAll<HTMLElement>('.chain-box') ?? [])]
  const own = boxes.find((box) => box === document.activeElement)
  if (!own) {
    boxes[0]?.focus()
    return
  }
  const here = at(own)
  const ahead = boxes
    .map((box) => ({ box, x: at(box).x - here.x, y: at(box).y - here.y }))
    .filter(({ x, y }) => (dx === 0 ? x === 0 && y * dy > 0 : x * dx > 0))
  const nearest = ahead.toSorted((a, b) => Math.abs(a.x) - Math.abs(b.x) || Math.abs(a.y) - Math.abs(b.y))[0]
  nearest?.box.focus()
}

function Box({
  of: node,
  left,
  onGo,
}: {
  of: PlacedNode
  left: More[number] | undefined
  onGo: (node: TraceNode) => void
}) {
  const t = useTexts(texts)
  const amount = node.amount === null ? '' : moneyText(node.amount).text
  const hidden = (left?.above ?? 0) + (left?.below ?? 0)
  const go = () => onGo({ kind: node.kind, ref: node.ref, title: node.title, note: node.note, amount: node.amount })
  return (
    <foreignObject x={node.x} y={node.y} width={BOX.width} height={BOX.height}>
      <button
        type="button"
        className="plain-button chain-box"
        aria-label={`${t(node.kind)} ${node.title} ${amount}`}
        aria-current={node.column === 0 ? 'location' : undefined}
        title={`${node.title} ${node.note}`}
        data-x={node.x}
        data-y={node.y}
        onClick={go}
      >
        <span className="chain-box-kind">
          {t(node.kind)}
          {hidden > 0 && ` · ${t('notDrawn', { count: hidden })}`}
        </span>
        <span className="chain-box-title">{node.title}</span>
        <span className="chain-box-amount">{amount}</span>
      </button>
    </foreignObject>
  )
}

/** The same as a list: who reads by ear, or prefers lines, goes from place to place here. */
function GraphList({ graph: { nodes, edges }, onGo }: { graph: PlacedGraph; onGo: (node: TraceNode) => void }) {
  const t = useTexts(texts)
  const named = new Map(nodes.map((node) => [node.id, node]))
  return (
    <details className="chain-graph-list">
      <summary>{t('asList', { count: edges.length })}</summary>
      <ul>
        {edges.map(({ from, to, amount }) => {
          const upper = named.get(from)
          const lower = named.get(to)
          if (!upper || !lower) return null
          return (
            <li key={`${from}>${to}`}>
              <button type="button" className="plain-button link" onClick={() => onGo(upper)}>
                {upper.title}
              </button>
              <span className="third"> ← </span>
              <button type="button" className="plain-button link" onClick={() => onGo(lower)}>
                {lower.title}
              </button>{' '}
              {amount !== null && <Money value={amount} />}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
