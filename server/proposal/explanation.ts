import { sql } from 'kysely'
import type { Provenance } from '#contract/paper.ts'
import type { Source } from '#contract/tool-source.ts'
import type { Language } from '#contract/texts.ts'
import { yuan } from '#engine/money.ts'
import type { Db } from '#server/kernel/database.ts'
import { shownGeneration } from '../paper/generation-query.ts'
import { provenanceOf } from '../paper/provenance.ts'
import type { ProjectRow } from '../project/reach.ts'
import { BOOKS, placeIn } from '../tool/tool-project.ts'
import { type Decision, decisionOn } from './decision-on.ts'
import { staleOf } from '../paper/stale-query.ts'
import { cellSource, isCertain, isLapsed, lawSource } from './paper-facts.ts'
import { joint, sayWord, shownAnswer, shownValue } from './proposal-words.ts'

/** What can be said of a figure, with what it rests on. */
export type Explained = { paperId: string; subject: string; text: string; evidence: Source[] }
type VoucherLine = { voucherKey: string; date: string; summary: string; amount: string }

const MOST_INPUTS = 12
const MOST_READINGS = 8
const MOST_VOUCHERS = 5
const FEW = 3

/**
 * How a figure came about, in sentences, from its provenance alone: formula, what went in, readings of the ledger with their
 * largest vouchers, answers, law, line of the return. Refused where there is no such cell.
 */
export async function explained(db: Db, project: ProjectRow, cell: string, language: Language): Promise<Explained> {
  const generationId = shownGeneration(project)
  const of = await provenanceOf(db, generationId, cell, language)
  const lines = await largestLines(db, { generationId, cell, readings: readingsOf(of).slice(0, MOST_READINGS) })
  const decision = await decisionOn(db, project, of)
  const isStale = (await staleOf(db, project))?.cells.get(of.paperId)?.has(cell) ?? false
  const say: Sayer = (key, params) => sayWord(key, language, params)
  const sentences = [
    ...about(of, say, language),
    ...decided(decision, say, language),
    isStale ? say('staleNow') : '',
    ...computed(of, say, language),
    ...fromBooks(of, lines, say, language),
    ...fromPeople(of, say, language),
    ...fromLaw(of, project.year, { say, language }),
    of.returnLine === '' ? '' : say('feeds', { line: of.returnLine }),
  ]
  return {
    paperId: of.paperId,
    subject: of.label,
    text: sentences.filter((one) => one !== '').join('\n'),
    evidence: [
      cellSource(project, of, of.words),
      ...of.inputs.slice(0, MOST_INPUTS).map((one) => cellSource(project, one)),
      ...lines.map(({ voucherKey, summary }): Source => ({
        kind: 'voucher',
        title: voucherKey,
        place: placeIn(project, BOOKS, { show: 'vouchers', voucher: voucherKey }),
        quote: summary,
      })),
      ...of.rates.flatMap(({ law }) => law.map(lawSource)),
    ],
  }
}

type Sayer = (key: Parameters<typeof sayWord>[0], params?: Parameters<typeof sayWord>[2]) => string

function about(of: Provenance, say: Sayer, language: Language): string[] {
  const at = { label: of.label, cell: of.cell }
  const value = shownValue(of.unit, of.value, language)
  return [
    of.value === null
      ? say('isMissing', { ...at, reason: of.reason || say('none') })
      : say('isValue', { ...at, value }),
  ]
}

/** What a person set against the formula, as it counted when the papers were generated and as it stands now. */
function decided({ used, standing, calculated }: Decision, say: Sayer, language: Language): string[] {
  if (!used && !standing) return []
  if (!standing) return [say('overriddenBefore', { calculated: shownValue(used, calculated, language) })]
  const { who, reason, evidence, hasFile, value, unit, isUsed } = standing
  const ground = { who, reason, evidence: evidence || say(hasFile ? 'attached' : 'none') }
  if (isUsed) return [say('overridden', { ...ground, calculated: shownValue(unit, calculated, language) })]
  return [
    used ? say('overriddenBefore', { calculated: shownValue(unit, calculated, language) }) : '',
    say('overriddenSince', { ...ground, value: shownValue(unit, value, language) }),
  ]
}

function computed(of: Provenance, say: Sayer, language: Language): string[] {
  const inputs = of.inputs
    .slice(0, MOST_INPUTS)
    .map((one) => say('input', { label: one.label, cell: one.cell, value: shownValue(one.unit, one.value, language) }))
  if (of.inputs.length > MOST_INPUTS) inputs.push(say('more', { count: of.inputs.length }))
  return [
    of.words ? say(of.status === 'overridden' ? 'formulaUnused' : 'formula', { words: of.words }) : '',
    inputs.length > 0 ? say('inputs', { list: inputs.join(joint(language)) }) : '',
  ]
}

