import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { FirmStatistics } from '#contract/firm-statistics.ts'
import { firm } from '#contract/firm.ts'
import { query } from '#web/kernel/api.ts'
import { useSession } from '#web/kernel/session.ts'
import type { Lists, Whose } from './home-lists.ts'
import { chinaToday, daysOf, type PeriodName } from './home-period.ts'

export type Statistics = FirmStatistics
/** What every block of a home is given: the numbers, and the lists behind them. */
export type BlockProps = { of: UseQueryResult<Statistics>; lists: Lists }

/** The numbers of a home page. */
export function useStatistics(whose: Whose = {}, period: PeriodName = 'thisYear') {
  const tenantId = useSession((state) => state.tenantId)
  return useQuery(query(firm.statistics, { tenantId, ...daysOf(period, chinaToday()), ...whose }))
}
