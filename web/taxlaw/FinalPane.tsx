import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Finality, taxReturn } from '#contract/tax-return.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useProjectHref } from '#web/ledger/project-place.tsx'
import { changeTexts, partTexts, texts } from './texts.ts'

const finality = (projectId: string) => query(taxReturn.finality, { projectId })

/** Whether the return is final, in a word beside the title. */
export function FinalState({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const { data } = useQuery(finality(projectId))
  if (!data) return null
  if (data.standing === null) return <StatusTag tone="plain">{t('finalOpen')}</StatusTag>
  return (
    <StatusTag tone={data.changes.length > 0 ? 'bad' : 'good'}>
      {t(data.changes.length > 0 ? 'finalChanged' : 'finalStanding')}
    </StatusTag>
  )
}

/** 定稿: what is still in its way, making it final, taking it back, and who did so before. */
export function FinalPane({ projectId, onShow }: { projectId: string; onShow: (cell: string) => void }) {
  const state = useQuery(finality(projectId))
  return (
    <StateView of={state} shape={<Bones lines={6} />}>
      {(of) => <State of={of} projectId={projectId} onShow={onShow} />}
    </StateView>
  )
}

type StateProps = { of: Finality; projectId: string; onShow: (cell: string) => void }

function State({ of, projectId, onShow }: StateProps) {
  const t = useTexts(texts)
  const what = useTexts(changeTexts)
  const may = useMay()
  const [asking, ask] = useState<'finalize' | 'reopen' | null>(null)
  const finalize = useCommand(taxReturn.finalize, { quiet: true })
  const reopen = useCommand(taxReturn.reopen, { quiet: true })
  const ready = of.generated && of.signed && !of.stale && of.openCells.length + of.openChecks.length === 0
  return (
    <div className="final-pane">
      {of.standing && (
        <p>
          {t('finalBy', { who: of.standing.userName, time: of.standing.time, signer: of.standing.signerName })}
          {of.standing.note && <span className="second"> {of.standing.note}</span>}
        </p>
      )}
      {of.changes.length > 0 && (
        <p className="check-difference">
          {t('changesSince', { parts: of.changes.map((one) => what(one)).join(t('listGap')) })}
        </p>
      )}
      {!of.standing && (ready ? <p>{t('ready')}</p> : <Blockers of={of} onShow={onShow} />)}
      {may('paper.generate') && (
        <div className="entry-buttons">
          {of.standing ? (
            <Button danger onClick={() => ask('reopen')}>
              {t('reopen')}
            </Button>
          ) : (
            <Button type="primary" disabled={!ready} onClick={() => ask('finalize')}>
              {t('finalize')}
            </Button>
          )}
        </div>
      )}
      {of.history.length > 0 && (
        <section>
          <h3>{t('history')}</h3>
          <ul className="final-history">
            {of.history.map((one) => (
              <li key={one.id}>
                {t('finalBy', { who: one.userName, time: one.time, signer: one.signerName })}
                {one.reopenTime !== '' && (
                  <p className="second">
                    {t('reopenedBy', { who: one.reopenUserName, time: one.reopenTime, reason: one.reopenReason })}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <FormDialog<{ note?: string }>
        open={asking === 'finalize'}
        title={t('finalize')}
        submit={t('finalize')}
        initial={{}}
        onClose={() => ask(null)}
        onSubmit={({ note = '' }) => finalize.mutateAsync({ projectId, note })}
      >
        <Form.Item name="note" label={t('finalizeNote')}>
          <Input.TextArea rows={3} maxLength={500} />
        </Form.Item>
      </FormDialog>
      <FormDialog<{ reason: string }>
        open={asking === 'reopen'}
        title={t('reopen')}
        submit={t('reopen')}
        initial={{}}
        onClose={() => ask(null)}
        onSubmit={({ reason }) => reopen.mutateAsync({ projectId, reason })}
      >
        <Form.Item
          name="reason"
          label={t('reason')}
          rules={[{ required: true, whitespace: true, message: t('reason') }]}
        >
          <Input.TextArea rows={3} maxLength={500} />
        </Form.Item>
      </FormDialog>
    </div>
  )
}

function Blockers({ of, onShow }: Pick<StateProps, 'of' | 'onShow'>) {
  const t = useTexts(texts)
  const part = useTexts(partTexts)
  const href = useProjectHref()
  const most = 20
  return (
    <section>
      <h3>{t('blockers')}</h3>
      <ul className="blockers">
        {!of.signed && (
          <li>
            <Link to="/rule-pack/index">{t('needSign', { version: of.version })}</Link>
            {of.moved.length > 0 && (
              <p className="second">
                {t('movedSince', { parts: of.moved.map((one) => part(one)).join(t('listGap')) })}
              </p>
            )}
          </li>
        )}
        {!of.generated && (
          <li>
            <Link to={href('/firmProject/genbillvalue')}>{t('needGenerate')}</Link>
          </li>
        )}
        {of.stale && (
          <li>
            <Link to={href('/firmProject/genbillvalue')}>{t('needFresh')}</Link>
          </li>
        )}
        {of.openCells.length > 0 && (
          <li>
            {t('needCells', { count: of.openCells.length })}
            <p className="blocker-cells">
              {of.openCells.slice(0, most).map(({ cell }) => (
                <button key={cell} type="button" className="plain-button link number" onClick={() => onShow(cell)}>
                  {cell}
                </button>
              ))}
              {of.openCells.length > most && '…'}
            </p>
          </li>
        )}
        {of.openChecks.length > 0 && (
          <li>
            {t('needChecks', { count: of.openChecks.length })}
            <ul>
              {of.openChecks.map(({ id, says }) => (
                <li key={id}>
                  <span className="number third">{id}</span> {says}
                </li>
              ))}
            </ul>
          </li>
        )}
      </ul>
    </section>
  )
}
