import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import type { DatasetFile, Sheet } from '#contract/dataset-file.ts'
import { type Dataset, ledger } from '#contract/ledger.ts'
import { pageQuery, query } from '#web/kernel/api.ts'
import { clauseMark, useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useView } from '#web/kernel/tab.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { scrollsByKeyboard } from '#web/kit/scrolls-by-keyboard.ts'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { CorrectColumn } from './CorrectColumn.tsx'
import { CorrectSheet } from './CorrectSheet.tsx'
import { Pages } from './Pages.tsx'
import { columnLetter } from './size-text.ts'
import { texts } from './texts.ts'
import { VersionDiff } from './VersionDiff.tsx'
import { versionTexts } from './version-texts.ts'

/** What a dataset was read from, and what was read. */
export function DatasetDetail({ of: one }: { of: Dataset }) {
  const t = useTexts(texts)
  const v = useTexts(versionTexts)
  const [shown, show] = useView('show', 'files')
  const read = one.state === 'verified' || one.state === 'active' || one.state === 'superseded'
  const datasetId = one.id
  return (
    <div className="version-detail">
      <Tabs
        activeKey={read ? shown : 'files'}
        onChange={show}
        destroyOnHidden
        items={[
          { key: 'files', label: t('recognised'), children: <ReadFiles of={one} /> },
          ...(read
            ? [
                { key: 'compare', label: v('compareTab'), children: <VersionDiff of={one} /> },
                {
                  key: 'dropped',
                  label: t('droppedRows', { count: one.summary.dropped }),
                  children: <DroppedRows datasetId={datasetId} />,
                },
              ]
            : []),
        ]}
      />
    </div>
  )
}

function ReadFiles({ of: { id: datasetId, projectId, state } }: { of: Dataset }) {
  const may = useMay()
  const files = useQuery(query(ledger.files, { datasetId }))
  return (
    <StateView of={files} shape={<Bones lines={6} />}>
      {(all) => {
        const fileIds = all.map(({ fileId }) => fileId)
        const again = may('ledger.import') && state !== 'staging' ? { projectId, fileIds } : undefined
        return all.map((file) => <ReadFile key={file.fileNo} of={file} again={again} />)
      }}
    </StateView>
  )
}

/** What is read again when a column is corrected; absent for who may not. */
type Again = { projectId: string; fileIds: string[] } | undefined

function ReadFile({ of, again }: { of: z.output<typeof DatasetFile>; again: Again }) {
  const { name, container, encoding, sha256, sheets } = of
  return (
    <section className="read-file">
      <h3>{name}</h3>
      <div className="read-facts">
        <span>{[container, encoding].filter(Boolean).join(' · ')}</span>
        <span className="mono" title={sha256}>
          {sha256.slice(0, 16)}
        </span>
      </div>
      {sheets.map((sheet) => (
        <ReadSheet key={sheet.name} of={sheet} again={again} />
      ))}
    </section>
  )
}

const joined = (said: { text: string }[]) => said.map(({ text }) => text).join(clauseMark())

function ReadSheet({ of: sheet, again }: { of: z.output<typeof Sheet>; again: Again }) {
  const t = useTexts(texts)
  const v = useTexts(versionTexts)
  const corrected = sheet.signature === '' ? undefined : again
  return (
    <div ref={scrollsByKeyboard} className="read-sheet">
      <h4>
        {sheet.name} → {sheet.kindName} {!sheet.used && <StatusTag tone="waiting">{t('sheetUnused')}</StatusTag>}
        {corrected && <CorrectSheet {...corrected} of={sheet} />}
      </h4>
      <div className="read-facts">
        {sheet.headerRows.length > 0 && <span>{t('headerRows', { rows: sheet.headerRows.join('–') })}</span>}
        {sheet.period && <span>{t('period', { period: sheet.period })}</span>}
        {sheet.unit && <span>{t('unit', { unit: sheet.unit })}</span>}
        {sheet.balanceStyle && <span>{t('balanceStyle', { style: sheet.balanceStyle })}</span>}
        {sheet.said.map(({ about, answerName, answered }) => (
          <StatusTag key={about} tone="active">
            {`${answerName} · ${v(answered === 'now' ? 'said' : 'remembered')}`}
          </StatusTag>
        ))}
        {Object.entries(sheet.rows).map(([kind, count]) => (
          <span key={kind}>{t('rowsOf', { kind: sheet.rowNames[kind] ?? kind, count })}</span>
        ))}
      </div>
      {sheet.evidence.length > 0 && <p className="third">{t('sheetBecause', { why: joined(sheet.evidence) })}</p>}
      {sheet.columns.length > 0 && (
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t('column')}</th>
              <th>{t('header')}</th>
              <th>{t('takenAs')}</th>
              <th>{t('because')}</th>
              <th>{t('runnerUp')}</th>
              {corrected && <th aria-label={v('correct')} />}
            </tr>
          </thead>
          <tbody>
            {sheet.columns.map((column) => (
              <tr key={column.index}>
                <td className="third">{columnLetter(column.index)}</td>
                <td>{column.header}</td>
                <td>
                  {column.roleName || <span className="third">{t('unused')}</span>}
                  {column.answered !== '' && (
                    <>
                      {' '}
                      <StatusTag tone="active">{v(column.answered === 'now' ? 'said' : 'remembered')}</StatusTag>
                    </>
                  )}
                </td>
                <td className="second">{joined(column.evidence)}</td>
                <td className="third">{column.runnerUp}</td>
                {corrected && (
                  <td>
                    {column.signature !== '' && <CorrectColumn {...corrected} layout={sheet.signature} of={column} />}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

const PAGE = 50

function DroppedRows({ datasetId }: { datasetId: string }) {
  const t = useTexts(texts)
  const [page, turn] = useState(1)
  const rows = useQuery(pageQuery(ledger.dropped, { datasetId, current: page, size: PAGE }))
  return (
    <>
      <DataTable
        name={t('droppedRows', { count: rows.data?.total ?? 0 })}
        rows={rows.data?.records}
        rowKey={({ origin }) => `${origin.file}|${origin.sheet}|${origin.row}`}
        fault={rows.error}
        retry={rows.refetch}
        empty={{ says: t('noDropped') }}
        dense
        columns={[
          { key: 'reason', title: t('reason'), width: 220, render: ({ reasonText }) => reasonText },
          { key: 'shown', title: t('rowShown'), render: ({ shown }) => <span className="second">{shown}</span> },
          { key: 'origin', title: t('rowPlace'), render: ({ origin }) => t('place', origin) },
        ]}
      />
      <Pages of={rows.data} onTurn={turn} />
    </>
  )
}
