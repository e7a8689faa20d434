import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import type { z } from 'zod'
import { storageCare } from '#contract/storage-care.ts'
import { job } from '#contract/system.ts'
import { pageQuery, queries, query, useCommand } from '#web/kernel/api.ts'
import { isRunning } from '#web/kernel/jobs.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirm } from '#web/kit/ConfirmDanger.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { sizeText } from '../ledger/size-text.ts'
import { CareLine } from './CareLine.tsx'
import { TroubledList } from './TroubledList.tsx'
import { texts } from './texts.ts'
import './storage.css'

/** Where encryption and the scanner are set. */
const PARAMETERS = '/system/param'

type State = z.output<typeof storageCare.state.output>

/** How files lie over all tenants, what looks after them, and what it found. */
export function StorageCare() {
  const found = useQuery(query(storageCare.state, {}))
  return <StateView of={found}>{(state) => <Lines state={state} />}</StateView>
}

/** The newest job of each kind. */
function useNewestJobs() {
  const { data } = useQuery({
    ...pageQuery(job.list, { bizType_equal: 'storage', size: 50 }),
    refetchInterval: ({ state }) => (state.data?.records.some(isRunning) ? 2000 : false),
  })
  const records = data?.records ?? []
  return (type: string) => records.find((one) => one.type === type)
}

const number = (value: unknown) => (typeof value === 'number' ? value : 0)

/** A refusal has been said by then. */
const begun = (work: Promise<unknown>) =>
  void work.then(() => queries.invalidateQueries({ queryKey: ['job', job.list.path] })).catch(() => undefined)

function Lines({ state }: { state: State }) {
  const t = useTexts(texts)
  const newest = useNewestJobs()
  const confirm = useConfirm()
  const scrub = useCommand(storageCare.scrub)
  const settle = useCommand(storageCare.settle)
  const rotate = useCommand(storageCare.rotate)
  const rescan = useCommand(storageCare.rescan)
  const [scrubbing, settling, rescanning] = ['storage.scrub', 'storage.settle', 'storage.rescan'].map(newest)
  const size = sizeText(state.misplacedBytes)
  const move = async () => {
    const says = t('settleSure', { count: state.misplaced, size })
    if (await confirm({ says, ok: t('settle') })) begun(settle.mutateAsync({}))
  }
  const renew = async () => {
    if (!(await confirm({ says: t('rotateSure'), ok: t('rotate') }))) return
    const { tenants } = await rotate.mutateAsync({})
    say(t('rotated', { count: tenants }))
  }
  return (
    <>
      <ul className="care-lines">
        <CareLine
          title={t('moving')}
          job={settling}
          went={({ moved, failed }) => t('lastSettle', { moved: number(moved), failed: number(failed) })}
          deeds={
            state.misplaced > 0 && (
              <Button size="small" disabled={isRunning(settling)} onClick={() => void move()}>
                {t('settle')}
              </Button>
            )
          }
        >
          {state.misplaced > 0 ? (
            <StatusTag tone="waiting">{t('misplaced', { count: state.misplaced, size })}</StatusTag>
          ) : (
            <span>{t('settled')}</span>
          )}
          {state.leftovers > 0 && <span className="third">{t('leftovers', { count: state.leftovers })}</span>}
        </CareLine>
        <CareLine
          title={t('sealing')}
          deeds={
            state.sealed > 0 && (
              <Button size="small" onClick={() => void renew().catch(() => undefined)}>
                {t('rotate')}
              </Button>
            )
          }
        >
          <span>{t('sealedOf', { all: state.files, count: state.sealed })}</span>
          <Link to={PARAMETERS}>{t('byParameter')}</Link>
        </CareLine>
        <CareLine
          title={t('checking')}
          job={scrubbing}
          went={({ checked, damaged, healed, unread }) =>
            t('lastScrub', {
              checked: number(checked),
              damaged: number(damaged),
              healed: number(healed),
              unread: number(unread),
            })
          }
          deeds={
            <Button size="small" disabled={isRunning(scrubbing)} onClick={() => begun(scrub.mutateAsync({}))}>
              {t('scrub')}
            </Button>
          }
        >
          <Checked state={state} />
        </CareLine>
        <CareLine
          title={t('scanning')}
          job={rescanning}
          went={({ scanned, infected }) => t('lastRescan', { scanned: number(scanned), infected: number(infected) })}
          deeds={
            state.scanner.kind !== 'off' && (
              <>
                {state.waiting > 0 && (
                  <Button size="small" disabled={isRunning(rescanning)} onClick={() => begun(rescan.mutateAsync({}))}>
                    {t('rescan')}
                  </Button>
                )}
                <Button
                  size="small"
                  disabled={isRunning(rescanning)}
                  onClick={() => begun(rescan.mutateAsync({ all: true }))}
                >
                  {t('rescanAll')}
                </Button>
              </>
            )
          }
        >
          <ScannerState state={state} />
        </CareLine>
      </ul>
      {state.troubledCount > 0 && <TroubledList rows={state.troubled} count={state.troubledCount} />}
    </>
  )
}

function Checked({ state }: { state: State }) {
  const t = useTexts(texts)
  if (state.files === 0) return <span>{t('nothingThere')}</span>
  return (
    <>
      {state.oldestCheck && <span>{t('allChecked', { time: state.oldestCheck })}</span>}
      {state.neverChecked > 0 && <span>{t('neverChecked', { count: state.neverChecked })}</span>}
    </>
  )
}

function ScannerState({ state: { scanner, waiting } }: { state: State }) {
  const t = useTexts(texts)
  const { kind, ok, says } = scanner
  if (kind === 'off')
    return (
      <>
        <StatusTag tone="waiting">{t('scannerOff')}</StatusTag>
        <Link to={PARAMETERS}>{t('byScannerParameter')}</Link>
      </>
    )
  return (
    <>
      <StatusTag tone={ok ? 'good' : 'bad'}>{t(ok ? 'works' : 'away', { name: t(kind) })}</StatusTag>
      {says && <span className="second">{says}</span>}
      {waiting > 0 && <StatusTag tone="waiting">{t('waiting', { count: waiting })}</StatusTag>}
      <Link to={PARAMETERS}>{t('byScannerParameter')}</Link>
    </>
  )
}
