import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Dataset, ledger } from '#contract/ledger.ts'
import { project } from '#contract/project.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useView } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { Books, books } from './Books.tsx'
import { bookTexts } from './book-texts.ts'
import { DatasetVersions } from './DatasetVersions.tsx'
import { DropZone } from './DropZone.tsx'
import { FinancialFiles } from './FinancialFiles.tsx'
import { RememberedColumns } from './RememberedColumns.tsx'
import { InProject, useProjectHref } from './project-place.tsx'
import { texts } from './texts.ts'
import { tones } from './dataset-tone.ts'
import './ledger.css'

const isRead = ({ state }: Dataset) => state === 'verified' || state === 'active' || state === 'superseded'

/** /firmProject/financialInfo: hand over the client's files and read them as a dataset version. */
export function FinancialInfoPage() {
  return <InProject>{(projectId) => <FinancialInfo projectId={projectId} />}</InProject>
}

function FinancialInfo({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const b = useTexts(bookTexts)
  const may = useMay()
  const navigate = useNavigate()
  const href = useProjectHref()
  const files = useQuery(query(project.files, { projectId }))
  const datasets = useQuery(query(ledger.datasets, { projectId }))
  const start = useCommand(ledger.import, { also: [project.files] })
  const [picked, setPicked] = useState<string[] | null>(null)

  const rows = files.data ?? []
  // Until a person chooses, what was not imported yet is what there is to import.
  const checked = picked ?? rows.filter((file) => file.datasetId === '').map((file) => file.id)
  const running = datasets.data?.some((one) => one.state === 'staging' || one.state === 'staged') ?? false
  // A newer version that waits is what to look at next; else the one in use.
  const current = datasets.data?.find((one) => one.state === 'verified' || one.state === 'active')
  const mayImport = may('ledger.import')
  const [newest, ...older] = datasets.data?.filter(isRead) ?? []
  const [show, setShow] = useView('show')
  const inBooks = newest !== undefined && books.some((book) => book === show)

  return (
    <Page
      title={t('financialInfo')}
      state={
        current && (
          <>
            <span>{t('version', { version: current.version })}</span>
            <StatusTag tone={tones[current.state]}>{t(current.state)}</StatusTag>
          </>
        )
      }
      action={
        mayImport && (checked.length > 0 || !current || running) ? (
          <Button
            type="primary"
            disabled={checked.length === 0 || running}
            loading={start.isPending}
            title={running ? t('importRunning') : checked.length === 0 ? t('pickFirst') : ''}
            onClick={() => start.mutate({ projectId, fileIds: checked }, { onSuccess: () => setPicked([]) })}
          >
            {checked.length > 0 ? t('import', { count: checked.length }) : t('importNone')}
          </Button>
        ) : (
          current && (
            <Button
              type="primary"
              onClick={() => void navigate(href('/firmProject/runprepare', { dataset: current.id }))}
            >
              {t('openReport')}
            </Button>
          )
        )
      }
    >
      {newest && (
        <Segmented
          className="book-switch"
          aria-label={b('views')}
          value={inBooks ? 'books' : 'files'}
          onChange={(view) => setShow(view === 'books' ? 'balance' : '')}
          options={[
            { value: 'files', label: b('filesView') },
            { value: 'books', label: b('booksView') },
          ]}
        />
      )}
      {inBooks ? (
        <Books versions={[newest, ...older]} />
      ) : (
        <>
          {mayImport && <DropZone projectId={projectId} onArrived={() => setPicked(null)} />}
          <FinancialFiles
            projectId={projectId}
            files={files}
            datasets={datasets.data ?? []}
            checked={checked}
            onCheck={mayImport ? setPicked : undefined}
          />
          <h2 className="section-title">{t('datasets')}</h2>
          <DatasetVersions datasets={datasets} mayImport={mayImport} />
          <RememberedColumns projectId={projectId} mayImport={mayImport} />
        </>
      )}
    </Page>
  )
}
