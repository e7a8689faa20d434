// npm test [-- --long] [-- vitest arguments]: all checks, tests and journeys; with arguments, just the tests they name.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb } from './build.mjs'
import { runChecks } from './checks.mjs'
import { chromium } from './chromium.mjs'
import { cache, install, root, runTool, say } from './launch.mjs'

const args = process.argv.slice(2)
const named = args.filter((arg) => arg !== '--long')
if (named.length < args.length) process.env.DIGAO_LONG = '1'

install()
const totals = named.length > 0 ? [vitest()] : everything()
const sum = (key) => totals.reduce((total, result) => total + result[key], 0)
process.exitCode = sum('failed') > 0 ? 1 : 0
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)

function everything() {
  process.env.CHROMIUM = chromium()
  return [runChecks(), vitest(), journeys()]
}

function vitest() {
  const { code, report } = reported('vitest', (file) => [
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...named],
    {},
  ])
  const { numPassedTests: passed = 0, numFailedTests = 0, testResults = [] } = report
  // A file that cannot even be loaded holds no failed test, and has failed all the same.
  const unloaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
  return counted('vitest', code, passed, numFailedTests + unloaded)
}

function journeys() {
  if (!existsSync(join(root, 'e2e', 'playwright.config.ts'))) return { passed: 0, failed: 0 }
  if (!buildWeb()) {
    say('The browser application could not be built, so no journey was run.')
    return { passed: 0, failed: 1 }
  }
  const { code, report } = reported('playwright', (file) => [
    'playwright',
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  ])
  const { expected = 0, flaky = 0, unexpected = 0 } = report.stats ?? {}
  return counted('playwright', code, expected + flaky, unexpected)
}

function reported(name, command) {
  const file = join(cache, `${name}.json`)
  rmSync(file, { force: true })
  say(`— ${name}`)
  const code = runTool(...command(file))
  return { code, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {} }
}

/** A runner that ends badly without naming a failed test (it crashed, or found no test) counts as one failure. */
function counted(name, code, passed, failed) {
  if (code !== 0 && failed === 0) say(`${name} ended with code ${code} without naming a failed test.`)
  return { passed, failed: Math.max(failed, code === 0 ? 0 : 1) }
}
