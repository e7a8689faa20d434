import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { project } from '#contract/project.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useView } from '#web/kernel/tab.ts'
import { useDeptNodes } from '../people/dept-nodes.ts'
import type { Whose } from './home-lists.ts'
import { type PeriodName, periods } from './home-period.ts'
import { texts } from './texts.ts'
import './home.css'

/** The period, person and department a home shows, kept in its address. */
export function useHomeFilters(): { period: PeriodName; whose: Whose } {
  const [period] = useView('period', 'thisYear')
  const [userId] = useView('user')
  const [deptId] = useView('dept')
  return {
    period: periods.find((one) => one === period) ?? 'thisYear',
    whose: { ...(userId && { userId }), ...(deptId && { deptId }) },
  }
}

/** Chooses them. */
export function HomeFilters() {
  const t = useTexts(texts)
  const may = useMay()
  const [period, setPeriod] = useView('period', 'thisYear')
  const [userId, setUser] = useView('user')
  const owners = useQuery(query(project.owners, {}))
  return (
    <div className="home-filters">
      <Select
        aria-label={t('period')}
        value={period}
        onChange={setPeriod}
        options={periods.map((one) => ({ value: one, label: t(one) }))}
        style={{ width: 140 }}
      />
      <Select
        aria-label={t('person')}
        value={userId}
        onChange={setUser}
        options={[
          { value: '', label: t('everybody') },
          ...(owners.data ?? []).map(({ id, realName }) => ({ value: id, label: realName })),
        ]}
        style={{ width: 140 }}
      />
      {may('dept.view') && <DeptSelect />}
    </div>
  )
}

function DeptSelect() {
  const t = useTexts(texts)
  const [deptId, setDept] = useView('dept')
  const { nodes } = useDeptNodes()
  const flat = (list: typeof nodes): { value: string; label: string }[] =>
    list.flatMap(({ value, title, children }) => [{ value, label: title }, ...flat(children ?? [])])
  const options = flat(nodes)
  // a firm of one department has nothing to choose
  if (options.length < 2 && !deptId) return null
  return (
    <Select
      aria-label={t('department')}
      value={deptId}
      onChange={setDept}
      options={[{ value: '', label: t('everyDepartment') }, ...options]}
      style={{ width: 160 }}
    />
  )
}
