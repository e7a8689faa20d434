import { useEffect, useState } from 'react'
import { useLanguage } from '#web/kernel/language.ts'
import './desk.css'

const SECOND = 1000

/** The time and the day; large on the desktop's sign-in, small in its menu bar. */
export function DeskClock({ small = false }: { small?: boolean }) {
  const language = useLanguage((state) => state.language)
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), SECOND)
    return () => clearInterval(timer)
  }, [])
  const say = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options).format(now)
  const time = say({ hour: '2-digit', minute: '2-digit', hour12: false })
  const day = say({ month: 'long', day: 'numeric', weekday: small ? 'short' : 'long' })
  return (
    <time className="desk-clock number" data-small={small || undefined} dateTime={now.toISOString().slice(0, 16)}>
      <span>{day}</span>
      <strong>{time}</strong>
    </time>
  )
}
