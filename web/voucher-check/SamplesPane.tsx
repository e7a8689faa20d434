import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { type Sample, voucherCheck } from '#contract/voucher-check.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { isRunning } from '#web/kernel/jobs.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useView } from '#web/kernel/tab.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { JobProgress } from '#web/kit/JobProgress.tsx'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { DrawDialog } from './DrawDialog.tsx'
import { SampleSheet } from './SampleSheet.tsx'
import { texts } from './texts.ts'
import { useCheckJob } from './use-check-job.ts'

/** The project's samples on the left, the chosen one with its drawn lines on the right. */
export function SamplesPane({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const may = useMay()
  const [chosen, choose] = useView('sample')
  const [drawing, draw] = useState(false)
  const [ending, end] = useState<Sample | null>(null)
  const samples = useQuery(query(voucherCheck.samples, { projectId }))
  const running = useCheckJob(projectId, 'voucher.sample')
  const withdraw = useCommand(voucherCheck.withdrawSample, { quiet: true })
  const mayWork = may('paper.generate')
  return (
    <>
      <div className="sample-actions">
        {mayWork && (
          <Button type="primary" onClick={() => draw(true)}>
            {t('draw')}
          </Button>
        )}
      </div>
      {running && (isRunning(running) || running.state === 'failed') && <JobProgress of={running} />}
      <StateView of={samples} shape={<Bones lines={8} />}>
        {(all) => {
          const one = all.find(({ id }) => id === chosen) ?? all[0]
          if (!one) return <Empty says={t('noSamples')} />
          return (
            <div className="check-desk">
              <nav className="check-list" aria-label={t('samples')}>
                {all.map((each) => (
                  <button
                    key={each.id}
                    type="button"
                    className="check-row"
                    aria-pressed={each.id === one.id}
                    onClick={() => choose(each.id)}
                  >
                    <span>
                      {each.name}
                      <span className="third">{t(each.method)}</span>
                    </span>
                    <SampleState of={each} />
                  </button>
                ))}
              </nav>
              <SampleSheet
                key={one.id}
                projectId={projectId}
                of={one}
                mayWork={mayWork && !one.withdrawn}
                onWithdraw={() => end(one)}
              />
            </div>
          )
        }}
      </StateView>
      <DrawDialog projectId={projectId} open={drawing} onClose={() => draw(false)} />
      <FormDialog<{ reason: string }>
        open={ending !== null}
        title={t('withdrawTitle', { name: ending?.name ?? '' })}
        initial={{ reason: '' }}
        submit={t('withdraw')}
        onClose={() => end(null)}
        onSubmit={async ({ reason }) => {
          if (ending) await withdraw.mutateAsync({ projectId, sampleId: ending.id, reason })
        }}
      >
        <Form.Item
          name="reason"
          label={t('reason')}
          rules={[{ required: true, whitespace: true, message: t('reasonNeeded') }]}
        >
          <Input.TextArea rows={2} maxLength={500} />
        </Form.Item>
      </FormDialog>
    </>
  )
}

function SampleState({ of }: { of: Sample }) {
  const t = useTexts(texts)
  const { withdrawn, exceptions, tested, drawn } = of
  if (withdrawn) return <StatusTag tone="plain">{t('withdrawn')}</StatusTag>
  if (exceptions > 0) return <StatusTag tone="bad">{t('exceptions', { count: exceptions })}</StatusTag>
  return <StatusTag tone={tested === drawn ? 'good' : 'waiting'}>{t('drawn', { tested, drawn })}</StatusTag>
}
