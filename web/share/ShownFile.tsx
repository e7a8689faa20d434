import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import type { SharedItemRow } from '#contract/share.ts'
import { useTexts } from '#web/kernel/language.ts'
import { CallError } from '#web/kernel/transport.ts'
import { bytesOf, SHOW } from './guest-call.ts'
import { guestTexts as texts } from './guest-texts.ts'

type ShownFileProps = { ticket: string; item: SharedItemRow; onClose: () => void }
type Content = { picture: string } | { pages: PDFDocumentProxy }

/** A shared picture or PDF over the page, as the server drew its watermark into it. */
export function ShownFile({ ticket, item, onClose }: ShownFileProps) {
  const t = useTexts(texts)
  const dialog = useRef<HTMLDialogElement>(null)
  const [content, setContent] = useState<Content>()
  const [fault, setFault] = useState('')
  const { id, name } = item
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    let left = false
    let made = ''
    let thread: Worker | undefined
    const load = async () => {
      const blob = await bytesOf(SHOW, { ticket, id })
      if (blob.type !== 'application/pdf') {
        made = URL.createObjectURL(blob)
        return { picture: made }
      }
      const { pdf, pdfRules, pdfThread } = await import('../viewer/pdf-library.ts')
      thread = pdfThread()
      const worker = pdf.PDFWorker.create({ port: thread, verbosity: 0 })
      return { pages: await pdf.getDocument({ ...pdfRules, data: await blob.arrayBuffer(), worker }).promise }
    }
    load().then(
      (found) => !left && setContent(found),
      (error: unknown) => !left && setFault(error instanceof CallError ? error.message : t('cannotShow')),
    )
    return () => {
      left = true
      if (made) URL.revokeObjectURL(made)
      thread?.terminate()
    }
  }, [ticket, id, t])
  return (
    <dialog ref={dialog} className="guest-shown" aria-label={name} onClose={onClose}>
      <header>
        <strong>{name}</strong>
        <button type="button" className="plain-button" onClick={() => dialog.current?.close()}>
          {t('close')}
        </button>
      </header>
      <div className="guest-sheets">
        {fault && <p role="alert">{fault}</p>}
        {!fault && !content && <output>{t('busyFile', { name })}</output>}
        {content && 'picture' in content && <img src={content.picture} alt={name} />}
        {content && 'pages' in content && <Pages of={content.pages} />}
      </div>
    </dialog>
  )
}

function Pages({ of }: { of: PDFDocumentProxy }) {
  return Array.from({ length: of.numPages }, (_, at) => <Sheet key={at} of={of} page={at + 1} />)
}

const MOST_SCALE = 3

/** One page, drawn when it comes into sight. */
function Sheet({ of, page }: { of: PDFDocumentProxy; page: number }) {
  const t = useTexts(texts)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    let left = false
    const draw = async () => {
      const sheet = await of.getPage(page)
      const bare = sheet.getViewport({ scale: 1 })
      const scale = Math.min(MOST_SCALE, (element.clientWidth / bare.width) * (devicePixelRatio || 1))
      const viewport = sheet.getViewport({ scale })
      if (left) return
      element.width = viewport.width
      element.height = viewport.height
      await sheet.render({ canvas: element, viewport }).promise
    }
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some((one) => one.isIntersecting)) return
        seen.disconnect()
        draw().catch(() => undefined)
      },
      { rootMargin: '600px' },
    )
    seen.observe(element)
    return () => {
      left = true
      seen.disconnect()
    }
  }, [of, page])
  return <canvas ref={canvas} aria-label={t('page', { page, pages: of.numPages })} />
}
