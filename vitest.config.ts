import { defineConfig } from 'vitest/config'

const long = process.env['DIGAO_LONG'] === '1'

const windows = ['web/{kernel,tabs}/**/*.test.{ts,tsx}']
// threads that tests start load their modules from it; scripts/launch.mjs names the same folder
process.env['NODE_COMPILE_CACHE'] ??= new URL('node_modules/.cache/compiled', import.meta.url).pathname

export default defineConfig({
  test: {
    // Forked processes, as the server runs: some of what it uses (umask, signals) threads do not have.
    pool: 'forks',
    // the default leaves a core to whoever watches; nobody does
    maxWorkers: '100%',
    testTimeout: long ? 900_000 : 30_000,
    hookTimeout: 120_000,
    projects: [
      // pure: nothing that one file does is there for the next
      { extends: true, test: { name: 'engine', isolate: false, include: ['{engine,contract,facts}/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          // loading the application costs more than many a file's tests: the files of one process share it, each with its own server
          isolate: false,
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/kernel/testing-database.setup.ts'],
          setupFiles: ['server/kernel/testing-servers.setup.ts'],
        },
      },
      { extends: true, test: { name: 'scripts', include: ['scripts/**/*.test.mjs'] } },
      { extends: true, test: { name: 'web', isolate: false, include: ['web/**/*.test.{ts,tsx}'], exclude: windows } },
      // these put a window of their own in the place of the browser's
      { extends: true, test: { name: 'windows', include: windows } },
    ],
  },
})
