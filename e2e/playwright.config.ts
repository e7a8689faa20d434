import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const root = join(import.meta.dirname, '..')
const long = process.env['DIGAO_LONG'] === '1'
// Chromium has no sandbox for root, whom containers like to be.
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
/** Where serve.ts listens: a free port it prints, or a server that runs already, named by whoever tries a journey often. */
const address = process.env['JOURNEY_URL']
const running = address !== undefined && process.env['TEST_WORKER_INDEX'] === undefined
/** DIGAO_SHOW names what takes pictures instead of proving anything: `pictures` of README.md and the guide, or the `gallery`. */
const show = process.env['DIGAO_SHOW']

const longest = ['main-job.spec.ts', 'look.spec.ts', 'routes.spec.ts']

/** The journeys, in the system's Chromium, against one real Digao on fresh data (serve.ts). */
export default defineConfig({
  testDir: '.',
  outputDir: join(root, 'node_modules', '.cache', 'journeys-output'),
  timeout: long ? 900_000 : 300_000,
  expect: { timeout: 15_000 },
  // One server, two cores: more journeys side by side would only wait for each other.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A machine that stalls for seconds is tried once more, and named as flaky; a fault fails twice.
  retries: running ? 0 : 1,
  use: {
    ...(address && { baseURL: address }),
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    // A click that lands between the two places of a moving dialog is lost; who asks for stillness gets it.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    // A trace of every step costs a third of the time: only where somebody looks for a fault.
    trace: process.env['DIGAO_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        ...sandbox,
        '--disable-gpu',
        '--disable-background-networking',
        '--no-first-run',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // The longest journeys begin first, so that no worker waits for the other at the end.
  projects: show
    ? [{ name: show, testMatch: `${show}.ts` }]
    : [
        { name: 'long', testMatch: longest },
        { name: 'short', testMatch: '**/*.spec.ts', testIgnore: longest },
      ],
  ...(!running && {
    webServer: {
      command: `"${process.execPath}" e2e/serve.ts`,
      cwd: root,
      // Playwright keeps what the group caught as JOURNEY_URL.
      wait: { stdout: /journeys at (?<journey_url>\S+)/ },
      timeout: 120_000,
      gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
      stdout: 'ignore' as const,
      stderr: 'pipe' as const,
    },
  }),
})
