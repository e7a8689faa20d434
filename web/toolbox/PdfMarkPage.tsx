import { Button, Checkbox, Input, InputNumber, Segmented, Slider } from 'antd'
import { useRef, useState } from 'react'
import { toolRun } from '#contract/tool-run.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FileOrder } from './FileOrder.tsx'
import { markPdf, type MarkOptions } from './mark-pdf.ts'
import { PickFiles } from './PickFiles.tsx'
import { usePickedFiles } from './picked-files.ts'
import { RunHistory } from './RunHistory.tsx'
import { saveMade } from './save-made.ts'
import { texts } from './texts.ts'
import { ToolFrame } from './ToolFrame.tsx'

const accept = ['pdf']
const CODE = 'pdfMark'
const first: MarkOptions = {
  watermark: true,
  text: '',
  tiled: true,
  strength: 20,
  size: 28,
  numbers: false,
  at: 'center',
  from: 1,
  seam: false,
  mm: 40,
}

/** Options of an earlier run, those that are still what they were. */
const knownOptions = (kept: Record<string, unknown>): Partial<MarkOptions> =>
  Object.fromEntries(
    Object.entries(first).flatMap(([key, value]) => (typeof kept[key] === typeof value ? [[key, kept[key]]] : [])),
  )

/** /aiTools/pdfMark: watermarks, page numbers and a seal over the edges, in the browser alone. */
export function PdfMarkPage() {
  const t = useTexts(texts)
  const picked = usePickedFiles(accept)
  const [options, setOptions] = useState(first)
  const [seal, setSeal] = useState<File>()
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const note = useCommand(toolRun.note, { quiet: true })
  const set = (change: Partial<MarkOptions>) => setOptions({ ...options, ...change })
  const missing =
    (options.watermark && options.text.trim() === '') || (options.seam && !seal)
      ? options.watermark && options.text.trim() === ''
        ? t('watermarkMissing')
        : t('sealMissing')
      : ''
  const nothing = !options.watermark && !options.numbers && !options.seam
  const run = async () => {
    setBusy(true)
    const { made, faults } = await markPdf(picked.files, options, seal)
    setBusy(false)
    for (const { name, why } of faults) say(t(why === 'locked' ? 'pdfLocked' : 'pdfBroken', { name }))
    if (made.length === 0) return
    await saveMade(made, { name: t('edited'), type: 'application/pdf' })
    const { text: _words, ...kept } = options
    note.mutate({ code: CODE, files: made.length, options: kept })
  }
  return (
    <ToolFrame
      code={CODE}
      action={
        <>
          <span className="second" aria-live="polite">
            {picked.files.length > 0 ? missing : ''}
          </span>
          <Button
            type="primary"
            loading={busy}
            disabled={picked.files.length === 0 || missing !== '' || nothing}
            onClick={() => void run()}
          >
            {t('makeFile')}
          </Button>
        </>
      }
    >
      <div className="tool-desk" data-options>
        <section aria-label={t('files')}>
          <PickFiles picked={picked} accept={accept} hint={t('pdfMarkHint')} />
          <FileOrder picked={picked} />
        </section>
        <section aria-label={t('options')} className="tool-options">
          <Checkbox checked={options.watermark} onChange={({ target }) => set({ watermark: target.checked })}>
            {t('watermark')}
          </Checkbox>
          {options.watermark && (
            <>
              <Input
                aria-label={t('watermarkText')}
                placeholder={t('watermarkText')}
                maxLength={60}
                value={options.text}
                onChange={({ target }) => set({ text: target.value })}
              />
              <Segmented
                value={options.tiled ? 'tiled' : 'middle'}
                options={(['tiled', 'middle'] as const).map((value) => ({ value, label: t(value) }))}
                onChange={(value) => set({ tiled: value === 'tiled' })}
              />
              <div className="tool-field tool-wide">
                <span id="mark-strength">{t('strength')}</span>
                <Slider
                  ariaLabelledByForHandle="mark-strength"
                  min={5}
                  max={80}
                  value={options.strength}
                  onChange={(strength) => set({ strength })}
                />
              </div>
              <div className="tool-field">
                <label htmlFor="mark-size">{t('fontSize')}</label>
                <InputNumber
                  id="mark-size"
                  min={8}
                  max={120}
                  precision={0}
                  value={options.size}
                  onChange={(size) => set({ size: size ?? 28 })}
                />
              </div>
            </>
          )}
          <Checkbox checked={options.numbers} onChange={({ target }) => set({ numbers: target.checked })}>
            {t('pageNumbers')}
          </Checkbox>
          {options.numbers && (
            <>
              <Segmented
                value={options.at}
                options={(['center', 'right'] as const).map((value) => ({
                  value,
                  label: t(value === 'center' ? 'footCenter' : 'footRight'),
                }))}
                onChange={(at) => set({ at })}
              />
              <div className="tool-field">
                <label htmlFor="mark-from">{t('firstNumber')}</label>
                <InputNumber
                  id="mark-from"
                  min={0}
                  max={99_999}
                  precision={0}
                  value={options.from}
                  onChange={(from) => set({ from: from ?? 1 })}
                />
              </div>
            </>
          )}
          <Checkbox checked={options.seam} onChange={({ target }) => set({ seam: target.checked })}>
            {t('seam')}
          </Checkbox>
          {options.seam && (
            <>
              <p className="third">{t('seamHint')}</p>
              <div>
                <Button onClick={() => input.current?.click()}>{t('pickSeal')}</Button> {seal?.name}
                <input
                  ref={input}
                  type="file"
                  hidden
                  accept="image/png,image/jpeg,image/webp"
                  aria-label={t('pickSeal')}
                  onChange={({ target }) => setSeal(target.files?.[0])}
                />
              </div>
              <div className="tool-field">
                <label htmlFor="mark-mm">{t('sealWidth')}</label>
                <InputNumber
                  id="mark-mm"
                  min={10}
                  max={120}
                  precision={0}
                  value={options.mm}
                  onChange={(mm) => set({ mm: mm ?? 40 })}
                />
              </div>
            </>
          )}
        </section>
      </div>
      <RunHistory code={CODE} onOptions={(kept) => setOptions({ ...options, ...knownOptions(kept) })} />
    </ToolFrame>
  )
}
