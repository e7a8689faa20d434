import { z } from 'zod'

const day = z.iso.date()

/** Whether a text is a day of the calendar, `yyyy-MM-dd`; Date.parse would take the 30th of February for one in March. */
export const isRealDay = (text: string) => day.safeParse(text).success
