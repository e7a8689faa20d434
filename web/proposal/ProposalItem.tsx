import { Button, Input, Popconfirm } from 'antd'
import { useState } from 'react'
import { relation } from '#contract/relation.ts'
import { LONGEST_PROPOSAL, type Proposal, proposal } from '#contract/proposal.ts'
import { workbook } from '#contract/workbook.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { SourceList } from '#web/kit/SourceList.tsx'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { texts } from './texts.ts'

type ItemProps = {
  of: Proposal
  /** What the cell it is about is called; empty: it is about no cell. */
  name: string
  onGo: () => void
}

const tones: Record<Proposal['state'], Tone> = {
  open: 'waiting',
  accepted: 'good',
  edited: 'good',
  rejected: 'plain',
  outdated: 'plain',
}
const weightOf = (weight: number) => (weight === 1 || weight === 2 ? weight : 3)

/** One proposal: what it says, by whom, on what ground, and what a person makes of it. */
export function ProposalItem({ of, name, onGo }: ItemProps) {
  const t = useTexts(texts)
  const may = useMay()
  const { kind, origin, model, state, evidence } = of
  const open = state === 'open'
  return (
    <li data-model={(origin === 'model' && open) || undefined}>
      <p className="proposal-head">
        <b>{t(`kind_${kind}`)}</b>
        {kind === 'review' && open && (
          <StatusTag tone={of.weight === 1 ? 'bad' : 'plain'}>{t(`weight_${weightOf(of.weight)}`)}</StatusTag>
        )}
        {!open && <StatusTag tone={tones[state]}>{t(`state_${state}`)}</StatusTag>}
        <span className="third">
          {origin === 'model' ? t(open ? 'byModel' : 'byModelKept', { model }) : t('byRule')}
        </span>
      </p>
      {name ? (
        <button type="button" className="plain-button link" onClick={onGo}>
          {of.subject || name}
        </button>
      ) : (
        <p className="second">{of.subject}</p>
      )}
      <p className="proposal-text">{of.finalText || of.text}</p>
      {evidence.length > 0 && (
        <details>
          <summary className="second">{t('evidence', { count: evidence.length })}</summary>
          <SourceList sources={evidence} />
        </details>
      )}
      {open ? may('paper.generate') && <Deciding of={of} /> : <Decided of={of} />}
    </li>
  )
}

function Decided({ of: { decidedUserName: name, decidedTime: time, reason } }: { of: Proposal }) {
  const t = useTexts(texts)
  return (
    <>
      {reason && <p className="second">{t('because', { reason })}</p>}
      {name && <p className="third">{t('decidedBy', { name, time })}</p>}
    </>
  )
}

function Deciding({ of }: { of: Proposal }) {
  const t = useTexts(texts)
  const [draft, setDraft] = useState<string>()
  const [reason, setReason] = useState('')
  const decide = useCommand(proposal.decide, { also: [workbook.open, relation.state] })
  const accept = () => {
    const text = draft?.trim()
    decide.mutate({ id: of.id, accept: true, ...(text && { text }) }, { onSuccess: () => say(t(`done_${of.kind}`)) })
  }
  const reject = () => decide.mutate({ id: of.id, accept: false, reason }, { onSuccess: () => say(t('rejected')) })
  return (
    <>
      {draft !== undefined && (
        <Input.TextArea
          aria-label={t('editLabel')}
          value={draft}
          maxLength={LONGEST_PROPOSAL}
          autoSize={{ minRows: 3, maxRows: 16 }}
          onChange={({ target }) => setDraft(target.value)}
        />
      )}
      <div className="proposal-acts">
        <Button size="small" loading={decide.isPending} disabled={draft?.trim() === ''} onClick={accept}>
          {t(`acceptAs_${of.kind}`)}
        </Button>
        {of.kind !== 'mapping' && (
          <Button size="small" type="text" onClick={() => setDraft(draft === undefined ? of.text : undefined)}>
            {t(draft === undefined ? 'edit' : 'cancel')}
          </Button>
        )}
        <Popconfirm
          icon={null}
          title={t('rejectTitle')}
          description={
            <Input
              aria-label={t('rejectLabel')}
              placeholder={t('rejectLabel')}
              value={reason}
              maxLength={500}
              onChange={({ target }) => setReason(target.value)}
            />
          }
          okText={t('reject')}
          cancelText={t('cancel')}
          onConfirm={reject}
        >
          <Button size="small" type="text" disabled={decide.isPending}>
            {t('reject')}
          </Button>
        </Popconfirm>
      </div>
    </>
  )
}
