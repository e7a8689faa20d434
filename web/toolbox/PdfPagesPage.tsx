import { DeleteOutlined, RotateLeftOutlined, RotateRightOutlined } from '@ant-design/icons'
import { Button, InputNumber, Radio } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { toolRun } from '#contract/tool-run.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { Empty } from '#web/kit/StateView.tsx'
import { PageGrid } from './PageGrid.tsx'
import { inPieces, type PagePick } from './pdf-edit.ts'
import { type OpenPdf, openPdf, usePdfPages } from './pdf-pages.ts'
import { PickFiles } from './PickFiles.tsx'
import { usePickedFiles } from './picked-files.ts'
import { RunHistory } from './RunHistory.tsx'
import { runPdfEdit } from './run-pdf-edit.ts'
import { saveMade } from './save-made.ts'
import { texts } from './texts.ts'
import { ToolFrame } from './ToolFrame.tsx'

const accept = ['pdf']
const CODE = 'pdfPages'
const outs = ['one', 'chosen', 'pieces'] as const
type Out = (typeof outs)[number]

/** /aiTools/pdfPages: pages of PDF ordered, turned, taken out and divided, in the browser alone. */
export function PdfPagesPage() {
  const t = useTexts(texts)
  const picked = usePickedFiles(accept)
  const pages = usePdfPages()
  /** One after the other, so that pages stand in the order of their files. */
  const opening = useRef<Promise<void>>(Promise.resolve())
  const [out, setOut] = useState<Out>('one')
  const [every, setEvery] = useState(1)
  const [busy, setBusy] = useState(false)
  const note = useCommand(toolRun.note, { quiet: true })
  const { files, clear } = picked
  const { add } = pages
  useEffect(() => {
    if (files.length === 0) return
    // taken over: the same file may be added again later
    clear()
    const open = async (before: Promise<void>) => {
      await before
      for (const file of files) {
        const pdf = await openPdf(file)
        if (typeof pdf === 'object') add(pdf)
        else say(t(pdf === 'locked' ? 'pdfLocked' : 'pdfBroken', { name: file.name }))
      }
    }
    opening.current = open(opening.current)
  }, [files, clear, add, t])
  const chosen = pages.pages.filter(({ on }) => on)
  const wanted = out === 'chosen' ? chosen : pages.pages
  const run = async () => {
    setBusy(true)
    const sources: OpenPdf[] = [...new Set(wanted.map(({ pdf }) => pdf))]
    const picks: PagePick[] = wanted.map(({ pdf, page, turn }) => ({ source: sources.indexOf(pdf), page, turn }))
    const name = (sources[0]?.name ?? 'pages').replace(/\.pdf$/i, '')
    const outputs =
      out === 'pieces' ? inPieces(picks, every, name) : [{ name: `${name} (${t('edited')}).pdf`, pages: picks }]
    const edited = await runPdfEdit({ sources: sources.map(({ bytes }) => bytes), outputs, marks: {} })
    setBusy(false)
    if (!('made' in edited)) {
      say(t(edited.why === 'locked' ? 'pdfLocked' : 'pdfBroken', { name: sources[edited.source]?.name ?? '' }))
      return
    }
    await saveMade(edited.made, { name, type: 'application/pdf' })
    note.mutate({ code: CODE, files: sources.length, options: { out, every } })
  }
  return (
    <ToolFrame
      code={CODE}
      action={
        <Button type="primary" loading={busy} disabled={wanted.length === 0} onClick={() => void run()}>
          {t('makeFile')}
        </Button>
      }
    >
      <div className="tool-desk" data-options>
        <section aria-label={t('files')}>
          <PickFiles picked={picked} accept={accept} hint={t('pdfPagesHint')} />
          {pages.pages.length === 0 ? (
            <Empty says={t('noPages')} />
          ) : (
            <>
              <div className="tool-page-bar">
                <Button size="small" onClick={() => pages.chooseAll(chosen.length < pages.pages.length)}>
                  {t(chosen.length < pages.pages.length ? 'chooseAll' : 'chooseNone')}
                </Button>
                <Button
                  size="small"
                  icon={<RotateLeftOutlined />}
                  disabled={!chosen.length}
                  onClick={() => pages.turn(-90)}
                >
                  {t('turnLeft')}
                </Button>
                <Button
                  size="small"
                  icon={<RotateRightOutlined />}
                  disabled={!chosen.length}
                  onClick={() => pages.turn(90)}
                >
                  {t('turnRight')}
                </Button>
                <Button size="small" icon={<DeleteOutlined />} disabled={!chosen.length} onClick={pages.drop}>
                  {t('dropPages')}
                </Button>
                <span className="second" aria-live="polite">
                  {t('pagesChosen', { chosen: chosen.length, count: pages.pages.length })}
                </span>
              </div>
              <PageGrid pages={pages} />
            </>
          )}
        </section>
        <section aria-label={t('options')} className="tool-options">
          <fieldset className="tool-field">
            <legend>{t('makeWhat')}</legend>
            <Radio.Group
              className="tool-choices"
              value={out}
              options={[
                { value: 'one', label: t('makeOne') },
                { value: 'chosen', label: t('makeChosen') },
                { value: 'pieces', label: t('makePieces') },
              ]}
              onChange={({ target }) => setOut(target.value)}
            />
          </fieldset>
          {out === 'pieces' && (
            <div className="tool-field">
              <label htmlFor="pdf-every">{t('everyPages')}</label>
              <InputNumber
                id="pdf-every"
                min={1}
                max={1000}
                precision={0}
                value={every}
                onChange={(value) => setEvery(value ?? 1)}
              />
            </div>
          )}
        </section>
      </div>
      <RunHistory
        code={CODE}
        onOptions={(kept) => {
          setOut(outs.find((one) => one === kept['out']) ?? 'one')
          setEvery(typeof kept['every'] === 'number' ? kept['every'] : 1)
        }}
      />
    </ToolFrame>
  )
}
