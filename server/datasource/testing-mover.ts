import { pino } from 'pino'
import { readConfig } from '#server/kernel/config.ts'
import { openKernel } from '#server/kernel/open-kernel.ts'
import type { Secrets } from '#server/kernel/secrets.ts'
import { registerMove } from './move.ts'

export type MoverOrder = {
  environment: Record<string, string>
  secrets: Omit<Secrets, 'tokenKey'> & { tokenKey: string }
  app: object
}

/** A process of its own that does nothing but move tenants: it is there to be killed. */
process.once('message', (order: MoverOrder) => {
  void run(order)
})

async function run({ environment, secrets, app }: MoverOrder) {
  const tokenKey = Buffer.from(secrets.tokenKey, 'hex')
  const config = readConfig(environment)
  const kernel = await openKernel({ config, secrets: { ...secrets, tokenKey }, log: pino({ level: 'silent' }), app })
  registerMove(kernel.jobs)
  await kernel.jobs.begin(kernel, false)
}
