import { sql } from 'kysely'
import type { Ledger } from '#engine/ledger/model.ts'
import type { Sample } from '#engine/voucher-check/sampling.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { SampleInput } from './check-job.ts'

/** Stores a drawn sample with its lines, all or nothing. */
export async function storeSample(
  db: Db,
  input: SampleInput,
  { sample, size, byHand, ledger }: { sample: Sample; size: number; byHand: boolean; ledger: Ledger },
): Promise<{ sampleId: string; drawn: number }> {
  const { journal, accounts } = ledger
  const names = new Map(accounts.map(({ code, fullName }) => [code, fullName]))
  if (sample.drawn.length === 0) throw new Refusal('voucherSampleEmpty')
  const { id } = await db
    .insertInto('voucher_sample')
    .values({
      project_id: input.projectId,
      dataset_id: input.datasetId,
      name: input.name,
      method: input.method,
      frame: JSON.stringify(input.frame),
      confidence: input.confidence,
      materiality: byHand || input.materiality === null ? null : BigInt(input.materiality),
      size,
      seed: BigInt(input.seed),
      lines: sample.lines,
      population: sample.population,
      interval: sample.interval,
      layers: JSON.stringify(sample.layers.map((layer) => ({ ...layer, amount: layer.amount.toString() }))),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const places = placesInVouchers(ledger, new Set(sample.drawn.map(({ line }) => journal.voucher[line] ?? 0)))
  const rows = sample.drawn.map(({ line, amount, layer }) => {
    const voucher = journal.voucher[line] ?? 0
    const head = journal.vouchers[voucher]
    const account = journal.accountCodes[journal.account[line] ?? 0] ?? ''
    const mine = places.get(voucher) ?? []
    return {
      line,
      voucher_key: head?.key ?? '',
      voucher_line: mine.indexOf(line) + 1,
      day: head?.date ?? '',
      account,
      account_name: names.get(account) ?? '',
      counter: counterOf(ledger, mine, line),
      summary: journal.summary[line] ?? '',
      amount: amount.toString(),
      layer,
    }
  })
  await sql`insert into voucher_sample_item (sample_id, line, voucher_key, voucher_line, day, account, account_name, counter, summary,
      amount, layer)
    select ${id}, line, voucher_key, voucher_line, day, account, account_name, counter, summary, amount, layer
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(line int, voucher_key text, voucher_line int, day text,
      account text, account_name text, counter text, summary text, amount bigint, layer text)`.execute(db)
  return { sampleId: id, drawn: rows.length }
}

/** The lines of some vouchers, in one pass. */
function placesInVouchers({ journal }: Ledger, wanted: ReadonlySet<number>): Map<number, number[]> {
  const places = new Map([...wanted].map((voucher) => [voucher, [] as number[]]))
  for (let line = 0; line < journal.size; line += 1) places.get(journal.voucher[line] ?? 0)?.push(line)
  return places
}

/** Accounts on the other side of a line, at most three. */
function counterOf({ journal }: Ledger, lines: readonly number[], line: number): string {
  const net = (at: number) => (journal.debit[at] ?? 0n) - (journal.credit[at] ?? 0n)
  const codes = new Set<string>()
  for (const other of lines)
    if (net(other) !== 0n && net(other) > 0n !== net(line) > 0n)
      codes.add(journal.accountCodes[journal.account[other] ?? 0] ?? '')
  const all = [...codes].toSorted()
  return all.length > 3 ? `${all.slice(0, 3).join(',')}…` : all.join(',')
}
