import { useEffect, useState } from 'react'
import { ask } from './use-tenants.ts'

export type RegisterKind = 'firm' | 'person' | 'school'
type Registrations = { kinds: RegisterKind[]; passwordMinLength: number }

/** Which registrations are open, and how short a password may be; undefined until the server has said so. */
export function useRegistrations(): { open: Registrations | undefined; fault: unknown } {
  const [open, setOpen] = useState<Registrations>()
  const [fault, setFault] = useState<unknown>()
  useEffect(() => {
    ask('/sc-system/freeApi/register/kinds').then((told) => setOpen(told as Registrations), setFault)
  }, [])
  return { open, fault }
}
