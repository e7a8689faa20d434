import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { type Dataset, ledger } from '#contract/ledger.ts'
import { project } from '#contract/project.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useJob } from '#web/kernel/jobs.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useView } from '#web/kernel/tab.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { JobProgress } from '#web/kit/JobProgress.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { ActivateVersion } from './ActivateVersion.tsx'
import { ColumnQuestions } from './ColumnQuestions.tsx'
import { DatasetDetail } from './DatasetDetail.tsx'
import { tones } from './dataset-tone.ts'
import { useProjectHref } from './project-place.tsx'
import { refreshAfterImport } from './refresh-after-import.ts'
import { texts } from './texts.ts'

/** The versions of a project's ledger, newest first, with what the selected one was read from. */
export function DatasetVersions({ datasets, mayImport }: { datasets: UseQueryResult<Dataset[]>; mayImport: boolean }) {
  const t = useTexts(texts)
  const [chosen, choose] = useView('dataset')
  return (
    <StateView
      of={datasets}
      shape={<Bones lines={4} />}
      empty={{ when: (all) => all.length === 0, says: t('noDatasets') }}
    >
      {(all) => {
        const shown = all.find((one) => one.id === chosen) ?? all.find((one) => one.state === 'active') ?? all[0]
        return (
          <div className="versions">
            <ul>
              {all.map((one, at) => (
                <li key={one.id} data-selected={one.id === shown?.id || undefined}>
                  <DatasetCard of={one} newest={at === 0} onShow={() => choose(one.id)} mayImport={mayImport} />
                </li>
              ))}
            </ul>
            {shown && <DatasetDetail key={shown.id} of={shown} />}
          </div>
        )
      }}
    </StateView>
  )
}

type CardProps = { of: Dataset; newest: boolean; onShow: () => void; mayImport: boolean }

/** One version. What it could not decide is asked of the newest only: answers to an older one began the next. */
function DatasetCard({ of: one, newest, onShow, mayImport }: CardProps) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const href = useProjectHref()
  const confirm = useConfirmDanger()
  const discard = useCommand(ledger.discard, { also: [project.files] })
  const unread = one.state === 'staging' || one.state === 'failed'
  const job = useJob(unread ? one.jobId : undefined, () => void refreshAfterImport())
  const read = one.state === 'verified' || one.state === 'active' || one.state === 'superseded'

  const throwAway = async () => {
    const { id, version } = one
    if (!(await confirm({ says: t('discardAsk', { version }), ok: t('discard') }))) return
    discard.mutate({ datasetId: id }, { onSuccess: () => say(t('discarded', { version })) })
  }
  return (
    <>
      <div className="version-line">
        <button type="button" className="plain-button" onClick={onShow}>
          <strong>{t('version', { version: one.version })}</strong>
        </button>
        <StatusTag tone={tones[one.state]}>{t(one.state)}</StatusTag>
      </div>
      <div className="third">
        {one.createUserName} · {one.createTime}
      </div>
      {job && <JobProgress of={job} />}
      {read && (
        <>
          <div className="second">
            {one.year} · {t(one.standard)}
          </div>
          <div className="second">
            {t('counts', {
              accounts: one.summary.accounts,
              vouchers: one.summary.vouchers,
              lines: one.summary.lines,
            })}
          </div>
          <div className="version-line">
            <Verdict of={one} />
          </div>
        </>
      )}
      <div className="version-line">
        {read && (
          <button
            type="button"
            className="plain-button link"
            onClick={() => void navigate(href('/firmProject/runprepare', { dataset: one.id }))}
          >
            {t('openReport')}
          </button>
        )}
        {mayImport && newest && one.state === 'failed' && (
          <ColumnQuestions projectId={one.projectId} datasetId={one.id} />
        )}
        {mayImport && (one.state === 'verified' || one.state === 'superseded') && <ActivateVersion of={one} />}
        {mayImport && one.state !== 'active' && one.state !== 'staging' && (
          <Button size="small" type="text" onClick={() => void throwAway()} loading={discard.isPending}>
            {t('discard')}
          </Button>
        )}
      </div>
    </>
  )
}

/** How the tie-out came out, in tags. */
export function Verdict({ of: { blocking, warnings } }: { of: Dataset }) {
  const t = useTexts(texts)
  return (
    <>
      {blocking > 0 && <StatusTag tone="bad">{t('blocking', { count: blocking })}</StatusTag>}
      {warnings > 0 && <StatusTag tone="waiting">{t('warnings', { count: warnings })}</StatusTag>}
      {blocking + warnings === 0 && <StatusTag tone="good">{t('tiedOut')}</StatusTag>}
    </>
  )
}
