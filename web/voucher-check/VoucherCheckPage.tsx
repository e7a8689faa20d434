import { useQuery } from '@tanstack/react-query'
import { Button, Tabs } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { job } from '#contract/system.ts'
import { voucherCheck } from '#contract/voucher-check.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { isRunning } from '#web/kernel/jobs.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useView } from '#web/kernel/tab.ts'
import { JobProgress } from '#web/kit/JobProgress.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { InProject, useProjectHref } from '#web/ledger/project-place.tsx'
import { ChecksPane } from './ChecksPane.tsx'
import { ParamsDrawer } from './ParamsDrawer.tsx'
import { SamplesPane } from './SamplesPane.tsx'
import { texts } from './texts.ts'
import { useCheckJob } from './use-check-job.ts'
import { WhitelistPane } from './WhitelistPane.tsx'
import './voucher-check.css'

/** /voucher-check/index: vouchers checked by rule and by sample; what is decided goes into F01, F02 and Z07. */
export function VoucherCheckPage() {
  return <InProject>{(projectId) => <VoucherCheck key={projectId} projectId={projectId} />}</InProject>
}

function VoucherCheck({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const href = useProjectHref()
  const [tab, setTab] = useView('tab', 'checks')
  const [setting, setSetting] = useState(false)
  const last = useQuery(query(voucherCheck.lastRun, { projectId }))
  const running = useCheckJob(projectId, 'voucher.check')
  const start = useCommand(voucherCheck.run, { also: [job.list] })
  const busy = start.isPending || (running !== undefined && isRunning(running))
  const run = last.data?.run
  const paper = tab === 'samples' ? 'F02' : 'F01'
  return (
    <Page
      title={t('title')}
      state={
        run && (
          <span className="third">
            {t('lastRun', { who: run.createUserName, time: run.createTime, vouchers: run.vouchers, lines: run.lines })}
          </span>
        )
      }
      action={
        <>
          <Button onClick={() => void navigate(href('/wps/index', { paperId: paper }))}>
            {t(paper === 'F02' ? 'toF02' : 'toF01')}
          </Button>
          <Button onClick={() => setSetting(true)}>{t('params')}</Button>
          {may('paper.generate') && (
            <Button type="primary" loading={busy} onClick={() => start.mutate({ projectId })}>
              {t(busy ? 'running' : run ? 'rerun' : 'run')}
            </Button>
          )}
        </>
      }
    >
      {running && (isRunning(running) || running.state === 'failed') && <JobProgress of={running} />}
      {run?.outdated && <p className="stale-banner">{t('outdated')}</p>}
      <Tabs
        activeKey={tab}
        onChange={setTab}
        destroyOnHidden
        items={[
          {
            key: 'checks',
            label: t('tabChecks'),
            children: (
              <StateView of={last} shape={<Bones lines={12} />}>
                {({ run: shown }) =>
                  shown ? <ChecksPane projectId={projectId} run={shown} /> : <Empty says={t('neverRun')} />
                }
              </StateView>
            ),
          },
          { key: 'whitelist', label: t('tabWhitelist'), children: <WhitelistPane projectId={projectId} /> },
          { key: 'samples', label: t('tabSamples'), children: <SamplesPane projectId={projectId} /> },
        ]}
      />
      <ParamsDrawer projectId={projectId} open={setting} onClose={() => setSetting(false)} />
    </Page>
  )
}
