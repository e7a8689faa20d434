import { runTool, say } from './launch.mjs'

const checks = [
  { what: 'format', tool: 'oxfmt', args: ['--check'] },
  { what: 'lint', tool: 'oxlint', args: ['--type-aware'] },
  { what: 'types', tool: 'tsc', args: ['-b'] },
  { what: 'unused code and packages', tool: 'knip', args: [] },
]

/** Format, lint, types, dead code, one after the other; answers how many passed and failed. */
export function runChecks() {
  const failed = checks.filter(({ what, tool, args }) => {
    say(`— ${what}`)
    return runTool(tool, args) !== 0
  })
  for (const { what } of failed) say(`The check of ${what} failed: see above.`)
  return { passed: checks.length - failed.length, failed: failed.length }
}
