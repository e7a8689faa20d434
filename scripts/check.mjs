// npm run check: everything a change must pass that needs no test to run.
import { runChecks } from './checks.mjs'
import { install } from './launch.mjs'

install()
process.exitCode = runChecks().failed > 0 ? 1 : 0
