import { Button, Progress } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { say, texts as contractTexts } from '#contract/errors.ts'
import { type Job, job } from '#contract/system.ts'
import { useCommand } from '#web/kernel/api.ts'
import { isRunning } from '#web/kernel/jobs.ts'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import { useShortDate } from './short-date.ts'
import { StatusTag, type Tone } from './StatusTag.tsx'
import { texts } from './texts.ts'
import './kit.css'

const tones: Record<Job['state'], Tone> = {
  queued: 'waiting',
  running: 'active',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'plain',
}

/** What kind of work a job is; its title says for what. */
const kinds: Partial<Record<string, keyof typeof texts>> = {
  'ledger.import': 'importJob',
  'ledger.compare': 'compareJob',
  'initData.read': 'earlierJob',
  'paper.generate': 'generateJob',
  'relation.propose': 'proposeJob',
  'list.export': 'exportJob',
  'list.check': 'checkJob',
  'list.import': 'takeJob',
  'knowledge.parse': 'parseJob',
  'knowledge.law': 'lawJob',
  'knowledge.zip': 'zipJob',
  'knowledge.vectors': 'vectorJob',
  'mask.file': 'maskJob',
  'paper.pack': 'packJob',
  'taxReturn.scenario': 'scenarioJob',
  'voucher.check': 'voucherJob',
  'voucher.sample': 'sampleJob',
  'storage.test': 'probeJob',
  'storage.scan': 'scanJob',
  'storage.clean': 'cleanJob',
  'tenant.move': 'moveJob',
  'user.firstPasswords': 'passwordJob',
}

const isTextKey = (key: string): key is keyof typeof contractTexts => Object.hasOwn(contractTexts, key)

/** What a job is doing, in words: its step is a key of the contract's texts. */
function useStep({ step, stepParams }: Job) {
  const language = useLanguage((state) => state.language)
  return isTextKey(step) ? say(step, language, stepParams) : step
}

const pad = (part: number) => String(part).padStart(2, '0')
const clock = (ms: number) => {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`
}

function Elapsed({ since }: { since: number }) {
  const t = useTexts(texts)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <span className="third number">{t('elapsed', { time: clock(now - since) })}</span>
}

type JobProgressProps = {
  of: Job
  /** What can be done with it once it has ended. */
  children?: ReactNode
}

/** Long work: what it does, how far it is, since when, its end; it can be cancelled. */
export function JobProgress({ of, children }: JobProgressProps) {
  const t = useTexts(texts)
  const cancel = useCommand(job.cancel)
  const step = useStep(of)
  const short = useShortDate()
  const running = isRunning(of)
  const kind = kinds[of.type]
  // Counted by this browser from the first sight of the job, so that clocks need not agree.
  const [since] = useState(() => Date.now())
  return (
    <div className="job-progress" data-state={of.state}>
      <div className="job-line">
        <strong>
          {kind && `${t(kind)} · `}
          {of.title}
        </strong>
        <StatusTag tone={tones[of.state]}>{t(of.state)}</StatusTag>
      </div>
      <Progress
        aria-label={of.title}
        percent={of.state === 'succeeded' ? 100 : of.progress}
        status={of.state === 'failed' ? 'exception' : 'normal'}
        showInfo={running}
        size="small"
      />
      <div className="job-line second">
        <span aria-live="polite">{of.state === 'failed' ? of.error : running ? step : short(of.endTime ?? '')}</span>
        {running && <Elapsed since={since} />}
        {running && (
          <Button size="small" type="text" loading={cancel.isPending} onClick={() => cancel.mutate({ id: of.id })}>
            {t('cancelJob')}
          </Button>
        )}
      </div>
      {children}
    </div>
  )
}
