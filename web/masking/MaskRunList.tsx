import { useQuery } from '@tanstack/react-query'
import { maskKinds, masking, type MaskRun } from '#contract/masking.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { usePurposeWords } from '#web/model/purpose-words.ts'
import { texts } from './texts.ts'

/** What left for models: when, whose, where to, how much was hidden, what was stopped. Its words are kept nowhere. */
export function MaskRunList() {
  const t = useTexts(texts)
  const { words, options } = usePurposeWords()
  const view = useListView()
  const rows = useQuery(pageQuery(masking.runs, view.input))
  const named = (kind: string) => {
    const known = [...maskKinds, 'literal' as const].find((one) => one === kind)
    return known ? t(`kind_${known}`) : kind
  }
  const columns: Column<MaskRun>[] = [
    { key: 'createTime', title: t('time'), width: 172, sortable: true },
    { key: 'createUserName', title: t('who'), width: 110, cut: true },
    { key: 'purpose', title: t('purpose'), width: 140, cut: true, render: ({ purpose }) => words(purpose) },
    { key: 'endpoint', title: t('endpoint'), width: 160, cut: true },
    { key: 'characters', title: t('characters'), width: 90, align: 'right' },
    {
      key: 'counts',
      title: t('counts'),
      render: ({ counts }) =>
        Object.entries(counts)
          .map(([kind, count]) => t('countOf', { kind: named(kind), count }))
          .join(listMark()) || '—',
    },
    {
      key: 'blocked',
      title: t('state'),
      width: 150,
      render: ({ blocked, residual, previewed }) =>
        blocked ? (
          <StatusTag tone="bad">{`${t('blocked')} ${residual.map(named).join(listMark())}`}</StatusTag>
        ) : (
          <StatusTag tone="plain">{previewed ? `${t('sent')} · ${t('previewed')}` : t('sent')}</StatusTag>
        ),
    },
    {
      key: 'payloadHash',
      title: t('hash'),
      width: 130,
      render: ({ payloadHash }) => <code>{payloadHash.slice(0, 12)}</code>,
    },
  ]
  return (
    <List<MaskRun>
      name={t('tabLog')}
      view={view}
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      search={[
        { filter: 'purpose_equal', label: t('purpose'), options },
        { filter: 'endpoint', label: t('endpoint') },
        {
          filter: 'blocked_equal',
          label: t('state'),
          width: 120,
          options: [
            { value: 'false', label: t('sent') },
            { value: 'true', label: t('blocked') },
          ],
        },
      ]}
      empty={{ says: t('noRuns') }}
    />
  )
}
