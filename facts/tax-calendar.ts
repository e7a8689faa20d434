import type { TaxCalendar } from '#engine/taxlaw/tax-calendar.ts'
import calendar from './tax-calendar.json' with { type: 'json' }

/** When returns are due. */
export const taxCalendar = calendar as TaxCalendar