/** Readings of nothing are said only where there is nothing else. */
function readingsOf({ atoms }: Provenance): Provenance['atoms'] {
  const telling = atoms.filter(({ rows }) => rows > 0)
  return telling.length > 0 ? telling : atoms
}

function fromBooks(of: Provenance, lines: readonly VoucherLine[], say: Sayer, language: Language): string[] {
  const all = readingsOf(of)
  const readings = all
    .slice(0, MOST_READINGS)
    .map(({ text, rows, sum }) =>
      sum === null
        ? say('readingOf', { text, rows })
        : say('reading', { text, rows, sum: shownValue('money', sum, language) }),
    )
  const vouchers = lines.map(({ date, voucherKey, summary, amount }) =>
    say('voucher', { date, key: voucherKey, summary, amount: shownValue('money', amount, language) }),
  )
  const more = all.length > MOST_READINGS ? say('moreReadings', { count: all.length, shown: MOST_READINGS }) : ''
  return [...readings, more, vouchers.length > 0 ? say('vouchers', { list: vouchers.join(joint(language)) }) : '']
}

function fromPeople(of: Provenance, say: Sayer, language: Language): string[] {
  return [
    ...of.params.map(({ label, value, evidence }) =>
      say('param', { label, value: shownAnswer(value, language), evidence: evidence || say('none') }),
    ),
    ...of.entries.map(({ label, total, rows }) => {
      const list = rows.slice(0, FEW).map(({ name, value }) => `${name} ${value}`.trim())
      return say('entered', { label, total, list: list.join(joint(language)) || say('none') })
    }),
    ...of.filed.map(({ cell, value, file, sheet, row }) => say('filed', { cell, value, file, sheet, row })),
  ]
}

function fromLaw(of: Provenance, year: number, { say, language }: { say: Sayer; language: Language }): string[] {
  const list = of.rates.flatMap(({ name, value, law }) =>
    law.map(({ doc, article, certainty }) => {
      const doubt = !isCertain(certainty) ? say('uncertain') : ''
      const past = isLapsed(article, year) ? say('lapsed') : ''
      return say('lawOf', { doc, article, name, value: `${value && ` ${value}`}${doubt}${past}` })
    }),
  )
  return list.length > 0 ? [say('law', { list: list.join(joint(language)) })] : []
}

/** The largest of the very lines that these readings added up. */
async function largestLines(
  db: Db,
  { generationId, cell, readings }: { generationId: string; cell: string; readings: Provenance['atoms'] },
): Promise<VoucherLine[]> {
  const turnovers = readings.flatMap(({ index, balance }) => (balance ? [] : [index]))
  if (turnovers.length === 0) return []
  // a turnover takes one side of a line, what nets takes the line as it is (server/paper/atom-rows.ts)
  const { rows } = await sql<{ voucherKey: string; date: string; summary: string; amount: bigint }>`
    with reading as (
      select g.dataset_id, unnest(a.lines) as part,
        case when a.atom ->> 'fn' in ('line', 'pl') then 'net' else coalesce(a.atom ->> 'side', 'net') end as side
      from paper_atom a join generation g on g.id = a.generation_id
      where a.generation_id = ${generationId} and a.cell = ${cell} and a.ordinal = any(${turnovers}::int[])),
    line as (
      select distinct on (l.ordinal) reading.dataset_id, l.ordinal, l.voucher, l.summary,
        case side when 'cr' then l.credit when 'dr' then l.debit
          else case when l.debit = 0 then l.credit else l.debit end end as amount
      from reading cross join lateral (select * from ledger_line
        where dataset_id = reading.dataset_id and ordinal >= lower(part) and ordinal < upper(part) offset 0) l
      where case side when 'cr' then l.credit <> 0 when 'dr' then l.debit <> 0 else true end
      order by l.ordinal),
    largest as (select * from line order by abs(amount) desc, ordinal limit ${MOST_VOUCHERS})
    select v.key as "voucherKey", v.date::text as date, largest.summary, largest.amount
    from largest join lateral (select key, date from ledger_voucher
      where dataset_id = largest.dataset_id and ordinal = largest.voucher limit 1) v on true
    order by abs(largest.amount) desc, largest.ordinal`.execute(db)
  return rows.map(({ amount, ...row }) => Object.assign(row, { amount: yuan(amount) }))
}
