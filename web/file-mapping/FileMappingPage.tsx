import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { type FileMapping, fileMapping } from '#contract/ledger-version.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { scrollsByKeyboard } from '#web/kit/scrolls-by-keyboard.ts'
import { DropZone } from '../ledger/DropZone.tsx'
import { InProject, useProjectHref } from '../ledger/project-place.tsx'
import { MonthMatrix } from './MonthMatrix.tsx'
import { texts } from './texts.ts'
import './file-mapping.css'

/** /file-mapping/index: which file feeds what, and which months are covered. */
export function FileMappingPage() {
  return <InProject>{(projectId) => <Mapping projectId={projectId} />}</InProject>
}

function Mapping({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const href = useProjectHref()
  const mapping = useQuery(query(fileMapping.show, { projectId }))
  const toImport = () => void navigate(href('/firmProject/financialInfo'))
  const { data } = mapping
  return (
    <Page
      title={t('title')}
      state={
        data && (
          <StatusTag tone={data.version > 0 ? 'active' : 'waiting'}>
            {data.version > 0 ? t('version', { version: data.version }) : t('noVersion')}
          </StatusTag>
        )
      }
      action={
        <Button type="primary" onClick={toImport}>
          {t('toImport')}
        </Button>
      }
    >
      <StateView
        of={mapping}
        shape={<Bones lines={8} />}
        empty={{
          when: ({ files }) => files.length === 0,
          says: t('noFiles'),
          action: <Button onClick={toImport}>{t('toImport')}</Button>,
        }}
      >
        {(of) => (
          <>
            {of.version > 0 && <MonthMatrix of={of} />}
            <h2 className="section-title">{t('files')}</h2>
            {of.files.map((file) => (
              <FileSheets key={file.fileId} of={file} generated={of.generated} />
            ))}
          </>
        )}
      </StateView>
      {may('ledger.import') && (
        <>
          <h2 className="section-title">{t('reUpload')}</h2>
          <DropZone projectId={projectId} onArrived={() => void mapping.refetch()} />
        </>
      )}
    </Page>
  )
}

type File = FileMapping['files'][number]

function FileSheets({ of: file, generated }: { of: File; generated: boolean }) {
  const t = useTexts(texts)
  return (
    <section className="mapped-file">
      <h3>
        <Link to={`/luckysheet/index?fileId=${file.fileId}`}>{file.name}</Link>{' '}
        {!file.inUse ? (
          <StatusTag tone="waiting">{t('notInUse')}</StatusTag>
        ) : (
          file.feedsNothing && <StatusTag tone="bad">{t('nothing')}</StatusTag>
        )}
      </h3>
      {file.sheets.length > 0 && (
        <div ref={scrollsByKeyboard} className="mapped-sheets">
          <table className="plain-table">
            <thead>
              <tr>
                <th>{t('sheet')}</th>
                <th>{t('kind')}</th>
                <th>{t('use')}</th>
                <th className="amount">{t('rows')}</th>
                <th>{t('papers')}</th>
              </tr>
            </thead>
            <tbody>
              {file.sheets.map((sheet) => (
                <tr key={sheet.name}>
                  <td>{sheet.name || '—'}</td>
                  <td>{sheet.kindName}</td>
                  <td className={sheet.used ? undefined : 'third'}>{sheet.says}</td>
                  <td className="amount">{sheet.used ? sheet.rows : '—'}</td>
                  <td>
                    <Papers of={sheet} generated={generated} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function Papers({ of: { used, papers }, generated }: { of: File['sheets'][number]; generated: boolean }) {
  const t = useTexts(texts)
  const href = useProjectHref()
  if (!used) return <span className="third">—</span>
  if (!generated) return <span className="third">{t('notGenerated')}</span>
  if (papers.length === 0) return <span className="third">{t('noPapers')}</span>
  const cells = papers.reduce((sum, paper) => sum + paper.cells, 0)
  return (
    <details>
      <summary>{t('papersCount', { papers: papers.length, cells })}</summary>
      <ul className="mapped-papers">
        {papers.map(({ paperId, name, cells: count }) => (
          <li key={paperId}>
            <Link to={href('/wps/index', { paperId })}>
              {t('cellsIn', { name: `${paperId} ${name}`, cells: count })}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
