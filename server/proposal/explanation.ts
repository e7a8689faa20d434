import type { Provenance } from '#contract/paper.ts'
import type { Source } from '#contract/tool-source.ts'
import type { Language } from '#contract/texts.ts'
import type { Db } from '#server/kernel/database.ts'
import { rowsBehind } from '../paper/atom-rows.ts'
import { shownGeneration } from '../paper/generation-query.ts'
import { provenanceOf } from '../paper/provenance.ts'
import type { ProjectRow } from '../project/reach.ts'
import { BOOKS, placeIn } from '../tool/tool-project.ts'
import { cellSource, lawSource } from './paper-facts.ts'
import { joint, sayWord, shownValue } from './proposal-words.ts'

/** What can be said of a figure, with what it rests on. */
export type Explained = { subject: string; text: string; evidence: Source[] }
type VoucherLine = { voucherKey: string; date: string; summary: string; debit: string; credit: string }

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
  const lines = await largestLines(db, { generationId, cell, of })
  const say: Sayer = (key, params) => sayWord(key, language, params)
  const sentences = [
    ...about(of, say, language),
    ...fromBooks(of, lines, say, language),
    ...fromPeople(of, say, language),
    ...fromLaw(of, say, language),
    of.returnLine === '' ? '' : say('feeds', { line: of.returnLine }),
  ]
  return {
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
  const inputs = of.inputs
    .slice(0, MOST_INPUTS)
    .map((one) => say('input', { label: one.label, cell: one.cell, value: shownValue(one.unit, one.value, language) }))
  return [
    of.value === null
      ? say('isMissing', { ...at, reason: of.reason || say('none') })
      : say('isValue', { ...at, value }),
    of.status === 'overridden' ? say('overridden') : '',
    of.status === 'stale' ? say('staleNow') : '',
    of.words ? say('formula', { words: of.words }) : '',
    inputs.length > 0 ? say('inputs', { list: inputs.join(joint(language)) }) : '',
  ]
}

function fromBooks(of: Provenance, lines: readonly VoucherLine[], say: Sayer, language: Language): string[] {
  const telling = of.atoms.filter(({ rows }) => rows > 0)
  // readings of nothing are said only where there is nothing else
  const readings = (telling.length > 0 ? telling : of.atoms)
    .slice(0, MOST_READINGS)
    .map(({ text, rows, sum }) =>
      sum === null
        ? say('readingOf', { text, rows })
        : say('reading', { text, rows, sum: shownValue('money', sum, language) }),
    )
  const vouchers = lines.map(({ date, voucherKey, summary, debit, credit }) =>
    say('voucher', {
      date,
      key: voucherKey,
      summary,
      amount: shownValue('money', debit === '0.00' ? credit : debit, language),
    }),
  )
  return [...readings, vouchers.length > 0 ? say('vouchers', { list: vouchers.join(joint(language)) }) : '']
}

function fromPeople(of: Provenance, say: Sayer, language: Language): string[] {
  return [
    ...of.params.map(({ label, value, evidence }) =>
      say('param', { label, value: value || say('none'), evidence: evidence || say('none') }),
    ),
    ...of.entries.map(({ label, total, rows }) => {
      const list = rows.slice(0, FEW).map(({ name, value }) => `${name} ${value}`.trim())
      return say('entered', { label, total, list: list.join(joint(language)) || say('none') })
    }),
  ]
}

function fromLaw(of: Provenance, say: Sayer, language: Language): string[] {
  const list = of.rates.flatMap(({ name, value, law }) =>
    law.map(({ doc, article, certainty }) => {
      const doubt = certainty !== '' && certainty !== 'high' ? say('uncertain') : ''
      return say('lawOf', { doc, article, name, value: `${value && ` ${value}`}${doubt}` })
    }),
  )
  return list.length > 0 ? [say('law', { list: list.join(joint(language)) })] : []
}

const sizeOf = ({ debit, credit }: VoucherLine) => Math.abs(Number(debit) - Number(credit))
/** Lines looked at for the largest; a reading of more keeps its first ones. */
const LOOKED_AT = 200

async function largestLines(
  db: Db,
  { generationId, cell, of }: { generationId: string; cell: string; of: Provenance },
): Promise<VoucherLine[]> {
  const found: VoucherLine[] = []
  for (const { index, balance } of of.atoms.slice(0, FEW)) {
    if (balance) continue
    const paging = { current: 1, size: LOOKED_AT, sort: [], where: [] }
    const { lines } = await rowsBehind(db, { generationId, cell, atom: index }, paging)
    found.push(...lines.records)
  }
  return found.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, MOST_VOUCHERS)
}
