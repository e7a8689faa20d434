import { BarsOutlined } from '@ant-design/icons'
import { Alert, Button, Input, type InputRef } from 'antd'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ViewedFile } from '#contract/viewer.ts'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { useTabOwned } from '#web/kernel/tab.ts'
import { CallError } from '#web/kernel/transport.ts'
import { Bones, Failing } from '#web/kit/StateView.tsx'
import { FindBar } from './FindBar.tsx'
import { boxOf } from './pdf-mark.ts'
import { MOST_PRINTED, printPdf } from './pdf-print.ts'
import { openPdf, type PdfReader } from './pdf-reader.ts'
import { PdfThumbs } from './PdfThumbs.tsx'
import { texts } from './texts.ts'
import { useViewKeys } from './use-view-keys.ts'
import { Tool, ViewBar, ZOOM_STEP } from './ViewBar.tsx'
import type { StartAt } from './start-at.ts'

/** A PDF: pages as they are in sight, words to find and copy, a password where it needs one. */
export function PdfPane({ file, at }: { file: ViewedFile; at: StartAt }) {
  const t = useTexts(texts)
  const language = useLanguage((state) => state.language)
  const { fileId, size } = file
  const [tries, setTries] = useState(0)
  const reader = useTabOwned(`pdf ${fileId} ${tries}`, () => {
    const value = openPdf({ fileId, size, page: at.page, find: at.find, box: boxOf(at.box), language })
    return { value, dispose: value.dispose }
  })
  const state = useStore(reader.store, (now) => now.state)
  const fault = useStore(reader.store, (now) => now.fault)
  if (state === 'failed')
    return fault instanceof CallError ? (
      <Failing fault={fault} retry={() => setTries(tries + 1)} />
    ) : (
      <div className="state-view" role="alert">
        <p>{t('pdfBroken')}</p>
      </div>
    )
  return (
    <>
      {(state === 'password' || state === 'wrongPassword') && (
        <Unlock wrong={state === 'wrongPassword'} onWord={reader.unlock} />
      )}
      {state === 'loading' && <Bones lines={12} />}
      {state === 'shown' && <Shown reader={reader} find={at.find} />}
    </>
  )
}

function Unlock({ wrong, onWord }: { wrong: boolean; onWord: (word: string) => void }) {
  const t = useTexts(texts)
  const [word, setWord] = useState('')
  const input = useRef<InputRef>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <form
      className="state-view view-password"
      onSubmit={(event) => {
        event.preventDefault()
        onWord(word)
      }}
    >
      <h2>{t('passwordTitle')}</h2>
      {wrong && <Alert type="error" title={t('passwordWrong')} />}
      <Input.Password
        ref={input}
        aria-label={t('password')}
        autoComplete="off"
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
      <p className="third">{t('passwordHint')}</p>
      <Button type="primary" htmlType="submit" disabled={word === ''}>
        {t('open')}
      </Button>
    </form>
  )
}

function Shown({ reader, find }: { reader: PdfReader; find: string }) {
  const t = useTexts(texts)
  const state = useStore(reader.store)
  const host = useRef<HTMLDivElement>(null)
  const input = useRef<InputRef>(null)
  const [thumbs, setThumbs] = useState(false)
  const [printing, setPrinting] = useState(false)
  useLayoutEffect(() => {
    if (reader.element.parentElement !== host.current) host.current?.append(reader.element)
  }, [reader])
  const { page, pages, scale, document } = state
  useViewKeys({
    zoomIn: () => reader.zoom(scale * ZOOM_STEP),
    zoomOut: () => reader.zoom(scale / ZOOM_STEP),
    next: () => reader.goTo(page + 1),
    previous: () => reader.goTo(page - 1),
    first: () => reader.goTo(1),
    last: () => reader.goTo(pages),
    find: () => input.current?.focus({ cursor: 'all' }),
  })
  const print = async () => {
    if (!document) return
    if (pages > MOST_PRINTED) return say(t('printTooLong', { most: MOST_PRINTED }))
    setPrinting(true)
    await printPdf(document).catch((fault: unknown) => complain(fault))
    setPrinting(false)
  }
  return (
    <>
      <ViewBar
        before={<Tool says={t('thumbs')} icon={<BarsOutlined />} pressed={thumbs} onClick={() => setThumbs(!thumbs)} />}
        pages={{ page, pages, goTo: reader.goTo }}
        zoom={{
          scale,
          zoom: reader.zoom,
          fits: [
            { says: t('fitWidth'), fit: () => reader.fit('page-width') },
            { says: t('fitPage'), fit: () => reader.fit('page-fit') },
          ],
        }}
        onRotate={reader.rotate}
        onPrint={() => void print()}
      >
        {printing && <output className="second">{t('preparingPrint')}</output>}
        <FindBar
          input={input}
          start={find}
          found={state.found}
          at={state.foundAt}
          searching={state.searching}
          onFind={reader.search}
        />
      </ViewBar>
      <div className="view-split">
        {thumbs && document && <PdfThumbs document={document} page={page} onPick={reader.goTo} />}
        <section ref={host} className="pdf-host" aria-label={t('document')} />
      </div>
    </>
  )
}
