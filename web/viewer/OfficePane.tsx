import { useQuery } from '@tanstack/react-query'
import { type ViewedFile, viewer } from '#contract/viewer.ts'
import { call } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Empty, StateView } from '#web/kit/StateView.tsx'
import { PdfPane } from './PdfPane.tsx'
import { SlidesPane } from './SlidesPane.tsx'
import type { StartAt } from './start-at.ts'
import { texts } from './texts.ts'

type OfficePaneProps = { file: ViewedFile; at: StartAt }

/** A presentation or an old document, drawn as a PDF by the server; without LibreOffice there, the words of the slides. */
export function OfficePane({ file, at }: OfficePaneProps) {
  return file.drawable ? <Drawn file={file} at={at} /> : <SlidesPane file={file} at={at} />
}

function Drawn({ file, at }: OfficePaneProps) {
  const t = useTexts(texts)
  const { fileId } = file
  const drawn = useQuery({
    queryKey: ['viewer', viewer.drawn.path, fileId],
    queryFn: ({ signal }) => call(viewer.drawn, { fileId }, { signal }),
    staleTime: Infinity,
    retry: false,
  })
  // a deck that cannot be drawn is still read
  if (drawn.isError && file.kind === 'slides') return <SlidesPane file={file} at={at} />
  return (
    <StateView of={drawn} shape={<Empty says={t('drawing')} />}>
      {(made) => <PdfPane file={{ ...file, ...made }} at={at} />}
    </StateView>
  )
}
