import { InputNumber, Radio } from 'antd'
import { useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { BrowserToolDesk } from './BrowserToolDesk.tsx'
import { type BrowserBench, type BrowserDone, outcomeOf } from './browser-run.ts'
import { browserTexts } from './browser-texts.ts'
import type { Picked } from './picked-files.ts'
import type { PictureSheet } from './pictures-pdf.ts'
import { readyPicture } from './ready-picture.ts'
import { runPdfRework } from './run-pdf-rework.ts'

const accept = ['jpg', 'jpeg', 'png', 'webp', 'bmp', 'gif']

/** /aiTools/picturesToPdf: pictures as the pages of one PDF, in the browser alone. */
export function PicturesToPdfPage() {
  const t = useTexts(browserTexts)
  const [size, setSize] = useState<PictureSheet['size']>('a4')
  const [margin, setMargin] = useState(0)
  const work = async (files: readonly Picked[], { signal, tell }: BrowserBench): Promise<BrowserDone> => {
    const pictures: ArrayBuffer[] = []
    const outcomes: BrowserDone['outcomes'] = []
    for (const [at, picked] of files.entries()) {
      tell(at + 1, files.length)
      const picture = picked.file && !signal.aborted ? await readyPicture(picked.file) : 'broken'
      if (typeof picture === 'object') {
        pictures.push(picture)
        outcomes.push(outcomeOf(picked, 'done', [t('pictureIn', { page: pictures.length })]))
      } else outcomes.push(outcomeOf(picked, 'failed', [t(picture === 'large' ? 'pictureLarge' : 'broken')]))
    }
    const done =
      pictures.length > 0 && (await runPdfRework({ task: 'pictures', pictures, sheet: { size, margin } }, signal))
    if (signal.aborted) return { made: [], outcomes: files.map((one) => outcomeOf(one, 'skipped', [t('cancelled')])) }
    if (done && 'bytes' in done && done.bytes)
      return { made: [{ name: `${t('picturesName')}.pdf`, bytes: done.bytes }], outcomes }
    const failed = (one: (typeof outcomes)[number]) =>
      one.state === 'done' ? { ...one, state: 'failed' as const, says: [t('failed')] } : one
    return { made: [], outcomes: outcomes.map(failed) }
  }
  return (
    <BrowserToolDesk
      code="picturesToPdf"
      accept={accept}
      hint={t('picturesHint')}
      ordered
      zip={t('picturesName')}
      type="application/pdf"
      kept={{ size, margin }}
      onOptions={(kept) => {
        setSize(kept['size'] === 'own' ? 'own' : 'a4')
        setMargin(typeof kept['margin'] === 'number' ? kept['margin'] : 0)
      }}
      work={work}
      options={
        <>
          <fieldset className="tool-field">
            <legend>{t('sheet')}</legend>
            <Radio.Group
              className="tool-choices"
              value={size}
              options={(['a4', 'own'] as const).map((value) => ({ value, label: t(value) }))}
              onChange={({ target }) => setSize(target.value)}
            />
          </fieldset>
          <div className="tool-field">
            <label htmlFor="picture-margin">{t('edge')}</label>
            <InputNumber
              id="picture-margin"
              min={0}
              max={40}
              precision={0}
              value={margin}
              onChange={(value) => setMargin(value ?? 0)}
            />
          </div>
        </>
      }
    />
  )
}
