import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type BrowserLog, log } from '#contract/log.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { Facts } from './Facts.tsx'
import { EntryDrawer, useLogSearch } from './log-parts.tsx'
import { texts } from './texts.ts'

/** What browsers reported of themselves. */
export function BrowserLogList() {
  const t = useTexts(texts)
  const view = useListView()
  const rows = useQuery(pageQuery(log.browser, view.input))
  const [open, setOpen] = useState<BrowserLog | undefined>()
  const search = useLogSearch(
    { filter: 'userName', label: t('person') },
    { filter: 'message', label: t('message') },
    { filter: 'url', label: t('url') },
  )
  const columns: Column<BrowserLog>[] = [
    { key: 'createTime', title: t('time'), width: 172, sortable: true },
    { key: 'userName', title: t('person'), width: 100, cut: true },
    { key: 'type', title: t('type'), width: 110, cut: true },
    { key: 'message', title: t('message'), cut: true },
    { key: 'url', title: t('url'), cut: true },
  ]
  return (
    <>
      <List
        name={t('browser')}
        pageKey="logBrowser"
        exportOf="logBrowser"
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={search}
        empty={{ says: t('noBrowser') }}
        onOpen={setOpen}
        {...(open && { selected: open.id })}
        dense
      />
      {open && (
        <EntryDrawer title={t('browser')} onClose={() => setOpen(undefined)}>
          <Facts
            rows={{
              [t('time')]: open.createTime,
              [t('ownTime')]: open.time,
              [t('person')]: open.userName,
              [t('type')]: open.type,
              [t('url')]: open.url,
              [t('message')]: open.message,
              [t('info')]: open.info,
            }}
          />
          {open.stack && <h3 className="section-title">{t('stack')}</h3>}
          {open.stack && <pre className="code-block">{open.stack}</pre>}
        </EntryDrawer>
      )}
    </>
  )
}
