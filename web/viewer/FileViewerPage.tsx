import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { viewer } from '#contract/viewer.ts'
import { call, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useTab } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { CallError } from '#web/kernel/transport.ts'
import { pictureFile } from '#web/kit/safe-address.ts'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { NotShown } from './Coming.tsx'
import { entryPath, entryPlace } from './entry-path.ts'
import { FileSteps } from './FileSteps.tsx'
import { FileView } from './FileView.tsx'
import { startAt } from './start-at.ts'
import { texts } from './texts.ts'
import './viewer.css'

/** /file-viewer/index: the file of `fileId`, or the one at `fileLink`, which the server fetches; `fileName` is only shown. */
export function FileViewerPage() {
  const t = useTexts(texts)
  const { query: asked } = useTab()
  const fileLink = asked.get('fileLink') ?? ''
  // signs that turn writing around make one name look like another
  const name = (asked.get('fileName') ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 200)
  const at = startAt(asked)
  // an address of a download of ours is a file of ours
  const fileId = asked.get('fileId') || pictureFile(fileLink.replace(window.location.origin, '')) || ''
  const entry = /^\d{1,4}$/.exec(asked.get('entry') ?? '')?.[0]
  if (fileId !== '' && entry !== undefined)
    return <Entry key={`${fileId}/${entry}`} archive={fileId} entry={Number(entry)} name={name} at={at} />
  if (fileId !== '') return <FileView key={fileId} fileId={fileId} name={name} at={at} />
  if (fileLink !== '') return <Linked key={fileLink} link={fileLink} name={name} at={at} />
  return (
    <Page title={t('title')}>
      <Empty says={t('noFile')} />
    </Page>
  )
}

const hostOf = (link: string) => (URL.canParse(link) ? new URL(link).host : link.slice(0, 100))
/** As it goes out: signs that turn writing around, or look like others, are written in full. */
const plainLink = (link: string) => (URL.canParse(link) ? new URL(link).href : link.replace(/[\p{Cc}\p{Cf}]/gu, ''))
/** Of an address as it is shown before anybody follows it. */
const MOST_SHOWN = 300

type LinkedProps = { link: string; name: string; at: ReturnType<typeof startAt> }
/** A file that lies elsewhere: an address alone, which anybody can send, makes the server fetch nothing. */
function Linked({ link, name, at }: LinkedProps) {
  const t = useTexts(texts)
  const [agreed, setAgreed] = useState(false)
  const found = useQuery({
    queryKey: ['viewer', viewer.link.path, link],
    queryFn: ({ signal }) => call(viewer.link, { link }, { signal }),
    enabled: agreed,
    // fetched once and then a file of ours
    staleTime: Infinity,
    retry: false,
  })
  if (found.data) return <FileView fileId={found.data.fileId} name={name || found.data.name} at={at} />
  return (
    <Page title={name || t('title')}>
      {agreed ? (
        <StateView of={found} shape={<Empty says={t('fetching', { host: hostOf(link) })} />}>
          {() => null}
        </StateView>
      ) : (
        <div className="state-view">
          <p>{t('fetchAsk', { host: hostOf(link) })}</p>
          <p className="second view-link">{plainLink(link).slice(0, MOST_SHOWN)}</p>
          <Button type="primary" onClick={() => setAgreed(true)}>
            {t('fetchIt')}
          </Button>
        </div>
      )}
    </Page>
  )
}

type EntryProps = { archive: string; entry: number; name: string; at: ReturnType<typeof startAt> }
/** One file out of an archive, and the others beside it. */
function Entry({ archive, entry, name, at }: EntryProps) {
  const t = useTexts(texts)
  const found = useQuery({
    queryKey: ['viewer', viewer.entry.path, archive, entry],
    queryFn: ({ signal }) => call(viewer.entry, { fileId: archive, entry }, { signal }),
    staleTime: Infinity,
    retry: false,
  })
  const listing = useQuery({ ...query(viewer.entries, { fileId: archive }), staleTime: Infinity, retry: false })
  const place = listing.data && entryPlace(archive, listing.data.entries, entry)
  const address = entryPath(archive, entry, name)
  if (found.data)
    return <FileView fileId={found.data.fileId} name={name || found.data.name} at={at} entry={{ place, address }} />
  return (
    <Page title={name || t('title')} action={place && <FileSteps of={place} kind={undefined} />}>
      {found.error instanceof CallError && found.error.code === 400 ? (
        <NotShown says={found.error.message} />
      ) : (
        <StateView of={found} shape={<Bones lines={12} />}>
          {() => null}
        </StateView>
      )}
    </Page>
  )
}
