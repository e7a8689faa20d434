import { Segmented } from 'antd'
import { useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { BrowserToolDesk } from './BrowserToolDesk.tsx'
import { type BrowserBench, type BrowserMade, eachFile, type OneDone } from './browser-run.ts'
import { browserTexts } from './browser-texts.ts'
import { onceIn } from './once-in.ts'
import { openPdf } from './pdf-pages.ts'
import { pagePicture, pictureKinds, type PictureOrder } from './pdf-pictures.ts'
import type { Picked } from './picked-files.ts'

const accept = ['pdf']
const dots = [96, 150, 200, 300] as const
/** Pages of one run: what is made is held in memory until it is packed. */
const MOST_PAGES = 500

/** /aiTools/pdfToPictures: every page of PDF as a picture, in the browser alone. */
export function PdfToPicturesPage() {
  const t = useTexts(browserTexts)
  const [kind, setKind] = useState<PictureOrder['kind']>('png')
  const [dpi, setDpi] = useState<number>(150)
  const work = (files: readonly Picked[], bench: BrowserBench) => {
    const names = new Set<string>()
    let taken = 0
    return eachFile(
      files,
      bench,
      { failed: t('failed'), cancelled: t('cancelled') },
      async (file, name): Promise<OneDone> => {
        const pdf = await openPdf({ key: name, name, folder: '', size: file.size, file })
        if (typeof pdf !== 'object')
          return { made: [], state: 'failed', says: [t(pdf === 'locked' ? 'lockedFirst' : 'broken')] }
        try {
          const count = pdf.document.numPages
          if (taken + count > MOST_PAGES)
            return { made: [], state: 'failed', says: [t('tooManyPages', { count: taken + count, most: MOST_PAGES })] }
          taken += count
          const made: BrowserMade[] = []
          const stem = onceIn(names, name.replace(/\.pdf$/i, ''))
          let least = dpi
          for (let page = 1; page <= count; page += 1) {
            bench.signal.throwIfAborted()
            bench.tell(page, count)
            const picture = await pagePicture(pdf.document, page, { kind, dpi })
            least = Math.min(least, picture.dpi)
            const number = String(page).padStart(String(count).length, '0')
            made.push({ name: `${stem} ${t('pageFile', { page: number })}.${kind}`, bytes: picture.bytes })
          }
          const says = [t('drawn', { count, dpi }), ...(least < dpi ? [t('fewerDots', { dpi: least })] : [])]
          return { made, state: least < dpi ? 'warned' : 'done', says }
        } finally {
          pdf.close()
        }
      },
    )
  }
  return (
    <BrowserToolDesk
      code="pdfToPictures"
      accept={accept}
      hint={t('toPicturesHint', { most: MOST_PAGES })}
      zip={t('picturesZip')}
      type={kind === 'png' ? 'image/png' : 'image/jpeg'}
      kept={{ kind, dpi }}
      onOptions={(kept) => {
        setKind(kept['kind'] === 'jpg' ? 'jpg' : 'png')
        setDpi(dots.find((one) => one === kept['dpi']) ?? 150)
      }}
      work={work}
      options={
        <>
          <div className="tool-field">
            <span id="picture-kind">{t('pictureKind')}</span>
            <Segmented
              aria-labelledby="picture-kind"
              value={kind}
              options={pictureKinds.map((value) => ({ value, label: t(value) }))}
              onChange={setKind}
            />
          </div>
          <div className="tool-field">
            <span id="picture-dpi">{t('dpi')}</span>
            <Segmented
              aria-labelledby="picture-dpi"
              value={dpi}
              options={dots.map((value) => ({ value, label: value }))}
              onChange={setDpi}
            />
          </div>
        </>
      }
    />
  )
}
