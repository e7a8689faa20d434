import { parseArgs } from 'node:util'
import { readConfig } from './kernel/config.ts'
import { StartError } from './kernel/start-error.ts'
import { logPath, startDigao, type Digao } from './start.ts'

type Account = { role: string; tenantId: string; account: string; password: string }

const say = (line: string) => process.stderr.write(`${line}\n`)

async function main() {
  const { values } = readArguments()
  const config = readConfig({ ...process.env, ...(values.port === undefined ? {} : { PORT: values.port }) })
  const began = performance.now()
  let digao: Digao | undefined
  const end = async (code: number) => {
    try {
      await digao?.stop()
    } finally {
      process.exit(code)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      // the second one does not wait
      process.once('SIGINT', () => process.exit(130))
      process.once('SIGTERM', () => process.exit(143))
      void end(0)
    })
  }
  process.on('unhandledRejection', (error) => digao?.kernel.log.error({ err: error }, 'a promise failed unheard'))
  process.on('uncaughtException', (error) => {
    digao?.kernel.log.fatal({ err: error }, 'an exception was not caught')
    say('Digao met an error it could not handle and stops; it starts again by npm start. The log says more.')
    void end(1)
  })

  const lost = (error: unknown) => {
    say(error instanceof Error ? error.message : 'The database could not be started again.')
    void end(1)
  }
  digao = await startDigao({ config, tell: say, lost })
  const accounts = await accountsOf(digao, values.demo)
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ url: digao.url, client: digao.client, accounts })}\n`)
    return
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(`\n  Digao 底稿  ${digao.url}   (ready in ${seconds} s; Ctrl-C stops)\n`)
  if (accounts.length) process.stdout.write(`\n${tableOf(accounts)}\n`)
  if (digao.administrator) process.stdout.write('\n  The administrator’s password is shown this once. Write it down.\n')
  process.stdout.write(`\n  Data: ${config.DIGAO_DATA}   Log: ${logPath(config)}\n\n`)
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        demo: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        port: { type: 'string' },
      },
    })
  } catch {
    throw new StartError('Digao knows the arguments --demo, --json and --port N.')
  }
}

/** The administrator, if this start made him, and with --demo one account per role. */
async function accountsOf({ administrator, kernel }: Digao, demo: boolean): Promise<Account[]> {
  const made = administrator ? [{ role: 'administrator', tenantId: '000000', ...administrator }] : []
  if (!demo) return made
  const { seedDemo } = await import('./demo/seed.ts')
  const accounts = await seedDemo(kernel)
  const { settlePortfolio } = await import('./demo/portfolio.ts')
  // nobody waits for the papers of a demo; what a stop cuts short, the next start goes on with
  settlePortfolio(kernel).catch((error: unknown) => kernel.log.warn({ err: error }, 'the demo is not complete'))
  return [...made, ...accounts]
}

function tableOf(accounts: readonly Account[]): string {
  const rows = [{ role: 'role', tenantId: 'tenant', account: 'account', password: 'password' }, ...accounts]
  const width = (key: keyof Account) => Math.max(...rows.map((row) => row[key].length))
  const keys = ['role', 'tenantId', 'account', 'password'] as const
  return rows.map((row) => `  ${keys.map((key) => row[key].padEnd(width(key))).join('   ')}`).join('\n')
}

main().catch((error: unknown) => {
  if (error instanceof StartError) say(error.message)
  else console.error(error)
  process.exit(1)
})
