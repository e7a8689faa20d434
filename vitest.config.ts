import { defineConfig } from 'vitest/config'

const long = process.env['DIGAO_LONG'] === '1'

export default defineConfig({
  test: {
    // Forked processes, as the server runs: some of what it uses (umask, signals) threads do not have.
    pool: 'forks',
    // the default leaves a core to whoever watches; nobody does
    maxWorkers: '100%',
    testTimeout: long ? 900_000 : 30_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'engine', include: ['{engine,contract,facts}/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          // loading the application costs more than many a file's tests: the files of one process share it, each with its own server
          isolate: false,
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/kernel/testing-database.setup.ts'],
        },
      },
      { extends: true, test: { name: 'scripts', include: ['scripts/**/*.test.mjs'] } },
      { extends: true, test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'] } },
    ],
  },
})
