import { useQuery } from '@tanstack/react-query'
import { Button, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { project } from '#contract/project.ts'
import { type RelationState, relation } from '#contract/relation.ts'
import { queries, query, useCommand } from '#web/kernel/api.ts'
import { useJob } from '#web/kernel/jobs.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { useSetView, useView } from '#web/kernel/tab.ts'
import { useConfirm } from '#web/kit/ConfirmDanger.ts'
import { JobProgress } from '#web/kit/JobProgress.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { InProject, useProjectHref } from '#web/ledger/project-place.tsx'
import { AccountBill } from './AccountBill.tsx'
import { GapList } from './GapList.tsx'
import { LineBill } from './LineBill.tsx'
import { StandardStrip } from './StandardStrip.tsx'
import { texts } from './texts.ts'
import './relation.css'

/** /firmProject/buildrelationbill: tie the client's accounts to the standard chart and to tax tags, and lock it. */
export function RelationPage() {
  return <InProject>{(projectId) => <Relation projectId={projectId} />}</InProject>
}

/** Something was proposed already. */
const begun = (of: RelationState) => of.datasetId !== '' && (of.accountsPending < of.accounts || of.lines > 0)

function Relation({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const may = useMay()
  const state = useQuery(query(relation.state, { projectId }))
  const mayEdit = may('relation.edit')
  return (
    <Page
      fill
      title={t('title')}
      state={state.data && begun(state.data) && <BillState of={state.data} />}
      action={state.data && mayEdit && begun(state.data) && <BillActions of={state.data} />}
    >
      {state.data && <Proposing of={state.data} />}
      <StateView of={state} shape={<Bones lines={12} />}>
        {(of) =>
          of.datasetId === '' ? (
            <NoDataset />
          ) : begun(of) ? (
            <Bill of={of} mayEdit={mayEdit && of.lockedTime === ''} />
          ) : (
            <Empty says={t('noProposal')} action={mayEdit && <Propose of={of} first />} />
          )
        }
      </StateView>
    </Page>
  )
}

function NoDataset() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const href = useProjectHref()
  const open = () => void navigate(href('/firmProject/runprepare'))
  return <Empty says={t('noDataset')} action={<Button onClick={open}>{t('toVerify')}</Button>} />
}

function BillState({ of }: { of: RelationState }) {
  const t = useTexts(texts)
  if (of.lockedTime !== '') {
    return (
      <span className="seal">
        <b>{t('lockedBy')}</b>
        <span className="third">{t('lockedWho', { name: of.lockedBy, time: of.lockedTime })}</span>
      </span>
    )
  }
  const waits = of.accountsPending + of.linesPending
  return (
    <>
      {waits > 0 ? (
        <StatusTag tone="waiting">
          {t('waitingState', { accounts: of.accountsPending, lines: of.linesPending })}
        </StatusTag>
      ) : (
        <StatusTag tone="good">{t('nothingWaits')}</StatusTag>
      )}
      {of.reused > 0 && <StatusTag tone="plain">{t('reused', { count: of.reused })}</StatusTag>}
      {of.unmapped > 0 && <StatusTag tone="bad">{t('unmapped', { count: of.unmapped })}</StatusTag>}
    </>
  )
}

function Propose({ of: { projectId, jobId }, first = false }: { of: RelationState; first?: boolean }) {
  const t = useTexts(texts)
  const propose = useCommand(relation.propose)
  return (
    <Button
      type={first ? 'primary' : 'default'}
      title={t('proposeHint')}
      loading={propose.isPending || jobId !== ''}
      onClick={() => propose.mutate({ projectId })}
    >
      {t(first ? 'proposeFirst' : 'propose')}
    </Button>
  )
}

/** A proposal under way, also one that somebody else asked for; one that failed stays to be read. */
function Proposing({ of: { jobId } }: { of: RelationState }) {
  const t = useTexts(texts)
  const [latest, setLatest] = useState(jobId)
  if (jobId !== '' && jobId !== latest) setLatest(jobId)
  const job = useJob(latest || undefined, ({ state }) => {
    void queries.invalidateQueries({ queryKey: ['relation'] })
    if (state === 'succeeded') say(t('proposed'))
  })
  return job && job.state !== 'succeeded' && <JobProgress of={job} />
}

function BillActions({ of }: { of: RelationState }) {
  const t = useTexts(texts)
  const confirm = useConfirm()
  const lock = useCommand(relation.lock, { also: [project.detail] })
  const unlock = useCommand(relation.unlock, { also: [project.detail] })
  const { projectId } = of
  const ask = async (says: string, ok: string, run: () => void) => {
    if (await confirm({ says, ok })) run()
  }
  const waits = of.accountsPending + of.linesPending
  const doLock = () => lock.mutate({ projectId }, { onSuccess: () => say(t('locked')) })
  const doUnlock = () => unlock.mutate({ projectId }, { onSuccess: () => say(t('unlocked')) })
  if (of.lockedTime !== '') {
    return (
      <Button loading={unlock.isPending} onClick={() => void ask(t('unlockAsk'), t('unlock'), doUnlock)}>
        {t('unlock')}
      </Button>
    )
  }
  return (
    <>
      {of.undoable > 0 && <Undo of={of} />}
      {of.advisor && of.accountsPending > 0 && <Advise projectId={projectId} />}
      <Propose of={of} />
      <Button
        type="primary"
        loading={lock.isPending}
        disabled={waits > 0 || of.jobId !== ''}
        title={waits > 0 ? t('lockWaits', { count: waits }) : ''}
        onClick={() => void ask(t('lockAsk'), t('lock'), doLock)}
      >
        {t('lock')}
      </Button>
    </>
  )
}

function useUndo(projectId: string) {
  const t = useTexts(texts)
  const undo = useCommand(relation.undo)
  const run = () => {
    if (!undo.isPending) undo.mutate({ projectId }, { onSuccess: () => say(t('undone')) })
  }
  return { run, busy: undo.isPending }
}

function Undo({ of }: { of: RelationState }) {
  const t = useTexts(texts)
  const { run, busy } = useUndo(of.projectId)
  return (
    <Button loading={busy} title={t('undoHint', { name: of.undoBy })} onClick={run}>
      {t('undo', { count: of.undoable })}
    </Button>
  )
}

function Advise({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const advise = useCommand(relation.advise)
  const ask = () =>
    advise.mutate({ projectId }, { onSuccess: ({ answered }) => say(t('advised', { count: answered })) })
  return (
    <Button loading={advise.isPending} title={t('adviseHint')} onClick={ask}>
      {t('advise')}
    </Button>
  )
}

type BillProps = { of: RelationState; mayEdit: boolean }
const kinds = ['accounts', 'lines', 'gaps'] as const

function Bill({ of, mayEdit }: BillProps): ReactNode {
  const t = useTexts(texts)
  const [first] = useState(() => (of.accountsPending === 0 && of.linesPending > 0 ? 'lines' : 'accounts'))
  const [kind, setKind] = useView('bill', first)
  const setView = useSetView()
  const [at, setAt] = useState('')
  const { run } = useUndo(of.projectId)
  const shown = kinds.find((one) => one === kind) ?? first
  const work = {
    projectId: of.projectId,
    datasetId: of.datasetId,
    mayEdit,
    onUndo: mayEdit && of.undoable > 0 ? run : undefined,
  }
  const choose = (key: string) => {
    setAt('')
    setKind(key)
  }
  const openAccount = (code: string) => {
    setAt(code)
    setView({ 'v.bill': 'accounts', 'v.show': 'all' })
  }
  return (
    <div className="bill">
      <StandardStrip of={of} mayEdit={mayEdit} />
      <Tabs
        activeKey={shown}
        onChange={choose}
        items={[
          { key: 'accounts', label: t('accountsTab', { count: of.accounts }) },
          { key: 'lines', label: t('linesTab', { count: of.lines }) },
          { key: 'gaps', label: t('gapsTab') },
        ]}
      />
      {shown === 'accounts' && <AccountBill {...work} at={at} />}
      {shown === 'lines' && <LineBill {...work} />}
      {shown === 'gaps' && <GapList projectId={of.projectId} onOpen={openAccount} />}
    </div>
  )
}
