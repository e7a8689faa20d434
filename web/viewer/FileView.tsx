import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, type LazyExoticComponent, Suspense } from 'react'
import { type ViewedFile, viewer, type ViewKind } from '#contract/viewer.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useTabTitle } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { PieceBoundary } from '#web/kit/PieceBoundary.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { sizeText } from '../ledger/size-text.ts'
import { FileActions } from './FileActions.tsx'
import { FileSteps, type Place, usePlace } from './FileSteps.tsx'
import { OtherPane } from './OtherPane.tsx'
import type { StartAt } from './start-at.ts'
import { texts } from './texts.ts'
import { viewerPath } from './viewer-path.ts'

type PaneProps = { file: ViewedFile; at: StartAt }
type Pane = LazyExoticComponent<ComponentType<PaneProps>>
const pane = (load: () => Promise<ComponentType<PaneProps>>): Pane => lazy(async () => ({ default: await load() }))

const image = pane(async () => (await import('./ImagePane.tsx')).ImagePane)
const text = pane(async () => (await import('./TextPane.tsx')).TextPane)
const media = pane(async () => (await import('./MediaPane.tsx')).MediaPane)
const office = pane(async () => (await import('./OfficePane.tsx')).OfficePane)
/** Each kind comes with its own reader, when the first file of it is opened. */
const panes: Readonly<Record<Exclude<ViewKind, 'other'>, Pane>> = {
  pdf: pane(async () => (await import('./PdfPane.tsx')).PdfPane),
  image,
  svg: image,
  docx: pane(async () => (await import('./DocxPane.tsx')).DocxPane),
  sheet: pane(async () => (await import('./SheetPane.tsx')).SheetPane),
  slides: office,
  office,
  ofd: pane(async () => (await import('./OfdPane.tsx')).OfdPane),
  text,
  markdown: text,
  audio: media,
  video: media,
  zip: pane(async () => (await import('./ZipPane.tsx')).ZipPane),
}

type FileViewProps = {
  fileId: string
  name: string
  at: StartAt
  /** Of an entry of an archive: where it stands there, and the address by which it is found again. */
  entry?: { place: Place | undefined; address: string }
}

/** A file of ours: what it is, what can be done with it, where it stands among others, and itself. */
export function FileView({ entry, ...file }: FileViewProps) {
  return entry ? <Viewed {...file} place={entry.place} address={entry.address} /> : <InPlace {...file} />
}

function InPlace(file: Omit<FileViewProps, 'entry'>) {
  const { fileId, name } = file
  return <Viewed {...file} place={usePlace(fileId)} address={viewerPath({ fileId, name })} />
}

type ViewedProps = Omit<FileViewProps, 'entry'> & { place: Place | undefined; address: string }
function Viewed({ fileId, name, at, place, address }: ViewedProps) {
  const t = useTexts(texts)
  const opened = useQuery({ ...query(viewer.open, { fileId }), staleTime: 60_000, retry: false })
  const file = opened.data
  const shown = file?.name || name || t('title')
  useTabTitle(shown)
  return (
    <Page
      fill
      title={<span className="view-name">{shown}</span>}
      state={file && <Facts file={file} />}
      action={
        <>
          {place && <FileSteps of={place} kind={file?.kind} />}
          {file && <FileActions file={file} address={address} />}
        </>
      }
    >
      <div className="view-body">
        <StateView of={opened} shape={<Bones lines={12} />}>
          {(found) => <Shown file={found} at={at} />}
        </StateView>
      </div>
    </Page>
  )
}

function Facts({ file }: { file: ViewedFile }) {
  const { size, width, height, taken, camera } = file
  return (
    <>
      <span>{sizeText(size)}</span>
      {width > 0 && (
        <span>
          {width} × {height}
        </span>
      )}
      {taken !== '' && <span>{taken}</span>}
      {camera !== '' && <span>{camera}</span>}
    </>
  )
}

function Shown({ file, at }: PaneProps) {
  if (file.kind === 'other' || file.trouble !== '') return <OtherPane file={file} />
  const Drawn = panes[file.kind]
  return (
    <PieceBoundary>
      <Suspense fallback={<Bones lines={12} />}>
        <Drawn file={file} at={at} />
      </Suspense>
    </PieceBoundary>
  )
}
