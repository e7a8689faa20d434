import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import { type Dataset, ledger } from '#contract/ledger.ts'
import {
  type Change,
  changes,
  type DiffKind,
  diffKinds,
  type DiffPart,
  type DiffRow,
  ledgerVersion,
} from '#contract/ledger-version.ts'
import { pageQuery, queries, query, useCommand } from '#web/kernel/api.ts'
import { useJob } from '#web/kernel/jobs.ts'
import { useTexts } from '#web/kernel/language.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { JobProgress } from '#web/kit/JobProgress.tsx'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { Pages } from './Pages.tsx'
import { versionTexts } from './version-texts.ts'

const PAGE = 50
const tones: Record<Change, Tone> = { added: 'good', removed: 'bad', changed: 'waiting' }
const isRead = ({ state }: Dataset) => state === 'verified' || state === 'active' || state === 'superseded'

/** How a version differs from another one of the project, by files, accounts, vouchers and statements. */
export function VersionDiff({ of: one }: { of: Dataset }) {
  const t = useTexts(versionTexts)
  const datasets = useQuery(query(ledger.datasets, { projectId: one.projectId }))
  const [chosen, choose] = useState('')
  const others = (datasets.data ?? []).filter((other) => other.id !== one.id && isRead(other))
  const against =
    others.find(({ id }) => id === chosen) ??
    others.find(({ state }) => state === 'active') ??
    others.find(({ version }) => version < one.version) ??
    others[0]
  return (
    <StateView of={datasets} shape={<Bones lines={4} />}>
      {() =>
        against ? (
          <>
            <Select
              aria-label={t('compareWith')}
              style={{ minWidth: 240, maxWidth: '100%' }}
              value={against.id}
              onChange={choose}
              options={others.map(({ id, version, createTime }) => ({
                value: id,
                label: `${t('earlier', { version })} · ${createTime}`,
              }))}
            />
            <Differences key={against.id} one={one} against={against} />
          </>
        ) : (
          <Empty says={t('noOther')} />
        )
      }
    </StateView>
  )
}

type Both = { one: Dataset; against: Dataset }

function Differences({ one, against }: Both) {
  const t = useTexts(versionTexts)
  const pair = { datasetId: one.id, againstId: against.id }
  const diff = useQuery(query(ledgerVersion.diff, pair))
  const compare = useCommand(ledgerVersion.compare)
  const waiting = diff.data && !diff.data.ready ? diff.data.jobId : ''
  const job = useJob(waiting || undefined, () => void queries.invalidateQueries({ queryKey: ['ledger'] }))
  return (
    <StateView of={diff} shape={<Bones lines={4} />}>
      {({ ready, parts }) =>
        ready ? (
          <Parts parts={parts} one={one} against={against} />
        ) : job && (job.state === 'queued' || job.state === 'running') ? (
          <JobProgress of={job} />
        ) : (
          <Empty
            says={t('notCompared')}
            action={
              <Button type="primary" loading={compare.isPending} onClick={() => compare.mutate(pair)}>
                {t('compare')}
              </Button>
            }
          />
        )
      }
    </StateView>
  )
}

const countOf = ({ added, removed, changed }: DiffPart) => added + removed + changed

function Parts({ parts, one, against }: Both & { parts: DiffPart[] }) {
  const t = useTexts(versionTexts)
  const [kind, setKind] = useState<DiffKind>(() => parts.find((part) => countOf(part) > 0)?.kind ?? 'file')
  const [change, setChange] = useState<Change | ''>('')
  const [page, turn] = useState(1)
  const part = parts.find((row) => row.kind === kind)
  const rows = useQuery(
    pageQuery(ledgerVersion.diffRows, {
      datasetId: one.id,
      againstId: against.id,
      kind,
      current: page,
      size: PAGE,
      ...(change && { change_equal: change }),
    }),
  )
  return (
    <>
      <div className="diff-head">
        <Segmented
          value={kind}
          onChange={(next) => {
            setKind(next)
            turn(1)
          }}
          options={diffKinds.map((value) => {
            const found = parts.find((row) => row.kind === value)
            return { value, label: `${t(`kind_${value}`)} ${found ? countOf(found) : 0}` }
          })}
        />
        <Select<Change | ''>
          aria-label={t('onlyChange')}
          value={change}
          style={{ minWidth: 120 }}
          onChange={(next) => {
            setChange(next)
            turn(1)
          }}
          options={[
            { value: '', label: t('everyChange') },
            ...changes.map((value) => ({ value, label: t(`change_${value}`) })),
          ]}
        />
      </div>
      {part && (
        <p className="second">
          {t('partCounts', { added: part.added, removed: part.removed, changed: part.changed })}
          {part.before !== '' && countOf(part) > 0 && (
            <>
              {' · '}
              <span className="number">{t('partSums', { before: part.before, after: part.after })}</span>
            </>
          )}
        </p>
      )}
      <DataTable<DiffRow>
        name={t(`kind_${kind}`)}
        rows={rows.data?.records}
        rowKey={({ key }) => key}
        fault={rows.error}
        retry={rows.refetch}
        empty={{ says: t('same') }}
        dense
        columns={[
          {
            key: 'key',
            title: t('what'),
            width: 260,
            render: ({ key, name }) => (name === key ? key : `${key} ${name}`),
          },
          {
            key: 'change',
            title: t('onlyChange'),
            width: 110,
            render: (row) => <StatusTag tone={tones[row.change]}>{t(`change_${row.change}`)}</StatusTag>,
          },
          {
            key: 'before',
            title: t('earlier', { version: against.version }),
            render: (row) => <Side of={row} side="before" />,
          },
          {
            key: 'after',
            title: t('earlier', { version: one.version }),
            render: (row) => <Side of={row} side="after" />,
          },
        ]}
      />
      <Pages of={rows.data} onTurn={turn} />
    </>
  )
}

function Side({ of: { figures }, side }: { of: DiffRow; side: 'before' | 'after' }) {
  const known = figures.filter((figure) => figure[side] !== null)
  if (known.length === 0) return <span className="third">—</span>
  return (
    <dl className="diff-side">
      {known.map((figure) => (
        <div key={figure.field}>
          <dt>{figure.field}</dt>
          <dd className="number">{figure[side]}</dd>
        </div>
      ))}
    </dl>
  )
}
