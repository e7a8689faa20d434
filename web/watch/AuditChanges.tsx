import { useQuery } from '@tanstack/react-query'
import { type AuditEntry, audit } from '#contract/audit.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useActionWords } from './action-words.ts'
import { changesOf } from './audit-changes.ts'
import { Facts } from './Facts.tsx'
import { useFieldWords } from './field-words.ts'
import { TraceLink } from './log-parts.tsx'
import { texts } from './texts.ts'

const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/** One entry of the audit: who, when, what, and each field before and after. */
export function AuditChanges({ of }: { of: AuditEntry }) {
  const t = useTexts(texts)
  const word = useActionWords()
  const { data } = useQuery(query(audit.detail, { seq: of.seq }))
  const changes = changesOf(of.before, of.after)
  const fieldWord = useFieldWords()
  const blank = <span className="third">{t('none')}</span>
  const shown = (value: unknown) => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
  }
  return (
    <>
      <Facts
        rows={{
          [t('time')]: of.createTime,
          [t('person')]: of.actorName,
          [t('action')]: word(of.action),
          [t('record')]: word(of.bizType),
          [t('recordId')]: of.bizId,
          [t('address')]: of.address,
          [t('trace')]: of.traceId && <TraceLink of={of} />,
        }}
      />
      {changes.length === 0 ? (
        <p className="second section-title">{t('noChange')}</p>
      ) : (
        <table className="change-table" style={{ marginBlock: 24 }}>
          <colgroup>
            <col />
            <col />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('before')}</th>
              <th scope="col">{t('after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <td className="second">{fieldWord(field)}</td>
                <td>{isBlank(before) ? blank : <del>{shown(before)}</del>}</td>
                <td>{isBlank(after) ? blank : <ins>{shown(after)}</ins>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && (
        <Facts
          rows={{
            [t('hash')]: <span className="mono">{data.hash}</span>,
            [t('prevHash')]: <span className="mono">{data.prevHash || t('none')}</span>,
          }}
        />
      )}
    </>
  )
}
