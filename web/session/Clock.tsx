import { useEffect, useState } from 'react'
import { useLanguage } from '#web/kernel/language.ts'

const MINUTE = 60_000

/** The time of day, large, and the date in words. */
export function Clock() {
  const language = useLanguage((state) => state.language)
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const atNextMinute = () => {
      timer = setTimeout(
        () => {
          setNow(new Date())
          atNextMinute()
        },
        MINUTE - (Date.now() % MINUTE),
      )
    }
    atNextMinute()
    return () => clearTimeout(timer)
  }, [])
  const time = now.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hour12: false })
  const date = now.toLocaleDateString(language, { month: 'long', day: 'numeric', weekday: 'long' })
  return (
    <div className="lock-clock">
      <time className="number" dateTime={time}>
        {time}
      </time>
      <span>{date}</span>
    </div>
  )
}
