import type { Tenant } from '#contract/tenant.ts'
import type { Tone } from '#web/kit/StatusTag.tsx'

/** How a tenant's state is coloured: only what keeps its people out is red. */
export const stateTone: Record<Tenant['state'], Tone> = {
  trial: 'active',
  active: 'good',
  expired: 'bad',
  disabled: 'plain',
}
