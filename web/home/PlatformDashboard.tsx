import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { platform, type PlatformOverview } from '#contract/platform.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Failing, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { amountText } from '../tenant/metric-amount.ts'
import { texts as tenantTexts } from '../tenant/texts.ts'
import { BarTable } from './BarTable.tsx'
import { Block, usePeriodText } from './Block.tsx'
import { dayAfter } from './home-period.ts'
import { NoticeBlock } from './NoticeBlock.tsx'
import { texts } from './texts.ts'

const ENDING_DAYS = 30
type Kpi = { label: keyof typeof texts; value: string; to?: string; during?: true; bad?: boolean }

const list = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`
const logs = (kind: string, { from, to }: { from: string; to: string }, more: Record<string, string> = {}) =>
  list('/system/log', {
    'v.kind': kind,
    'f.tenantId': '*',
    'f.createTime_datege': from,
    'f.createTime_datele': to,
    ...more,
  })
const signedIn = { 'f.result_equal': 'ok', 'f.method_notequal': 'refresh' }

const kpisOf = (of: PlatformOverview): Kpi[] => [
  { label: 'tenants', value: of.tenants.toLocaleString('en'), to: '/platform/tenant' },
  {
    label: 'newTenants',
    value: of.newTenants.toLocaleString('en'),
    to: list('/platform/tenant', { 'f.createTime_datege': of.from, 'f.createTime_datele': of.to }),
    during: true,
  },
  {
    label: 'ending',
    value: of.ending.toLocaleString('en'),
    to: list('/platform/tenant', {
      'f.expireTime_datege': of.asOf,
      'f.expireTime_datele': dayAfter(of.asOf, ENDING_DAYS),
    }),
    bad: of.ending > 0,
  },
  {
    label: 'activePeople',
    value: `${of.activePeople.toLocaleString('en')} / ${of.people.toLocaleString('en')}`,
    during: true,
  },
  { label: 'signIns', value: of.signIns.toLocaleString('en'), to: logs('signIn', of, signedIn), during: true },
  { label: 'storage', value: amountText('storage_bytes', of.storageBytes), to: '/platform/storage' },
  { label: 'faults', value: of.errors.toLocaleString('en'), to: logs('error', of), during: true, bad: of.errors > 0 },
  { label: 'failedJobs', value: of.failedJobs.toLocaleString('en'), during: true, bad: of.failedJobs > 0 },
]

/** The platform as its operator looks at it. */
export function PlatformDashboard() {
  const t = useTexts(texts)
  const say = useTexts(tenantTexts)
  const of = useQuery(query(platform.overview, {}))
  const { asOf, during } = usePeriodText(of.data)
  if (of.isError && !of.data) return <Failing fault={of.error} retry={of.refetch} />
  return (
    <>
      {of.data && of.data.serversMissing > 0 && (
        <p className="home-call">
          <StatusTag tone="bad">{t('serversMissing', { count: of.data.serversMissing })}</StatusTag>
        </p>
      )}
      <StateView of={of}>
        {(data) => (
          <ul className="kpis">
            {kpisOf(data).map(({ label, value, to, during: within, bad }) => {
              const body = (
                <>
                  <span className="number kpi-value">{value}</span>
                  <span className="second">{t(label)}</span>
                  <span className="third number">{within ? <abbr title={during}>{t('last30')}</abbr> : asOf}</span>
                </>
              )
              return (
                <li key={label} data-tone={bad ? 'bad' : undefined}>
                  {to ? <Link to={to}>{body}</Link> : <span className="kpi-bone">{body}</span>}
                </li>
              )
            })}
          </ul>
        )}
      </StateView>
      <div className="home-grid">
        <Block title={t('dailySignIns')} period={during}>
          <StateView of={of}>
            {({ days }) => (
              <BarTable
                caption={t('dailySignIns')}
                heads={{ label: t('day'), count: t('signIns'), late: t('faults') }}
                bars={days
                  .filter(({ signIns, errors }) => signIns + errors > 0)
                  .toReversed()
                  .map(({ day, signIns, errors }) => ({
                    key: day,
                    label: day,
                    count: signIns,
                    to: logs('signIn', { from: day, to: day }, signedIn),
                    faults: errors,
                    lateTo: logs('error', { from: day, to: day }),
                  }))}
              />
            )}
          </StateView>
        </Block>
        <div>
          <Block title={t('tenantStates')} period={asOf} link={<Link to="/platform/tenant">{t('seeAll')}</Link>}>
            <StateView of={of}>
              {({ byState }) => (
                <BarTable
                  caption={t('tenantStates')}
                  heads={{ label: t('state'), count: t('tenants') }}
                  bars={byState.map(({ state, tenants }) => ({
                    key: state,
                    label: say(state),
                    count: tenants,
                    to: list('/platform/tenant', { 'f.state': state }),
                  }))}
                />
              )}
            </StateView>
          </Block>
          <NoticeBlock />
        </div>
      </div>
    </>
  )
}
