import { useState } from 'react'
import { MergeOptions } from '#contract/tool-run.ts'
import { useTexts } from '#web/kernel/language.ts'
import { MergeForm } from './MergeForm.tsx'
import { ServerToolDesk } from './ServerToolDesk.tsx'
import { texts } from './texts.ts'

const accept = ['pdf', 'ofd', 'jpg', 'jpeg', 'png', 'webp', 'tif', 'tiff', 'gif', 'heic', 'heif']
const first = MergeOptions.parse({ code: 'batchMergePdf' })

/** /aiTools/batchMergePdf: receipts as one PDF to print and to file. */
export function MergePage() {
  const t = useTexts(texts)
  const [options, setOptions] = useState(first)
  return (
    <ServerToolDesk
      code="batchMergePdf"
      accept={accept}
      hint={t('mergeHint')}
      ordered
      order={() => options}
      options={<MergeForm options={options} onChange={setOptions} />}
      onOptions={(kept) => {
        const read = MergeOptions.safeParse({ ...kept, code: 'batchMergePdf' })
        if (read.success) setOptions(read.data)
      }}
    />
  )
}
