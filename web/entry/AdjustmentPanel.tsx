import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Space } from 'antd'
import { useState } from 'react'
import { adjustment, type Adjustment } from '#contract/adjustment.ts'
import { paper } from '#contract/paper.ts'
import { job } from '#contract/system.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { Money } from '#web/kit/Money.tsx'
import { Bones, Empty, Failing } from '#web/kit/StateView.tsx'
import { AdjustmentForm } from './AdjustmentForm.tsx'
import { texts } from './texts.ts'
import './entry.css'

type AdjustmentPanelProps = { projectId: string; onSaved?: (jobId: string | null) => void }
const states = { proposed: 'proposedState', posted: 'posted', withdrawn: 'withdrawn' } as const

/** The adjusting entries of a project: proposed, posted so that the papers count them, withdrawn with a reason. */
export function AdjustmentPanel({ projectId, onSaved }: AdjustmentPanelProps) {
  const t = useTexts(texts)
  const writes = useMay()('paper.generate')
  const found = useQuery(pageQuery(adjustment.list, { projectId, current: 1, size: 200 }))
  const [editing, edit] = useState<Adjustment | 'new'>()
  if (found.isPending) return <Bones lines={5} />
  if (found.isError) return <Failing fault={found.error} retry={found.refetch} />
  const add = (
    <Button size="small" onClick={() => edit('new')}>
      {t('newAdjustment')}
    </Button>
  )
  return (
    <section className="entry-panel" aria-label={t('adjustments')}>
      {found.data.records.length === 0 ? (
        <Empty says={t('noAdjustments')} {...(writes && { action: add })} />
      ) : (
        <>
          {writes && <div>{add}</div>}
          {found.data.records.map((one) => (
            <One
              key={one.id}
              of={one}
              at={{ projectId, writes }}
              onEdit={() => edit(one)}
              {...(onSaved && { onSaved })}
            />
          ))}
        </>
      )}
      {editing !== undefined && (
        <AdjustmentForm
          projectId={projectId}
          given={editing === 'new' ? null : editing}
          onClose={() => edit(undefined)}
        />
      )}
    </section>
  )
}

type OneProps = {
  of: Adjustment
  at: { projectId: string; writes: boolean }
  onEdit: () => void
  onSaved?: (jobId: string | null) => void
}

function One({ of, at: { projectId, writes }, onEdit, onSaved }: OneProps) {
  const t = useTexts(texts)
  const [asking, ask] = useState(false)
  const also = [job.list, paper.generation]
  const post = useCommand(adjustment.post, { also })
  const withdraw = useCommand(adjustment.withdraw, { also, quiet: true })
  const told = ({ jobId }: { jobId: string | null }) => {
    say(t(jobId === null ? 'saved' : 'savedRecalculating'))
    onSaved?.(jobId)
  }
  const { id, name, state, summary, basis, booked, lines, profitEffect, withdrawnReason, updateUserName, updateTime } =
    of
  return (
    <article className="entry-one" data-withdrawn={state === 'withdrawn' || undefined} aria-label={name}>
      <header>
        <strong>{name}</strong>
        <span>{summary}</span>
        <span className="second">{t(states[state])}</span>
      </header>
      <table className="entry-lines">
        <tbody>
          {lines.map(({ account, accountName, debit, credit }) => (
            <tr key={`${account} ${debit} ${credit}`}>
              <td>{`${account} ${accountName}`}</td>
              <td data-side="debit">
                <Money value={debit} />
              </td>
              <td data-side="credit">
                <Money value={credit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="second">
        {basis} · {t(booked ? 'booked' : 'notBooked')} · {t('profitEffect')} <Money value={profitEffect} />
      </p>
      <p className="third">
        {updateUserName} · {updateTime}
        {withdrawnReason !== '' && ` · ${withdrawnReason}`}
      </p>
      {writes && state !== 'withdrawn' && (
        <Space size={8}>
          {state === 'proposed' && (
            <>
              <Button
                size="small"
                type="primary"
                loading={post.isPending}
                onClick={() => post.mutate({ projectId, id }, { onSuccess: told })}
              >
                {t('post')}
              </Button>
              <Button size="small" onClick={onEdit}>
                {t('edit')}
              </Button>
            </>
          )}
          <Button size="small" onClick={() => ask(true)}>
            {t('withdraw')}
          </Button>
        </Space>
      )}
      <FormDialog<{ reason: string }>
        open={asking}
        title={t('withdrawTitle', { name })}
        initial={{ reason: '' }}
        onClose={() => ask(false)}
        onSubmit={async ({ reason }) => told(await withdraw.mutateAsync({ projectId, id, reason }))}
      >
        <Form.Item
          name="reason"
          label={t('reason')}
          rules={[{ required: true, whitespace: true, message: t('required') }]}
        >
          <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </FormDialog>
    </article>
  )
}
