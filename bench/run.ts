import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { answering } from './answering.ts'
import { archives } from './archives.ts'
import { generating } from './generating.ts'
import { movingFiles } from './files.ts'
import { importing } from './importing.ts'
import { ledgerQueries } from './ledger-queries.ts'
import { retrieving } from './retrieval.ts'
import { atScale } from './scale.ts'
import { openStand } from './stand.ts'
import { starting } from './starting.ts'
import { ratioOf, type Row, short, tableOf } from './table.ts'
import { manyFiles } from './many-files.ts'
import { merging } from './tools.ts'

// npm run bench [-- --part answering|importing|generating|queries|scale|starting|retrieving|tools|files] [--only TEXT] [--rounds 5] [--seconds 4] [--profile FOLDER]
//   [--statutes FOLDER]

const parts = ['answering', 'importing', 'generating', 'queries', 'scale', 'starting', 'retrieving', 'tools', 'files']
const { values } = parseArgs({
  options: {
    part: { type: 'string', multiple: true, default: parts },
    /** Only figures of requests and files whose name holds this. */
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    /** Of load, for each contender and round. */
    seconds: { type: 'string', default: '4' },
    /** Where our server leaves its CPU profile. */
    profile: { type: 'string' },
    /** Holds `articles.jsonl.gz` and `questions.jsonl`; without it retrieval is not measured. */
    statutes: { type: 'string', default: process.env['DIGAO_STATUTES'] ?? '' },
  },
})
const { part, only, profile, statutes } = values
const rounds = Number(values.rounds)
const ms = Number(values.seconds) * 1000
const wants = (name: string) => part.includes(name)

const rows: Row[] = []
const note = (more: readonly Row[]) => {
  rows.push(...more)
  // a long run says what it has, apart from the table
  for (const row of more) process.stderr.write(`${row.name}: ${short(ratioOf(row))}×  ${row.beside ?? ''}\n`)
}
if (wants('answering') || wants('importing')) {
  const stand = await openStand({ tenants: 100, rowsPerTenant: 500, profile })
  try {
    if (wants('answering')) note(await answering(stand, { rounds, ms, only }))
    if (wants('importing')) note(await importing(stand, { rounds: Math.min(rounds, 3), only }))
  } finally {
    await stand.stop()
  }
}
if (wants('generating')) note(await generating({ rounds }))
if (wants('queries')) note(await ledgerQueries({ rounds, only }))
for (const format of ['csv', 'xlsx'] as const)
  if (wants('scale') && format.includes(only)) for await (const row of atScale(format)) note([row])
if (wants('tools')) note(await merging({ rounds: Math.min(rounds, 3), only }))
if (wants('files')) {
  const stand = await openStand({ tenants: 8, rowsPerTenant: 3, people: 0, profile })
  try {
    if ('many'.includes(only)) note(await manyFiles(stand, { rounds: Math.min(rounds, 3) }))
    if ('archives'.includes(only)) note(await archives(stand, { rounds: Math.min(rounds, 3) }))
    if ('gigabyte'.includes(only)) note(await movingFiles(stand, { rounds: Math.min(rounds, 3) }))
  } finally {
    await stand.stop()
  }
}
if (wants('starting')) note(await starting({ rounds: Math.min(rounds, 3) }))
if (wants('retrieving') && statutes) note(await retrieving({ folder: statutes, only }))
else if (wants('retrieving')) process.stderr.write('retrieval is not measured without --statutes FOLDER\n')
const [busy = 0] = loadavg()
process.stdout.write(`${tableOf(rows)}\n\nMedians of ${rounds} rounds. Load average at the end: ${busy.toFixed(1)}.\n`)
