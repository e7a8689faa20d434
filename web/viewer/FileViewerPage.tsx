import { useQuery } from '@tanstack/react-query'
import { viewer } from '#contract/viewer.ts'
import { call } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useTab } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { pictureFile } from '#web/kit/safe-address.ts'
import { Empty, StateView } from '#web/kit/StateView.tsx'
import { FileView } from './FileView.tsx'
import { startAt } from './start-at.ts'
import { texts } from './texts.ts'
import './viewer.css'

/** /file-viewer/index: the file of `fileId`, or the one at `fileLink`, which the server fetches; `fileName` is only shown. */
export function FileViewerPage() {
  const t = useTexts(texts)
  const { query } = useTab()
  const fileLink = query.get('fileLink') ?? ''
  // signs that turn writing around make one name look like another
  const name = (query.get('fileName') ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 200)
  const at = startAt(query)
  // an address of a download of ours is a file of ours
  const fileId = query.get('fileId') || pictureFile(fileLink.replace(window.location.origin, '')) || ''
  if (fileId !== '') return <FileView key={fileId} fileId={fileId} name={name} at={at} />
  if (fileLink !== '') return <Linked key={fileLink} link={fileLink} name={name} at={at} />
  return (
    <Page title={t('title')}>
      <Empty says={t('noFile')} />
    </Page>
  )
}

const hostOf = (link: string) => (URL.canParse(link) ? new URL(link).host : link.slice(0, 100))

type LinkedProps = { link: string; name: string; at: ReturnType<typeof startAt> }
function Linked({ link, name, at }: LinkedProps) {
  const t = useTexts(texts)
  const found = useQuery({
    queryKey: ['viewer', viewer.link.path, link],
    queryFn: ({ signal }) => call(viewer.link, { link }, { signal }),
    // fetched once and then a file of ours
    staleTime: Infinity,
    retry: false,
  })
  if (found.data) return <FileView fileId={found.data.fileId} name={name || found.data.name} at={at} />
  return (
    <Page title={name || t('title')}>
      <StateView of={found} shape={<Empty says={t('fetching', { host: hostOf(link) })} />}>
        {() => null}
      </StateView>
    </Page>
  )
}
