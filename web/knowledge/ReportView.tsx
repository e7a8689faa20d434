import { Button } from 'antd'
import type { z } from 'zod'
import { knowledgeDoc } from '#contract/knowledge-doc.ts'
import { useCommand } from '#web/kernel/api.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { Facts } from '#web/kit/RecordDrawer.tsx'
import { Empty } from '#web/kit/StateView.tsx'
import { useSaid } from './said-text.ts'
import { texts } from './texts.ts'

type Detail = z.output<typeof knowledgeDoc.detail.output>

/** What the reading of the newest version said: what was not read, what was hidden, what the document says of itself. */
export function ReportView({ of: { document, versions }, edits }: { of: Detail; edits: boolean }) {
  const t = useTexts(texts)
  const said = useSaid()
  const update = useCommand(knowledgeDoc.update)
  const version = versions.find(({ id }) => id === document.versionId)
  const report = version?.report
  if (!version || !report) return <Empty says={t('noReport')} />
  const { law, unread, warnings } = report
  const days = { from: law?.from?.day ?? null, to: law?.to?.day ?? null }
  const adopt = () =>
    update.mutate(
      {
        id: document.id,
        version: document.version,
        ...(law?.numbers[0] && { number: law.numbers[0] }),
        ...((days.from || days.to) && {
          versions: [
            {
              id: version.id,
              effectiveFrom: days.from ?? version.effectiveFrom,
              effectiveTo: days.to ?? version.effectiveTo,
            },
          ],
        }),
      },
      { onSuccess: () => say(t('saved')) },
    )
  return (
    <div className="kb-report">
      <Facts of={{ [t('reportKind')]: report.kind, [t('reportTitle')]: report.title }} />
      {version.hidden > 0 && <p className="kb-problem">{t('reportHidden', { count: version.hidden })}</p>}
      <section>
        <h3>{t('reportUnread')}</h3>
        {unread.length === 0 ? (
          <p className="third">{t('reportAll')}</p>
        ) : (
          <ul>
            {unread.map((one) => (
              <li key={said(one)}>{said(one)}</li>
            ))}
          </ul>
        )}
      </section>
      {warnings.length > 0 && (
        <section>
          <h3>{t('reportWarnings')}</h3>
          <ul>
            {warnings.map((one) => (
              <li key={said(one)}>{said(one)}</li>
            ))}
          </ul>
        </section>
      )}
      {law && (
        <section>
          <h3>{t('reportLaw')}</h3>
          <Facts
            of={{
              [t('number')]: law.numbers.join(listMark()),
              [t('issuers')]: law.issuers.join(listMark()),
              [t('published')]: law.published ?? '',
              [t('effectiveFrom')]: law.from ? `${law.from.day}（${law.from.words}）` : '',
              [t('effectiveTo')]: law.to ? `${law.to.day}（${law.to.words}）` : '',
            }}
          />
          {edits && (law.numbers.length > 0 || days.from || days.to) && (
            <Button size="small" loading={update.isPending} onClick={adopt}>
              {t('adopt')}
            </Button>
          )}
        </section>
      )}
    </div>
  )
}
