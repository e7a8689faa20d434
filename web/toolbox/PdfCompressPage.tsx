import { Radio } from 'antd'
import { useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { BrowserToolDesk } from './BrowserToolDesk.tsx'
import { type BrowserBench, eachFile, type OneDone } from './browser-run.ts'
import { browserTexts } from './browser-texts.ts'
import { onceIn } from './once-in.ts'
import type { ShrinkLevel } from './pdf-shrink.ts'
import { type Picked, sizeText } from './picked-files.ts'
import { runPdfRework } from './run-pdf-rework.ts'

const accept = ['pdf']
const levels: readonly ShrinkLevel[] = ['clear', 'balanced', 'small']

/** /aiTools/pdfCompress: the pictures of PDF coded smaller, in the browser alone. */
export function PdfCompressPage() {
  const t = useTexts(browserTexts)
  const [level, setLevel] = useState<ShrinkLevel>('balanced')
  const work = (files: readonly Picked[], bench: BrowserBench) => {
    const names = new Set<string>()
    return eachFile(
      files,
      bench,
      { failed: t('failed'), cancelled: t('cancelled') },
      async (file, name): Promise<OneDone> => {
        const done = await runPdfRework({ task: 'shrink', source: await file.arrayBuffer(), level }, bench.signal)
        if ('why' in done)
          return {
            made: [],
            state: 'failed',
            says: [t(done.why === 'locked' ? 'lockedFirst' : done.why === 'broken' ? 'broken' : 'failed')],
          }
        const { bytes, recoded, left, signed } = done
        const before = sizeText(file.size)
        if (!bytes) return { made: [], state: 'skipped', says: [t('nothingWon', { before })] }
        const percent = Math.floor((1 - bytes.length / file.size) * 100)
        const says = [
          t('won', { before, after: sizeText(bytes.length), percent: Math.max(1, percent) }),
          ...(recoded + left > 0 ? [t('pictures', { recoded, left })] : []),
          ...(signed ? [t('signed')] : []),
        ]
        const given = onceIn(names, name.replace(/(\.pdf)?$/i, ` (${t('compressed')}).pdf`))
        return { made: [{ name: given, bytes }], state: signed ? 'warned' : 'done', says }
      },
    )
  }
  return (
    <BrowserToolDesk
      code="pdfCompress"
      accept={accept}
      hint={t('compressHint')}
      zip={`PDF (${t('compressed')})`}
      type="application/pdf"
      kept={{ level }}
      onOptions={({ level: kept }) => {
        const known = levels.find((one) => one === kept)
        if (known) setLevel(known)
      }}
      work={work}
      options={
        <fieldset className="tool-field">
          <legend>{t('level')}</legend>
          <Radio.Group
            className="tool-choices"
            value={level}
            options={levels.map((value) => ({ value, label: t(value) }))}
            onChange={({ target }) => setLevel(target.value)}
          />
        </fieldset>
      }
    />
  )
}
