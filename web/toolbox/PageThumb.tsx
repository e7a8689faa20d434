import { useEffect, useRef, useState } from 'react'
import type { OpenPage } from './pdf-pages.ts'

const SIDE = 132

/** A page drawn small, as it will be turned; drawn once it comes into sight. */
export function PageThumb({ pdf, page, turn }: Pick<OpenPage, 'pdf' | 'page' | 'turn'>) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), { rootMargin: '200px' })
    if (canvas.current) watch.observe(canvas.current)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    const target = canvas.current
    if (!seen || !target) return
    let stop = () => {}
    let left = false
    void pdf.document.getPage(page + 1).then((drawn) => {
      if (left) return undefined
      const rotation = (drawn.rotate + turn) % 360
      const whole = drawn.getViewport({ scale: 1, rotation })
      const viewport = drawn.getViewport({ scale: SIDE / Math.max(whole.width, whole.height), rotation })
      target.width = Math.max(1, Math.round(viewport.width))
      target.height = Math.max(1, Math.round(viewport.height))
      const task = drawn.render({ canvas: target, viewport })
      stop = () => task.cancel()
      // a page that was cancelled, or cannot be drawn, stays white
      return task.promise.catch(() => {})
    })
    return () => {
      left = true
      stop()
    }
  }, [seen, pdf, page, turn])
  return <canvas ref={canvas} width={93} height={SIDE} className="tool-thumb" />
}
