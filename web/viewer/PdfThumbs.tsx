import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

const WIDTH = 116

/** Small pages to go to; each is drawn when it comes into sight. */
export function PdfThumbs({
  document,
  page,
  onPick,
}: {
  document: PDFDocumentProxy
  page: number
  onPick: (page: number) => void
}) {
  const t = useTexts(texts)
  return (
    <nav className="pdf-thumbs" aria-label={t('thumbs')}>
      {Array.from({ length: document.numPages }, (_, at) => (
        <Thumb key={at} document={document} number={at + 1} here={page === at + 1} onPick={onPick} />
      ))}
    </nav>
  )
}

type ThumbProps = { document: PDFDocumentProxy; number: number; here: boolean; onPick: (page: number) => void }
function Thumb({ document, number, here, onPick }: ThumbProps) {
  const t = useTexts(texts)
  const button = useRef<HTMLButtonElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), { rootMargin: '200px' })
    if (button.current) watch.observe(button.current)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    if (here) button.current?.scrollIntoView({ block: 'nearest' })
  }, [here])
  useEffect(() => {
    const target = canvas.current
    if (!seen || !target) return
    const stop = drawThumb(document, number, target)
    return stop
  }, [seen, document, number])
  return (
    <button
      ref={button}
      type="button"
      className="plain-button pdf-thumb"
      aria-label={t('pageOf', { page: number })}
      {...(here && { 'aria-current': 'page' as const })}
      onClick={() => onPick(number)}
    >
      <canvas ref={canvas} width={WIDTH} height={Math.round((WIDTH * 297) / 210)} />
      <span className="third">{number}</span>
    </button>
  )
}

/** Draws a small page; answers what stops it. A page that cannot be drawn stays white. */
function drawThumb(document: PDFDocumentProxy, number: number, canvas: HTMLCanvasElement): () => void {
  let stop: (() => void) | undefined
  let stopped = false
  const draw = async () => {
    const page = await document.getPage(number)
    if (stopped) return
    const full = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: WIDTH / full.width })
    canvas.width = Math.round(viewport.width)
    canvas.height = Math.round(viewport.height)
    const task = page.render({ canvas, viewport })
    stop = () => task.cancel()
    await task.promise
  }
  draw().catch(() => undefined)
  return () => {
    stopped = true
    stop?.()
  }
}
