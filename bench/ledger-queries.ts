import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { ledger } from '#contract/ledger.ts'
import { type Duck, openDuck } from './duck.ts'
import { importOnce } from './importing.ts'
import { ledgerSource, writeCsv, writeXlsx } from './ledger-source.ts'
import { openStand, type Stand } from './stand.ts'
import { median, type Row, short } from './table.ts'

const LINES = 1_240_000
const SIZE = 50
const ACCOUNT = '6602'
/** A page far down an account. */
const PAGE = 400
/** Of the first voucher of a copy of the year, so that it stands in few lines. */
const RARE = '第977组'
const TIMES = 20

type Answered = { records: { ordinal: number }[]; total?: number; lines?: { total: number } }
/** One question to both: `ours` and `duck` answer the same, or the run ends. */
type Question = { name: string; aim: string; ours: () => Promise<string>; duck: string }

/** Questions to a journal of 1.24 million lines, of ours and of DuckDB over the same table, asked in turn. */
export async function ledgerQueries({ rounds, only }: { rounds: number; only: string }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'digao-bench-queries-'))
  const stand = await openStand({ tenants: 1, rowsPerTenant: 10, people: 0 })
  try {
    const datasetId = await imported(stand, folder)
    await stand.settle()
    const client = new Client(stand.connection)
    await client.connect()
    let duck: Duck | undefined
    try {
      duck = await openDuck(folder, client, datasetId)
      const rows: Row[] = []
      for (const question of questions(stand, client, datasetId))
        if (question.name.includes(only)) rows.push(await measure(question, duck, rounds))
      return rows
    } finally {
      duck?.close()
      await client.end()
    }
  } finally {
    await stand.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function imported(stand: Stand, folder: string): Promise<string> {
  const source = ledgerSource(LINES)
  const [journal, trialBalance] = [join(folder, '序时账.csv'), join(folder, '科目余额表.xlsx')]
  writeCsv(journal, source.journal())
  await writeXlsx(trialBalance, '科目余额表', source.trialBalance)
  const { rows, datasetId } = await importOnce(stand, { name: '1.24 M', journal, trialBalance }, 0)
  if (rows !== source.lines) throw new Error(`${rows} rows were taken of ${source.lines}`)
  return datasetId
}

function questions({ ours }: Stand, client: Client, datasetId: string): Question[] {
  const headers = { 'sc-auth': `bearer ${ours.said.askers[0]?.token}` }
  const ask = async (path: string, asked: Record<string, string>): Promise<string> => {
    const answer = await fetch(
      `${ours.said.url}${path}?${new URLSearchParams({ datasetId, size: String(SIZE), ...asked })}`,
      { headers },
    )
    const { data, msg } = (await answer.json()) as { data: Answered; msg: string }
    if (!answer.ok) throw new Error(`${path}: ${msg}`)
    if (path === ledger.lines.path) return data.records.map(({ ordinal }) => ordinal).join(',')
    return String(data.lines?.total ?? data.total)
  }
  const aim = '≤ 100 ms at p95'
  /** The page and the count, as ours answers both. */
  const found = (words: string) => `with hit as materialized (select ordinal from line where summary like '%${words}%')
    select coalesce(string_agg(ordinal::varchar, ',' order by ordinal), ''), (select count(*) from hit)
      from (select ordinal from hit order by ordinal limit ${SIZE})`
  return [
    {
      name: 'trial balance by account and month',
      aim: '–',
      ours: async () => {
        const { rows } = await client.query(
          `select account, period, sum(debit) as debit, sum(credit) as credit, sum(line_count) as lines
            from ledger_posting where dataset_id = $1 group by 1, 2`,
          [datasetId],
        )
        return String(rows.length)
      },
      duck: 'select count(*) from (select account, period, sum(debit), sum(credit), count(*) from line group by all)',
    },
    {
      name: `detail of an account, page ${PAGE}`,
      aim,
      ours: () => ask(ledger.accountDetail.path, { account: ACCOUNT, current: String(PAGE) }),
      duck: `with own as (select *, sum(debit - credit) over (order by ordinal) as balance from line where account like '${ACCOUNT}%'),
        page as materialized (select * from own order by ordinal limit ${SIZE} offset ${(PAGE - 1) * SIZE})
        select count(*) from own where (select max(balance) from page) is not null`,
    },
    {
      name: 'vouchers of a month above an amount',
      aim,
      ours: () => ask(ledger.vouchers.path, { period_equal: '07', amount_ge: '1000000' }),
      duck: `with own as (select voucher, any_value(key) as key, sum(debit) as amount, count(*) as lines, arg_min(summary, ordinal)
          from line where period = '07' group by voucher having sum(debit) >= 100000000),
        page as materialized (select * from own order by voucher limit ${SIZE})
        select least(10000, count(*)) from own where (select max(lines) from page) > 0`,
    },
    {
      name: 'words that few summaries hold',
      aim,
      ours: () => ask(ledger.lines.path, { summary: RARE }),
      duck: found(RARE),
    },
    {
      name: 'words that many summaries hold',
      aim,
      ours: () => ask(ledger.lines.path, { summary: '第1' }),
      duck: found('第1'),
    },
    {
      name: 'words that no summary holds',
      aim,
      ours: () => ask(ledger.lines.path, { summary: '不在账上的话' }),
      duck: found('不在账上的话'),
    },
  ]
}

async function measure({ name, aim, ours, duck: sql }: Question, duck: Duck | undefined, rounds: number): Promise<Row> {
  const [ourMs, duckMs]: [number[], number[]] = [[], []]
  const [mine, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    const [own, other]: [number[], number[]] = [[], []]
    for (let time = 0; time < TIMES; time += 1) {
      const our = await timed(ours)
      own.push(our.ms)
      if (!duck) continue
      const its = await timed(() => duck.ask(sql))
      other.push(its.ms)
      if (our.answer !== its.answer) throw new Error(`${name}: ours ${our.answer}, DuckDB ${its.answer}`)
    }
    if (round === 0) continue // to warm up
    ourMs.push(...own)
    duckMs.push(...other)
    mine.push(median(own))
    if (duck) theirs.push(median(other))
  }
  return {
    name,
    unit: 'ms',
    ours: mine,
    reference: theirs,
    against: duck ? 'DuckDB over the same table, in its process' : 'DuckDB could not be installed',
    aim,
    beside: `${told(ourMs)}${duck ? `; reference ${told(duckMs)}` : ''}`,
  }
}

const p95 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] ?? NaN

const told = (ms: readonly number[]) => `p50 ${short(median(ms))}, p95 ${short(p95(ms))} ms`

async function timed(work: () => Promise<string>): Promise<{ answer: string; ms: number }> {
  const began = performance.now()
  return { answer: await work(), ms: performance.now() - began }
}
