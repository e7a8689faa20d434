import { pino } from 'pino'
import { readConfig } from '#server/kernel/config.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { openKernel } from '#server/kernel/open-kernel.ts'
import type { Secrets } from '#server/kernel/secrets.ts'

export type DoomedOrder = {
  environment: Record<string, string>
  secrets: Omit<Secrets, 'tokenKey'> & { tokenKey: string }
  app: object
  /** The whole server, which answers requests, as server/main.ts runs it; else one that runs jobs only, which is up sooner. */
  serves: boolean
}

/** A process of its own on a database that is there: it is there to be killed. */
process.once('disconnect', () => process.exit())
process.once('message', (order: DoomedOrder) => {
  void run(order)
})

async function run({ environment, secrets, app, serves }: DoomedOrder) {
  const tokenKey = Buffer.from(secrets.tokenKey, 'hex')
  const kernel = await openKernel({
    config: readConfig(environment),
    secrets: { ...secrets, tokenKey },
    log: pino({ level: 'silent' }),
    app,
  })
  const url = serves ? await served(kernel) : await working(kernel)
  // nobody else runs jobs: what says it runs is dead, and is put right before anything begins
  await kernel.jobs.begin(kernel, true)
  process.send?.({ url })
}

async function served(kernel: Kernel): Promise<string> {
  const { buildApp } = await import('../app.ts')
  return (await buildApp(kernel)).listen({ host: '127.0.0.1', port: 0 })
}

async function working({ jobs }: Kernel): Promise<string> {
  const [{ registerImport }, { registerProposals }, { registerGenerate }] = await Promise.all([
    import('#server/ledger/import-job.ts'),
    import('#server/relation/propose-job.ts'),
    import('./generate-job.ts'),
  ])
  registerImport(jobs)
  registerProposals(jobs)
  registerGenerate(jobs)
  return ''
}
