import { Link } from 'react-router'
import { Failing } from '#web/kit/StateView.tsx'
import { useTexts } from '#web/kernel/language.ts'
import { OPEN, STAYING, type Filters } from './home-lists.ts'
import { dayAfter, type PeriodName } from './home-period.ts'
import type { BlockProps, Statistics } from './statistics.ts'
import { usePeriodText } from './Block.tsx'
import { texts } from './texts.ts'
import './home.css'

type Name = keyof Statistics['kpi']
type Kpi = {
  name: Name
  label: keyof typeof texts
  /** What the list is asked for, by the days of the numbers. */
  filters: (of: Statistics) => Filters
  of?: 'clients'
  /** Counts what happened within the days, not what stands now. */
  during?: true
  tone?: 'bad' | 'waiting'
}

const due = (days: number) => (of: Statistics) => ({
  ...OPEN,
  dueDate_ge: of.asOf,
  dueDate_le: dayAfter(of.asOf, days),
})
const within = (field: string) => (of: Statistics) => ({
  [`${field}_datege`]: of.from,
  [`${field}_datele`]: of.to,
})

/** Every figure a home can lead with, and the list it opens. */
export const kpis = {
  enterprises: { name: 'enterprises', label: 'clients', filters: () => STAYING, of: 'clients' },
  activeProjects: { name: 'activeProjects', label: 'active', filters: () => OPEN },
  overdue: { name: 'overdue', label: 'overdue', filters: () => ({ overdue_equal: 'true' }), tone: 'bad' },
  dueIn7: { name: 'dueIn7', label: 'dueIn7', filters: due(7), tone: 'waiting' },
  dueIn30: { name: 'dueIn30', label: 'dueIn30', filters: due(30), tone: 'waiting' },
  waitingClient: { name: 'waitingClient', label: 'waitingClient', filters: () => ({ stage_equal: 'empty' }) },
  opened: { name: 'opened', label: 'opened', filters: within('createTime'), during: true },
  finished: { name: 'finished', label: 'finished', filters: within('finishTime'), during: true },
  papersReady: { name: 'papersReady', label: 'papersReady', filters: () => ({ stage_equal: 'generated' }) },
} as const satisfies Partial<Record<Name, Kpi>>
export type KpiName = keyof typeof kpis

type KpiRowProps = BlockProps & { names: readonly KpiName[]; period?: PeriodName }

/** The figures one looks for first; each opens what it counts and says of when it is. */
export function KpiRow({ of, lists, names, period = 'thisYear' }: KpiRowProps) {
  const t = useTexts(texts)
  const said = usePeriodText(of.data)
  if (of.isError && !of.data) return <Failing fault={of.error} retry={of.refetch} />
  return (
    <ul className="kpis" aria-busy={!of.data}>
      {names.map((name) => {
        const kpi: Kpi = kpis[name]
        if (!of.data)
          return (
            <li key={name}>
              <span className="kpi-bone">
                <span className="bone" />
                <span className="second">{t(kpi.label)}</span>
                <span className="third">&nbsp;</span>
              </span>
            </li>
          )
        const count = of.data.kpi[kpi.name]
        const filters = kpi.filters(of.data)
        return (
          <li key={name} data-tone={count > 0 ? kpi.tone : undefined}>
            <Link to={kpi.of === 'clients' ? lists.clients(filters) : lists.projects(filters)}>
              <span className="number kpi-value">{count.toLocaleString('en')}</span>
              <span className="second">{t(kpi.label)}</span>
              <span className="third number">
                {kpi.during ? <abbr title={said.during}>{t(period)}</abbr> : said.asOf}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
