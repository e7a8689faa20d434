import { z } from 'zod'
import { taxReturn } from '#contract/tax-return.ts'
import type { Figure, Source } from '#contract/tool-source.ts'
import { decimalText, roundHalfUp } from '#engine/binding/rational.ts'
import { inForce, type LegalBasis } from '#engine/taxlaw/rule-pack.ts'
import { smallProfitCliff } from '#engine/taxlaw/small-profit.ts'
import { rulePack } from '#facts/facts.ts'
import { rateCaseWord, rateWord } from '#facts/rule-pack.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { inLanguage } from '../paper/stored-cell.ts'
import { taxReturnService } from '../taxlaw/return-service.ts'
import { evaluate } from './arithmetic.ts'
import { languageOf, readCall } from './read-call.ts'
import { inProject, mayRead, openProject, placeIn } from './tool-project.ts'
import { moneyFigure, plain, table } from './tool-text.ts'
import type { ToolAsker, ToolFinding, ToolMaker } from './tool.ts'

const everyone = () => true

const calculateInput = z.object({
  expression: z.string().min(1).max(1000).describe('e.g. (1200000-300000)*25%, sum(1.5, 2, 3), round(10/3, 2)'),
  places: z.int().min(0).max(12).optional().describe('Round half up to so many decimals'),
  label: z.string().max(100).default('').describe('What is computed'),
})

export const calculate: ToolMaker<typeof calculateInput> = {
  name: 'calculate',
  title: { zh: '计算', en: 'Calculation' },
  description:
    'Exact decimal arithmetic: + - * / % brackets, sum, max, min, avg, abs, round(x, places). Use it for every number that no other tool gives; never reckon in your head.',
  input: calculateInput,
  offered: everyone,
  run: async (_, { expression, places, label }) => {
    const exact = evaluate(expression)
    const value = decimalText(places === undefined ? exact : roundHalfUp(exact, places))
    const shown = places === undefined || places === 0 ? value : padded(value, places)
    const source: Source = { kind: 'calculation', title: plain(label) || plain(expression, 80), place: '', quote: `${plain(expression, 300)} = ${shown}` } // prettier-ignore
    return {
      text: `${plain(expression, 1000)} = ${shown}`,
      data: { expression, value: shown },
      sources: [source],
      figures: [{ label: source.title, value: shown, unit: '', source }],
    }
  },
}

const padded = (value: string, places: number): string => {
  const [whole = '', fraction = ''] = value.split('.')
  return `${whole}.${fraction.padEnd(places, '0')}`
}

const calculatorInput = z.object({
  ...inProject,
  kind: z
    .enum(['income_tax', 'figures', 'small_profit'])
    .describe(
      'income_tax: corporate income tax on a taxable income, with the small low-profit relief (小型微利企业); figures: rates and standards of a rule in force in a year; small_profit: where a project stands at the edge of that relief',
    ),
  year: z.int().min(2008).max(2100).optional().describe('Tax year; of a project its own'),
  taxable: z.string().max(30).default('').describe('income_tax: taxable income, yuan'),
  smallProfit: z.boolean().default(false).describe('income_tax: staff, assets and trade answer to the relief'),
  rule: z.string().max(60).default('').describe('figures: id or words of a rule, e.g. 业务招待费 or ENTERTAIN'),
})
type CalculatorInput = z.output<typeof calculatorInput>

export const taxCalculator: ToolMaker<typeof calculatorInput> = {
  name: 'tax_calculator',
  title: { zh: '税额计算', en: 'Tax calculators' },
  description:
    'Tax computed by the law in force in a year, and its rates and standards with their legal basis. What is not held for a year is said, never guessed.',
  input: calculatorInput,
  offered: everyone,
  run(asker, input) {
    if (input.kind === 'small_profit') return projectCliff(asker, input)
    return input.kind === 'income_tax' ? incomeTax(asker, input) : rateFigures(asker, input)
  },
}

const lawSource = ({ doc, article }: LegalBasis, quote?: string): Source => ({
  kind: 'law',
  title: doc,
  place: '',
  ...(article !== undefined && article !== '' && { at: article }),
  ...(quote !== undefined && { quote }),
})

/** The year that is asked about: the one named, else the project's, else this one. */
async function yearFor(asker: ToolAsker, { year, projectId }: CalculatorInput): Promise<number> {
  if (year !== undefined) return year
  const named = asker.projectId ?? projectId
  const project = named ? await openProject(asker, projectId, 'project.view') : undefined
  return project?.year ?? Number(wallTime(new Date()).slice(0, 4))
}

