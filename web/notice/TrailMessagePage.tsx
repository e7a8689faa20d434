import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import type { z } from 'zod'
import { usage } from '#contract/entitlement.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { UsageBars } from '../tenant/UsageBars.tsx'
import { stateTone } from '../tenant/state-tone.ts'
import { texts } from './texts.ts'
import './notice.css'

type Own = z.output<typeof usage.own.output>
const states = ['trial', 'active', 'expired', 'disabled'] as const

/** /firm/trailMessage: the edition one works with, above all a trial: what it includes, what is left, when it ends. */
export function TrailMessagePage() {
  const t = useTexts(texts)
  const own = useQuery(query(usage.own, {}))
  const state = states.find((name) => name === own.data?.state)
  return (
    <Page
      title={t('edition')}
      state={
        own.data && (
          <>
            {state && <StatusTag tone={stateTone[state]}>{t(state)}</StatusTag>}
            <span>{own.data.packageName || t('none')}</span>
          </>
        )
      }
      action={
        <Button type="primary" href="/portal/buy" target="_blank" rel="noopener">
          {t('buy')}
        </Button>
      }
    >
      <StateView of={own} shape={<Bones lines={8} />}>
        {(of) => <Edition of={of} />}
      </StateView>
    </Page>
  )
}

function Edition({ of }: { of: Own }) {
  const t = useTexts(texts)
  const may = useMay()
  return (
    <div className="notice">
      <section className="notice-head">
        <h2>{useHeading(of)}</h2>
        <p className="second">
          {t(of.packageName === '' ? 'noneText' : of.state === 'trial' ? 'trialText' : 'paidText')}
        </p>
      </section>
      <section>
        <h2 className="section-title">{t('included')}</h2>
        <UsageBars of={of.metrics} />
        {may('usage.view') && (
          <Link className="notice-more" to="/system/usage">
            {t('details')}
          </Link>
        )}
      </section>
      <section>
        <h2 className="section-title">{t('works')}</h2>
        <ul className="notice-list">
          {(['work1', 'work2', 'work3', 'work4'] as const).map((work) => (
            <li key={work}>{t(work)}</li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function useHeading({ packageName, state, daysLeft, expireTime }: Own) {
  const t = useTexts(texts)
  const date = expireTime.slice(0, 10)
  if (packageName === '') return t('noneHead')
  if (daysLeft === null) return t('openHead')
  if (state !== 'trial') return t('paidHead', { date })
  return daysLeft > 1 ? t('trialHead', { days: daysLeft }) : t('trialLast')
}
