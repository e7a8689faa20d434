import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { type DragEvent, useRef, useState } from 'react'
import { type Carry, initData, type Reading } from '#contract/init-data.ts'
import { queries, query, useCommand } from '#web/kernel/api.ts'
import { useJob } from '#web/kernel/jobs.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { dropUpload, startUpload } from '#web/kernel/uploads.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { JobProgress } from '#web/kit/JobProgress.tsx'
import { Money } from '#web/kit/Money.tsx'
import { CarryDialog } from './CarryDialog.tsx'
import { texts } from './texts.ts'

type OfYear = { enterpriseId: string; year: number }
/** What such files are marked with at the server. */
const PURPOSE = 'initData'
const OPENS = '.xlsx,.xls,.xlsm,.xlsb,.ods,.csv,.txt,.htm,.html,.xml,.zip'

/** The return and the balances of one earlier year: hand over files, see what was read, put right by hand. */
export function CarryYearView({ enterpriseId, year }: OfYear) {
  const t = useTexts(texts)
  const may = useMay()
  const [all, showAll] = useState(false)
  const [open, setOpen] = useState<Carry | 'new'>()
  const carries = useQuery(query(initData.carries, { enterpriseId, year }))
  const mayEdit = may('enterprise.edit')
  const rows = carries.data?.filter(({ wanted, byHand }) => all || wanted || byHand)
  return (
    <>
      <h2 className="section-title">{t('ofYear', { year })}</h2>
      {mayEdit && <Upload enterpriseId={enterpriseId} year={year} />}
      <Readings enterpriseId={enterpriseId} year={year} />
      <div className="init-tools">
        <Checkbox checked={!all} onChange={({ target }) => showAll(!target.checked)}>
          {t('wantedOnly')}
        </Checkbox>
        {mayEdit && (
          <Button size="small" onClick={() => setOpen('new')}>
            {t('add')}
          </Button>
        )}
      </div>
      <DataTable<Carry>
        name={t('ofYear', { year })}
        rows={rows}
        rowKey={({ cell }) => cell}
        fault={carries.error}
        retry={carries.refetch}
        empty={{ says: t('noCarries') }}
        dense
        columns={[
          { key: 'cell', title: t('cell'), width: 150, render: ({ cell }) => <span className="mono">{cell}</span> },
          { key: 'label', title: t('label') },
          {
            key: 'amount',
            title: t('amount'),
            width: 150,
            amount: true,
            render: ({ amount }) =>
              amount === null ? <span className="third">{t('notKnown')}</span> : <Money value={amount} strong />,
          },
          {
            key: 'readAmount',
            title: t('readAmount'),
            width: 150,
            amount: true,
            render: ({ readAmount }) => (readAmount === null ? '—' : <Money value={readAmount} />),
          },
          {
            key: 'source',
            title: t('source'),
            render: ({ byHand, evidence, readFrom, updateUserName }) =>
              byHand ? (
                `${t('byHand', { evidence })}　${updateUserName}`
              ) : (
                <span className="second">{readFrom || '—'}</span>
              ),
          },
          ...(mayEdit
            ? [
                {
                  key: 'edit',
                  title: '',
                  width: 90,
                  render: (row: Carry) => (
                    <Button
                      size="small"
                      type="text"
                      aria-label={t('correctCell', { cell: row.cell })}
                      onClick={() => setOpen(row)}
                    >
                      {t('correct')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      <CarryDialog of={open} enterpriseId={enterpriseId} year={year} onClose={() => setOpen(undefined)} />
    </>
  )
}

function Upload({ enterpriseId, year }: OfYear) {
  const t = useTexts(texts)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const read = useCommand(initData.read)
  const send = async (file: File) => {
    const { id, state, fileId } = await startUpload(file, { purpose: PURPOSE, ownerId: enterpriseId })
    if (state !== 'done') return
    dropUpload(id)
    read.mutate({ enterpriseId, year, fileId })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    for (const file of event.dataTransfer.files) void send(file)
  }
  return (
    <div
      className="init-drop"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div>
        <strong>{t('upload', { year })}</strong>
        <p className="second">{t('uploadHint')}</p>
      </div>
      <Button loading={read.isPending} onClick={() => input.current?.click()}>
        {t('chooseFile')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept={OPENS}
        aria-label={t('upload', { year })}
        onChange={({ target }) => {
          for (const file of target.files ?? []) void send(file)
          target.value = ''
        }}
      />
    </div>
  )
}

function Readings(of: OfYear) {
  const t = useTexts(texts)
  const readings = useQuery(query(initData.readings, of))
  if (!readings.data || readings.data.length === 0) return null
  return (
    <details className="init-readings" open>
      <summary>{t('readings')}</summary>
      <ul>
        {readings.data.map((one) => (
          <li key={one.id}>
            <OneReading of={one} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function OneReading({ of: one }: { of: Reading }) {
  const t = useTexts(texts)
  const moving = one.state !== 'succeeded'
  const job = useJob(
    moving && one.jobId ? one.jobId : undefined,
    () => void queries.invalidateQueries({ queryKey: ['initData'] }),
  )
  return (
    <>
      <div className="init-reading">
        <strong>{one.fileName}</strong>
        <span className="third">
          {one.createUserName} · {one.createTime}
        </span>
        {one.state === 'succeeded' && <span>{t('readSays', { cells: one.cells, accounts: one.accounts })}</span>}
      </div>
      {one.sheets.map(({ name, kindName, says }) => (
        <div key={name} className="second">
          {[name, kindName].filter(Boolean).join(' → ')}
          {says && <span className="third"> {says}</span>}
        </div>
      ))}
      {job && <JobProgress of={job} />}
    </>
  )
}
