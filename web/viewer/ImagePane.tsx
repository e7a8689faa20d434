import { useQuery } from '@tanstack/react-query'
import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { MOST_PIXELS, type ViewedFile, viewer } from '#contract/viewer.ts'
import { askRaw, heard } from '#web/kernel/gateway.ts'
import { useTexts } from '#web/kernel/language.ts'
import { scrollsByKeyboard } from '#web/kit/scrolls-by-keyboard.ts'
import { Coming, NotShown } from './Coming.tsx'
import { useFileBytes } from './file-bytes.ts'
import { MOST_DRAWN, svgCost, svgText } from './svg-cost.ts'
import { TextPane } from './TextPane.tsx'
import { texts } from './texts.ts'
import { useViewKeys } from './use-view-keys.ts'
import { ViewBar, ZOOM_STEP } from './ViewBar.tsx'

/** A picture: as it is, or scaled down by the server where it is too large for a browser. An SVG is only ever a picture. */
export function ImagePane({ file }: { file: ViewedFile }) {
  return file.scaled ? <Scaled file={file} /> : <Whole file={file} />
}

/** Bytes of a drawing; the text of a larger one is shown. */
const MOST_SVG = 20 * 1024 ** 2

async function scaled(fileId: string): Promise<Blob> {
  const { method, path } = viewer.picture
  const reply = await askRaw({ method, path, query: { fileId }, stream: true })
  if (!reply.ok) await heard(reply)
  return reply.blob()
}

function Scaled({ file }: { file: ViewedFile }) {
  const found = useQuery({
    queryKey: ['viewedPicture', file.fileId],
    queryFn: () => scaled(file.fileId),
    gcTime: 0,
    retry: false,
  })
  return <Coming of={found}>{(blob) => <Picture blob={blob} file={file} />}</Coming>
}

function Whole({ file }: { file: ViewedFile }) {
  const { found, percent } = useFileBytes(file.fileId)
  return (
    <Coming of={found} percent={percent}>
      {(blob) =>
        file.kind === 'svg' ? (
          <Drawing blob={blob} file={file} />
        ) : (
          <Picture blob={blob.slice(0, blob.size, file.type)} file={file} />
        )
      }
    </Coming>
  )
}

function Picture({ blob, file }: { blob: Blob; file: ViewedFile }) {
  const url = useMemo(() => URL.createObjectURL(blob), [blob])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return <Canvas url={url} file={file} />
}

/** A drawing as data, after a look at what drawing it would take: it could stop the browser with a few lines. */
function Drawing({ blob, file }: { blob: Blob; file: ViewedFile }) {
  const t = useTexts(texts)
  const drawing = useQuery({
    queryKey: ['viewedDrawing', file.fileId],
    queryFn: () => drawnSvg(blob),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  return (
    <Coming of={drawing}>
      {(url) =>
        url === '' ? (
          <>
            <p className="view-bar second">{t('drawingTooMuch')}</p>
            <TextPane file={file} />
          </>
        ) : (
          <Canvas url={url} file={file} />
        )
      }
    </Coming>
  )
}

/** The address of what was looked at; empty where it is too much. What is no drawing fails to load, and says so. */
async function drawnSvg(blob: Blob): Promise<string> {
  if (blob.size > MOST_SVG) return ''
  const text = await svgText(blob)
  if ((svgCost(text) ?? 0) > MOST_DRAWN) return ''
  // under an address of our origin it would be a page of ours when opened by itself; as data it cannot be opened
  return asData(new Blob([text], { type: 'image/svg+xml;charset=utf-8' }))
}

const asData = (blob: Blob): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => done(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => fail(reader.error ?? new Error('the picture could not be read')))
    reader.readAsDataURL(blob)
  })

/** A drawing that says no size is shown this wide. */
const UNSIZED = 800

function Canvas({ url, file }: { url: string; file: ViewedFile }) {
  const t = useTexts(texts)
  const host = useRef<HTMLElement>(null)
  const [natural, setNatural] = useState({ width: 0, height: 0 })
  const [scale, setScale] = useState(0)
  const [turn, setTurn] = useState(0)
  const [broken, setBroken] = useState(false)
  const lies = turn % 180 !== 0
  const fitted = ({ width, height }: typeof natural, lying = lies) => {
    const { clientWidth = 0, clientHeight = 0 } = host.current ?? {}
    const [across, down] = lying ? [height, width] : [width, height]
    return across > 0 && down > 0 ? Math.min(1, (clientWidth - 32) / across, (clientHeight - 32) / down) : 1
  }
  const zoom = (next: number) => setScale(Math.min(8, Math.max(0.02, next)))
  const rotate = () => {
    setTurn((turn + 90) % 360)
    zoom(fitted(natural, !lies))
  }
  useViewKeys({ zoomIn: () => zoom(scale * ZOOM_STEP), zoomOut: () => zoom(scale / ZOOM_STEP) })
  if (broken) return <NotShown says={t('broken')} />
  const [width, height] = [natural.width * scale, natural.height * scale]
  return (
    <>
      <ViewBar
        zoom={{
          scale,
          zoom,
          fits: [
            { says: t('fitPage'), fit: () => zoom(fitted(natural)) },
            { says: t('actual'), fit: () => zoom(1) },
          ],
        }}
        onRotate={rotate}
        onPrint={() => window.print()}
      >
        {file.scaled && file.width * file.height > MOST_PIXELS && <span className="second">{t('scaled')}</span>}
      </ViewBar>
      <section
        ref={(element) => {
          host.current = element
          scrollsByKeyboard(element)
        }}
        className="view-scroll view-picture"
        aria-label={t('document')}
        onPointerDown={(event) => drag(event)}
      >
        <div className="view-picture-room" style={lies ? { width: height, height: width } : { width, height }}>
          <img
            src={url}
            alt={t('picture', { name: file.name })}
            draggable={false}
            style={{ width, height, transform: `translate(-50%, -50%) rotate(${turn}deg)` }}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              const size =
                naturalWidth > 0 ? { width: naturalWidth, height: naturalHeight } : { width: UNSIZED, height: UNSIZED }
              setNatural(size)
              if (scale === 0) setScale(fitted(size))
            }}
            onError={() => setBroken(true)}
          />
        </div>
      </section>
    </>
  )
}

/** Moves what is larger than its window with the mouse. */
function drag({ currentTarget: room, pointerId, clientX, clientY, pointerType, button }: PointerEvent<HTMLElement>) {
  // fingers scroll by themselves
  if (pointerType !== 'mouse' || button !== 0) return
  const [left, top] = [room.scrollLeft, room.scrollTop]
  room.setPointerCapture(pointerId)
  const move = (event: globalThis.PointerEvent) =>
    room.scrollTo(left + clientX - event.clientX, top + clientY - event.clientY)
  room.addEventListener('pointermove', move)
  room.addEventListener('pointerup', () => room.removeEventListener('pointermove', move), { once: true })
}
