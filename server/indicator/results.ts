import type { z } from 'zod'
import type { IndicatorResult, IndicatorRow } from '#contract/indicator.ts'
import { say } from '#contract/errors.ts'
import type { Language } from '#contract/texts.ts'
import { changeOf, type Client, fittingThresholds, verdictOf, worstOf } from '#engine/indicator/threshold.ts'
import { yuan } from '#engine/money.ts'
import { paperPack, paperRegisters } from '#facts/facts.ts'
import { INDICATOR_PAPER, indicatorRows, indicators } from '#facts/indicators.ts'
import type { Db } from '#server/kernel/database.ts'
import { inLanguage } from '#server/paper/stored-cell.ts'
import { dispositionsOf } from './disposition.ts'
import { lossFigures } from './loss-figures.ts'
import { partyFigures } from './party-figures.ts'
import type { ProjectYear } from './project-years.ts'
import { type FirmThreshold, wireThreshold } from './threshold-rows.ts'
import { type Figure, yearFigures } from './year-figure.ts'

type Result = z.input<typeof IndicatorResult>
type Row = z.input<typeof IndicatorRow>
type About = { projectId: string; client: Client; thresholds: readonly FirmThreshold[]; language: Language }

/** Indicators that are no formula over one year's books; each is a documented function of engine/indicator. */
const LOSSES = 'K29'
const PARTIES = 'K25'
const functionWords = {
  [PARTIES]: { zh: '期末同时挂应收（应收、预付、其他应收）与应付（应付、预收、其他应付）的单位数', en: 'Parties with a closing balance both among receivables and among payables' },
  [LOSSES]: { zh: '截至当年连续亏损的年数（其间收入或资产增长；未增长为零）', en: 'Years of loss in a row up to the year, while revenue or assets grew; zero where they did not' },
} as const // prettier-ignore

/** All 36 indicators of a project: figures of three years, inputs, thresholds, verdict, disposition. */
export async function indicatorResults(db: Db, years: readonly ProjectYear[], about: About): Promise<Result[]> {
  const { language } = about
  const dispositions = await dispositionsOf(db, about.projectId)
  const byParty = await partyFigures(db, years, language)
  const answered = await answeredOf(db, about.projectId)
  return indicators.map(({ id, group, name, asks, source, needs }): Result => {
    const rows =
      id === PARTIES || id === LOSSES
        ? [functionRow(id, id === PARTIES ? byParty.figures : lossFigures(years, language), about)]
        : indicatorRows.filter(({ indicator }) => indicator === id).map(({ key, label }) => paperRow(key, label, years, about)) // prettier-ignore
    return {
      id,
      group,
      name: inLanguage(name, language),
      asks: inLanguage(asks, language),
      source: inLanguage(source, language),
      needs: needs.filter((need) => !answered.has(need)).map((need) => needed(need, language)),
      rows,
      verdict: worstOf(rows.map(({ verdict }) => verdict)),
      parties:
        id === PARTIES
          ? byParty.parties.slice(0, 50).map(({ party, owes, owed, accounts }) => ({ party, owes: yuan(owes), owed: yuan(owed), accounts: [...accounts] })) // prettier-ignore
          : [],
      disposition: dispositions.get(id) ?? null,
    }
  })
}

function judged(
  key: string,
  figures: Figure[],
  about: About,
): Pick<Row, 'figures' | 'change' | 'thresholds' | 'verdict'> {
  const [now, before] = figures
  const change = changeOf(now?.value ?? null, before?.value ?? null)
  const thresholds = fittingThresholds(about.thresholds, key, about.client)
  const tried = { value: now?.value ?? null, change }
  return {
    figures,
    change,
    thresholds: thresholds.map(wireThreshold),
    verdict: thresholds.length === 0 ? verdictOf(undefined, tried) : worstOf(thresholds.map((one) => verdictOf(one, tried))), // prettier-ignore
  }
}

function functionRow(id: keyof typeof functionWords, figures: Figure[], about: About): Row {
  const indicator = indicators.find((one) => one.id === id)
  const words = inLanguage(functionWords[id], about.language)
  return {
    key: id,
    label: indicator ? `${id} ${inLanguage(indicator.name, about.language)}` : id,
    unit: 'count',
    ...judged(id, figures, about),
    formula: '',
    words,
    inputs: [],
  }
}

function paperRow(key: string, label: { zh: string; en: string }, years: readonly ProjectYear[], about: About): Row {
  const { language } = about
  const [now] = years
  const single = now?.cells.has(`${INDICATOR_PAPER}.${key}`) === true || itemKeys.has(key)
  const place = single
    ? { now: `${INDICATOR_PAPER}.${key}`, before: null }
    : { now: `${INDICATOR_PAPER}.value@${key}`, before: `${INDICATOR_PAPER}.before@${key}` }
  const cell = now?.cells.get(place.now)
  return {
    key,
    label: inLanguage(label, language),
    unit: single ? 'count' : 'rate',
    ...judged(key, yearFigures(years, place, language), about),
    formula: cell?.provenance.expression ?? '',
    words: cell ? inLanguage(cell.provenance.words, language) : '',
    inputs: (cell?.provenance.children ?? []).flatMap((child) => {
      const input = now?.cells.get(child)
      return input
        ? [
            {
              cell: child,
              label: inLanguage(input.provenance.label, language),
              unit: unitNamed(input.unit),
              value: input.value !== null && input.unit === 'money' ? yuan(BigInt(input.value)) : input.value,
            },
          ]
        : []
    }),
  }
}

const units = ['money', 'rate', 'count', 'boolean', 'text'] as const
const unitNamed = (unit: string) => units.find((one) => one === unit) ?? 'text'

/** Indicators that stand alone in the paper, not in its table of ratios: counts. */
const itemKeys = new Set(
  paperPack.papers
    .find(({ id }) => id === INDICATOR_PAPER)
    ?.blocks.flatMap((block) => (block.kind === 'items' ? block.items.map(({ key }) => key) : [])),
)

/** Registers that hold rows, and facts that are answered. */
async function answeredOf(db: Db, projectId: string): Promise<Set<string>> {
  const registers = await db
    .selectFrom('paper_register')
    .select('register')
    .where('project_id', '=', projectId)
    .execute()
  const params = await db.selectFrom('project_param').select('name').where('project_id', '=', projectId).execute()
  return new Set([...registers.map(({ register }) => register), ...params.map(({ name }) => name)])
}

function needed(name: string, language: Language) {
  const register = paperRegisters.find(({ id }) => id === name)
  const param = paperPack.parameters.find((one) => one.name === name)
  const label = register?.label ?? param?.label
  return { name, label: label ? inLanguage(label, language) : say('nothing', language), paperId: register?.paper ?? '' }
}
