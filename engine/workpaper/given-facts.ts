import type { GenerationInput } from './generate.ts'

type Given = Pick<GenerationInput, 'params' | 'overrides' | 'entries' | 'adjustments' | 'hash'> & {
  /** The firm's own papers. */
  papers: readonly { id: string }[]
}
/** Digests by name. */
export type Facts = Readonly<Record<string, string>>

/** Enough to tell two facts of one name apart; nothing is proved by it. */
const DIGITS = 12

/**
 * All that people gave the papers, each fact under the name cells remember it by, with a short digest: `param:staff_q`,
 * `override:C15.actual`, `entry:donations`, `entry:donations/row`, `adj:1122`, and `paper:X01` for the firm's own papers.
 */
export function givenFacts({ params, overrides = {}, entries = {}, adjustments = [], papers, hash }: Given): Facts {
  const facts: Record<string, string> = {}
  const say = (name: string, text: string) => {
    facts[name] = hash(text).slice(0, DIGITS)
  }
  for (const [name, { value }] of Object.entries(params)) say(`param:${name}`, JSON.stringify(value))
  for (const [cell, override] of Object.entries(overrides)) say(`override:${cell}`, JSON.stringify(override))
  for (const [register, rows] of Object.entries(entries)) {
    const texts = rows.map((row) => JSON.stringify(row))
    say(`entry:${register}`, texts.join('\n'))
    for (const [at, { key }] of rows.entries()) say(`entry:${register}/${key}`, texts[at] ?? '')
  }
  for (const [account, lines] of Map.groupBy(adjustments, (line) => line.account))
    say(`adj:${account}`, lines.map(({ kind, debit, credit }) => `${kind} ${debit} ${credit}`).join())
  for (const paper of papers) say(`paper:${paper.id}`, JSON.stringify(paper))
  return facts
}

/** What people gave otherwise. `registers`: those whose rows came or went. */
export type GivenChanges = { names: Set<string>; registers: Set<string> }

/** The names that say otherwise in two givings; every row of a register that appeared or went counts. */
export function changedFacts(before: Facts, now: Facts): GivenChanges {
  const names = new Set<string>()
  const registers = new Set<string>()
  for (const name of new Set([...Object.keys(before), ...Object.keys(now)])) {
    if (before[name] === now[name]) continue
    names.add(name)
    if (name.startsWith('adj:')) names.add('adj:*')
    if (!name.startsWith('entry:') || (name in before && name in now)) continue
    const [register = '', row] = name.slice('entry:'.length).split('/', 2)
    registers.add(register)
    if (row === undefined) names.add(`${name}/`)
  }
  return { names, registers }
}
