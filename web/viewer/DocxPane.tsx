import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ViewedFile } from '#contract/viewer.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Coming, NotShown } from './Coming.tsx'
import { clearDocument, emptyDocument, stylesOf } from './docx-frame.ts'
import { useFileBytes } from './file-bytes.ts'
import { texts } from './texts.ts'
import { useViewKeys } from './use-view-keys.ts'
import { ViewBar, ZOOM_STEP } from './ViewBar.tsx'

// the reader of Word files is large
const library = () => import('docx-preview')

/** A Word document in a frame without scripts: nothing in it runs, nothing is loaded from elsewhere. */
export function DocxPane({ file }: { file: ViewedFile }) {
  const { found, percent } = useFileBytes(file.fileId)
  return (
    <Coming of={found} percent={percent}>
      {(blob) => <Drawn blob={blob} file={file} />}
    </Coming>
  )
}

function Drawn({ blob, file }: { blob: Blob; file: ViewedFile }) {
  const t = useTexts(texts)
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(false)
  const [scale, setScale] = useState(1)
  const drawn = useQuery({
    queryKey: ['viewedWords', file.fileId],
    queryFn: async () => {
      const inside = frame.current?.contentDocument
      if (!inside) return false
      const { renderAsync } = await library()
      await renderAsync(blob, inside.body, stylesOf(inside), {
        inWrapper: true,
        ignoreLastRenderedPageBreak: false,
        renderAltChunks: false,
        renderComments: false,
        useBase64URL: true,
        experimental: false,
      })
      clearDocument(inside)
      setScale(fitting(inside))
      return true
    },
    enabled: ready,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  useEffect(() => {
    const body = frame.current?.contentDocument?.body
    if (body) body.style.zoom = String(scale)
  }, [scale])
  const zoom = (next: number) => setScale(Math.min(4, Math.max(0.2, next)))
  useViewKeys({ zoomIn: () => zoom(scale * ZOOM_STEP), zoomOut: () => zoom(scale / ZOOM_STEP) })
  if (drawn.isError) return <NotShown says={t('broken')} />
  const fit = () => {
    const inside = frame.current?.contentDocument
    if (inside) setScale(fitting(inside))
  }
  return (
    <>
      <ViewBar
        zoom={{ scale, zoom, fits: [{ says: t('fitWidth'), fit }] }}
        onPrint={() => frame.current?.contentWindow?.print()}
      />
      <iframe
        ref={frame}
        className="view-frame"
        title={t('words', { name: file.name })}
        // no scripts, no forms, no windows: our page draws into it, and may ask it to print
        sandbox="allow-same-origin allow-modals"
        srcDoc={emptyDocument}
        onLoad={() => setReady(true)}
      />
    </>
  )
}

/** The scale at which a page is as wide as the frame, at most its own size. */
function fitting(inside: Document): number {
  const page = inside.querySelector<HTMLElement>('section')
  const width = page ? Number.parseFloat(inside.defaultView?.getComputedStyle(page).width ?? '') : Number.NaN
  const room = inside.documentElement.clientWidth - 24
  return width > 0 && room > 0 ? Math.min(1, room / width) : 1
}
