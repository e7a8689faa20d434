import { useQuery } from '@tanstack/react-query'
import { Button, Space } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { knowledgeDoc, type KnowledgeDoc } from '#contract/knowledge-doc.ts'
import { baseLevel, type KnowledgeBase, knowledgeKinds } from '#contract/knowledge.ts'
import { pageQuery, queries } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useView } from '#web/kernel/tab.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { AddBar } from './AddBar.tsx'
import { DocActions } from './DocActions.tsx'
import { DocDrawer } from './DocDrawer.tsx'
import { useSaid } from './said-text.ts'
import { texts } from './texts.ts'

const tones: Record<KnowledgeDoc['status'], Tone> = {
  queued: 'waiting',
  parsing: 'active',
  ready: 'good',
  failed: 'bad',
}
/** How often a list looks again while something in it is being read. */
const LOOK_MS = 2000

/** Documents of a base: what each is, whether it can be found, its version and days. */
export function DocList({ base }: { base: KnowledgeBase }) {
  const t = useTexts(texts)
  const may = useMay()
  const said = useSaid()
  const view = useListView()
  const [deleted, setDeleted] = useView('deleted')
  const [open, setOpen] = useState('')
  const shown = deleted === '1' ? '1' : '0'
  const rows = useQuery({
    ...pageQuery(knowledgeDoc.list, { ...view.input, baseId: base.id, deleted: shown }),
    refetchInterval: ({ state }) =>
      state.data?.records.some(({ jobId, status }) => jobId !== '' || status === 'parsing') ? LOOK_MS : false,
  })
  // what was read counts in the base's figures, too
  const reading = rows.data?.records.some(({ jobId }) => jobId !== '') ?? false
  const was = useRef(false)
  useEffect(() => {
    if (was.current && !reading) void queries.invalidateQueries({ queryKey: ['llmKnowledge'] })
    was.current = reading
  }, [reading])
  const adds = base.level >= baseLevel.add
  const days = ({ effectiveFrom, endsOn }: KnowledgeDoc) =>
    effectiveFrom || endsOn
      ? t('until', { from: effectiveFrom ?? t('unknownDay'), to: endsOn ?? t('noEnd') })
      : t('unknownDay')
  const withChecked = (picked: readonly KnowledgeDoc[], clear: () => void) => (
    <DocActions docs={picked} base={base} deleted={shown === '1'} onDone={clear} />
  )
  const columns: Column<KnowledgeDoc>[] = [
    {
      key: 'name',
      title: t('docName'),
      sortable: true,
      render: (row) => (
        <>
          <div className="kb-doc-name">{row.name}</div>
          {row.supersededByName && <div className="third">{`${t('supersededBy')} ${row.supersededByName}`}</div>}
          {row.problem && <div className="kb-problem">{said(row.problem)}</div>}
        </>
      ),
    },
    { key: 'kind', title: t('kind'), width: 90, sortable: true, render: ({ kind }) => t(`kind_${kind}`) },
    {
      key: 'status',
      title: t('state'),
      width: 110,
      sortable: true,
      render: ({ status }) => <StatusTag tone={tones[status]}>{t(`status_${status}`)}</StatusTag>,
    },
    { key: 'chunks', title: t('chunks'), width: 72, align: 'right' },
    {
      key: 'versionNo',
      title: t('versionNo'),
      width: 72,
      align: 'right',
      render: ({ versionNo, versions }) => (versions > 1 ? `${versionNo}/${versions}` : versionNo),
    },
    { key: 'effectiveFrom', title: t('effective'), width: 190, sortable: true, render: days },
    { key: 'number', title: t('number'), width: 150, cut: true, hidden: true },
    { key: 'region', title: t('region'), width: 100, cut: true, hidden: true },
    { key: 'createUserName', title: t('createdBy'), width: 100, cut: true, hidden: true },
    { key: 'updateTime', title: t('updated'), width: 168, sortable: true },
  ]
  return (
    <section aria-label={base.name} className="kb-docs">
      <div className="kb-head">
        <h2>
          {base.name} {!adds && <span className="third">{t('readOnly')}</span>}
        </h2>
        <Space wrap>
          {may('docFile.delete') && (
            <Button type="text" aria-pressed={shown === '1'} onClick={() => setDeleted(shown === '1' ? '' : '1')}>
              {t(shown === '1' ? 'showStanding' : 'showDeleted')}
            </Button>
          )}
        </Space>
      </div>
      {base.description && <p className="second">{base.description}</p>}
      {adds && shown === '0' && <AddBar base={base} />}
      <List<KnowledgeDoc>
        name={base.name}
        view={view}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        search={[
          { filter: 'name', label: t('docName'), width: 200 },
          {
            filter: 'kind_equal',
            label: t('kind'),
            width: 120,
            options: knowledgeKinds.map((value) => ({ value, label: t(`kind_${value}`) })),
          },
          {
            filter: 'status_equal',
            label: t('state'),
            width: 120,
            options: (['queued', 'parsing', 'ready', 'failed'] as const).map((value) => ({
              value,
              label: t(`status_${value}`),
            })),
          },
        ]}
        empty={{ says: t(shown === '1' ? 'noDeleted' : 'noDocs') }}
        onOpen={({ id }) => setOpen(id)}
        selected={open}
        withChecked={withChecked}
      />
      <DocDrawer key={open} docId={open} onClose={() => setOpen('')} />
    </section>
  )
}
