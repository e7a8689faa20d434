import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { writing, type WritingKind } from '#contract/writing.ts'
import { call } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useSetView, useTabTitle } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, Failing, StateView } from '#web/kit/StateView.tsx'
import { texts } from './texts.ts'
import './writing.css'

// the editor is loaded where a document is opened, not where documents are listed
const DocDesk = lazy(async () => ({ default: (await import('./DocDesk.tsx')).DocDesk }))

/** One document, opened with what the person may do with it. */
export function DocPage({ id, kind }: { id: string; kind: WritingKind }) {
  const t = useTexts(texts)
  const setView = useSetView()
  const loaded = useQuery({
    // apart from the other calls of documents: a write of them does not load the text again
    queryKey: ['writingOpened', id],
    queryFn: ({ signal }) => call(writing.detail, { id }, { signal }),
    staleTime: Infinity,
    refetchOnReconnect: false,
    // a page that comes back in front learns what others wrote
    refetchOnMount: 'always',
  })
  useTabTitle(loaded.data?.title)
  const shape = (
    <Page title={t(kind)}>
      <Bones lines={14} />
    </Page>
  )
  if (loaded.isError && loaded.data === undefined)
    return (
      <Page title={t(kind)} action={<Button onClick={() => setView({ 'v.doc': undefined })}>{t('backToList')}</Button>}>
        <Failing fault={loaded.error} retry={loaded.refetch} />
      </Page>
    )
  return (
    <StateView of={loaded} shape={shape}>
      {(opened) => (
        <Suspense fallback={shape}>
          <DocDesk key={id} opened={opened} reload={loaded.refetch} />
        </Suspense>
      )}
    </StateView>
  )
}
