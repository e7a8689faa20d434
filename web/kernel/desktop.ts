import { useSyncExternalStore } from 'react'
import { useTheme } from './theme.ts'

/** Beyond what the specification calls a small screen. */
const wide = () => matchMedia('(min-width: 769px)')
const follow = (changed: () => void) => {
  const query = wide()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether pages stand on the desktop of the theme mac-os; on a small screen it is the frame of the others. */
export function useDesktop(): boolean {
  const mac = useTheme(({ name }) => name === 'mac-os')
  const room = useSyncExternalStore(follow, () => wide().matches)
  return mac && room
}
