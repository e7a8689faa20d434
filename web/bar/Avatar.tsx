import { useState } from 'react'
import { useSession } from '#web/kernel/session.ts'

/** The picture of who is signed in; the first letter of his name where there is none, or it cannot be loaded. */
export function Avatar({ size }: { size: number }) {
  const { avatar, realName, account } = useSession()
  const [missing, setMissing] = useState('')
  if (avatar && avatar !== missing) {
    return (
      <img
        className="avatar"
        style={{ width: size, height: size }}
        src={avatar}
        alt=""
        onError={() => setMissing(avatar)}
      />
    )
  }
  const style = { width: size, height: size, fontSize: size * 0.54 }
  return <span className="avatar" style={style} data-letter={Array.from(realName || account)[0]} aria-hidden />
}
