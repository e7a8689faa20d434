import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { audit, type AuditEntry } from '#contract/audit.ts'
import { call } from '#web/kernel/api.ts'
import { listMark, sayIn, useLanguage, useTexts } from '#web/kernel/language.ts'
import { changesOf } from './history-changes.ts'
import type { RecordTab } from './RecordDrawer.tsx'
import { Bones, Empty, Failing } from './StateView.tsx'
import { listTexts as texts } from './list-texts.ts'
import './list-kit.css'

export type HistoryProps = {
  bizType: string
  bizId: string
  /** What fields and actions are called, fields in the order they are shown: `{ phone: '电话', 'user.update': '修改用户' }`. */
  words?: Readonly<Record<string, string>> | undefined
  /** What values of a field are called: `{ status: { '1': '启用' } }`. */
  values?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined
  /** How a field's value is said where neither text nor words say it: lists of rows, names that the firm masks. */
  draws?: Readonly<Record<string, (value: unknown) => string>> | undefined
  /** Fields nobody needs to see. */
  hidden?: readonly string[] | undefined
}

const PAGE = 20

/** Who changed a record, when, and what of it: the audit entries, for whoever holds audit.view. */
export function RecordHistory({ bizType, bizId, ...drawing }: HistoryProps) {
  const t = useTexts(texts)
  const entries = useInfiniteQuery({
    queryKey: ['audit', audit.list.path, bizType, bizId],
    queryFn: ({ pageParam, signal }) =>
      call(audit.list, { bizType_equal: bizType, bizId_equal: bizId, current: pageParam, size: PAGE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ current, pages }) => (current < pages ? current + 1 : undefined),
    staleTime: 0,
  })
  if (entries.data === undefined) {
    return entries.isError ? <Failing fault={entries.error} retry={entries.refetch} /> : <Bones lines={5} />
  }
  const records = entries.data.pages.flatMap((page) => page.records)
  if (records.length === 0) return <Empty says={t('noHistory')} />
  return (
    <>
      <ol className="history">
        {records.map((entry) => (
          <Entry key={entry.seq} entry={entry} {...drawing} />
        ))}
      </ol>
      {entries.hasNextPage && (
        <Button type="link" loading={entries.isFetchingNextPage} onClick={() => void entries.fetchNextPage()}>
          {t('olderHistory')}
        </Button>
      )}
    </>
  )
}

function Entry({
  entry,
  words,
  values,
  draws,
  hidden,
}: { entry: AuditEntry } & Omit<HistoryProps, 'bizType' | 'bizId'>) {
  const order = Object.keys(words ?? {})
  const place = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length)
  const changes = changesOf(entry, hidden).toSorted((one, other) => place(one.field) - place(other.field))
  return (
    <li>
      <div className="history-head">
        <strong>{words?.[entry.action] ?? entry.action}</strong>
        <span className="second">{entry.actorName}</span>
        <time className="third number">{entry.createTime}</time>
      </div>
      {changes.length > 0 && (
        <dl className="history-fields">
          {changes.map(({ field, before, after }) => (
            <Field
              key={field}
              name={words?.[field] ?? field}
              values={values?.[field]}
              draw={draws?.[field]}
              before={before}
              after={after}
            />
          ))}
        </dl>
      )}
    </li>
  )
}

type FieldProps = {
  name: string
  values: Readonly<Record<string, string>> | undefined
  draw: ((value: unknown) => string) | undefined
  before: unknown
  after: unknown
}

function Field({ name, values, draw, before, after }: FieldProps) {
  const t = useTexts(texts)
  const shown = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('emptyValue')
    if (draw) return draw(value) || t('emptyValue')
    if (Array.isArray(value)) return value.length ? value.map(shown).join(listMark()) : t('emptyValue')
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return values?.[text] ?? (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : text)
  }
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {before !== undefined && (
          <>
            <del>{shown(before)}</del>
            {' → '}
          </>
        )}
        {after === undefined ? '—' : <ins>{shown(after)}</ins>}
      </dd>
    </>
  )
}

/** The history as a tab of RecordDrawer; for whoever may see it: `...(may('audit.view') ? [historyTab(…)] : [])`. */
export const historyTab = (of: HistoryProps): RecordTab => ({
  key: 'history',
  label: sayIn(texts, 'history', useLanguage.getState().language),
  content: <RecordHistory {...of} />,
})