async function incomeTax(asker: ToolAsker, input: CalculatorInput) {
  const { taxable, smallProfit } = input
  const year = await yearFor(asker, input)
  const income = decimalText(roundHalfUp(evaluate(taxable === '' ? '?' : taxable), 2))
  const cliff = smallProfitCliff(rulePack, year, income, smallProfit)
  if (!cliff.known) throw new Refusal('toolNoRate', { year, names: cliff.lacking.join('、') })
  const en = languageOf(asker) === 'en'
  const relieved = smallProfit && Number(cliff.distance) >= 0
  const loss = income.startsWith('-')
  const tax = loss ? '0.00' : cliff.own.tax
  const source: Source = {
    kind: 'calculation',
    title: en ? `Corporate income tax ${year}` : `${year} 年企业所得税`,
    place: '',
    quote: `${cliff.own.taxable} × ${relieved ? cliff.effectiveRate : cliff.rate}`,
  }
  const law = cliff.basis.map((basis) => lawSource(basis))
  return {
    text: [
      en ? `Taxable income ${cliff.own.taxable}, year ${year}` : `应纳税所得额 ${cliff.own.taxable}，${year} 年度`,
      loss
        ? en
          ? 'A loss: no tax'
          : '亏损，不缴税'
        : `${en ? 'Rate applied' : '适用税负'} ${relieved ? cliff.effectiveRate : cliff.rate}${relieved ? (en ? ' (small low-profit)' : '（小型微利企业）') : ''}`,
      `${en ? 'Tax' : '应纳所得税额'} ${tax}`,
      `${en ? 'Cap of the relief' : '小型微利应纳税所得额上限'} ${cliff.cap}; ${en ? 'distance' : '距上限'} ${cliff.distance}`,
      ...law.map(({ title, at }) => `${en ? 'Law' : '依据'}: ${title} ${at ?? ''}`),
    ].join('\n'),
    data: { year, taxable: cliff.own.taxable, tax, cliff },
    sources: [source, ...law],
    figures: [
      moneyFigure(en ? 'Tax' : '应纳所得税额', tax, source),
      moneyFigure(en ? 'Taxable income' : '应纳税所得额', cliff.own.taxable, source),
      moneyFigure(en ? 'Cap of the relief' : '小型微利上限', cliff.cap, law[0] ?? source),
    ],
  } satisfies ToolFinding
}

const basisText = (basis: readonly LegalBasis[]) =>
  basis.map(({ doc, article }) => `${doc} ${article ?? ''}`.trim()).join('; ')

async function rateFigures(asker: ToolAsker, input: CalculatorInput): Promise<ToolFinding> {
  const { rule } = input
  const year = await yearFor(asker, input)
  const language = languageOf(asker)
  const wanted = rule.trim().toLowerCase()
  const rules = rulePack.rules.filter(
    ({ id, name, nameEn }) => wanted === '' || [id, name, nameEn].some((text) => text.toLowerCase().includes(wanted)),
  )
  const ids = new Set(rules.map(({ id }) => id))
  const rates = rulePack.rates.filter((rate) => ids.has(rate.rule) && inForce(rate, year)).slice(0, 80)
  if (rates.length === 0) throw new Refusal('toolNoRate', { year, names: plain(rule, 60) || '-' })
  const named = rates.map((rate) => {
    const word = inLanguage(rateWord(rate.rule, rate.field), language)
    const of = rate.case === null ? '' : ` (${inLanguage(rateCaseWord(rate.case), language)})`
    const about = rules.find(({ id }) => id === rate.rule)
    return Object.assign(
      {
        label: `${(language === 'en' ? about?.nameEn : about?.name) ?? rate.rule}: ${word}${of}`,
        sources: rate.basis.map((basis) => lawSource(basis)),
      },
      rate,
    )
  })
  const figures: Figure[] = named.flatMap(({ label, value, unit, sources: [source] }) =>
    source ? [{ label, value, unit: unit === 'yuan' ? '元' : '', source }] : [],
  )
  const en = language === 'en'
  return {
    text: table(
      en ? ['Figure', 'Value', 'From', 'To', 'Law'] : ['标准', '数值', '起', '止', '依据'],
      named.map((one) => [one.label, one.value, one.from, one.to ?? '', basisText(one.basis)]),
    ),
    data: named,
    sources: named.flatMap(({ sources }) => sources).slice(0, 30),
    figures,
  }
}

async function projectCliff(asker: ToolAsker, { projectId }: CalculatorInput): Promise<ToolFinding> {
  if (!mayRead('paper.view')(asker.user)) throw new Refusal('forbidden')
  const project = await openProject(asker, projectId, 'paper.view')
  const found = await readCall(asker, taxReturn.smallProfit, taxReturnService.smallProfit, { projectId: project.id })
  const en = languageOf(asker) === 'en'
  const { cliff } = found
  if (!cliff) throw new Refusal('toolNoRate', { year: project.year, names: found.lacking.join('、') || '-' })
  const source: Source = { kind: 'returnLine', title: plain(project.project_name), place: placeIn(project, '/tax-return/index', {}) } // prettier-ignore
  const tests = found.tests.map(({ label, value }) => `${label}: ${value === null ? '?' : value ? (en ? 'yes' : '是') : en ? 'no' : '否'}`) // prettier-ignore
  return {
    text: [
      `${en ? 'Taxable income' : '应纳税所得额'} ${cliff.own.taxable}; ${en ? 'tax' : '应纳税额'} ${cliff.own.tax}`,
      ...tests,
      `${en ? 'Cap' : '上限'} ${cliff.cap}; ${en ? 'distance' : '距上限'} ${cliff.distance}; ${en ? 'first fen above costs' : '超出一分增加税款'} ${cliff.jump}; ${en ? 'break-even' : '平衡点'} ${cliff.breakEven}`,
      ...cliff.law.map(({ doc, article }) => `${en ? 'Law' : '依据'}: ${doc} ${article}`),
    ].join('\n'),
    data: found,
    sources: [source, ...cliff.law.map((basis) => lawSource(basis))],
    figures: [
      moneyFigure(en ? 'Taxable income' : '应纳税所得额', cliff.own.taxable, source),
      moneyFigure(en ? 'Tax' : '应纳税额', cliff.own.tax, source),
      moneyFigure(en ? 'Distance to the cap' : '距上限', cliff.distance, source),
      moneyFigure(en ? 'Cap' : '上限', cliff.cap, source),
    ],
  }
}
