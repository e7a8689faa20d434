import type { Certainty, Rate, Rule, RulePack } from '#engine/taxlaw/rule-pack.ts'
import source from './cit-rules.json' with { type: 'json' }
import words from './rule-words.json' with { type: 'json' }
import figures from './rules.json' with { type: 'json' }

type SourceLine = { form: string; line?: string | number; lines?: string; col?: number; when?: string }
type SourceRule = {
  id: string
  name: string
  category: string
  legal_basis: { doc: string; article?: string }[]
  formula: string
  difference: string
  carryforward?: string | null
  effective: { from: string; to: string | null }
  workpaper: string
  return: SourceLine[]
  certainty: string
  verified: string
  pitfalls?: string[]
  vectors?: Rule['vectors']
}

const own: Readonly<Record<string, { en: string; zh: string; pitfalls?: string[] }>> = words.rules
const plainEnglish: Readonly<Record<string, string>> = words.english
/** An English text of the facts; where they mix in Chinese words, the same without them. */
export const inEnglish = (en: string): string => plainEnglish[en] ?? en
const said = (of: Readonly<Record<string, string>>, en: string) => ({ zh: of[en] ?? en, en: inEnglish(en) })
const wording: Readonly<Record<string, Rule['basis']>> = figures.wording
const grade = (certainty: string): Certainty =>
  certainty.startsWith('high')
    ? certainty.includes('medium')
      ? 'medium'
      : 'high'
    : certainty.startsWith('low')
      ? 'low'
      : 'medium'

function ruleOf(rule: SourceRule): Rule {
  const translated = own[rule.id]
  return {
    id: rule.id,
    name: rule.name,
    nameEn: translated?.en ?? rule.name,
    category: rule.category,
    basis: wording[rule.id] ?? rule.legal_basis,
    formula: { zh: translated?.zh ?? rule.formula, en: inEnglish(rule.formula) },
    difference: said(words.differences, rule.difference),
    carry: said(words.carry, rule.carryforward ?? ''),
    from: rule.effective.from,
    to: rule.effective.to,
    paper: rule.workpaper,
    lines: rule.return.map(({ form, line, lines }) => ({ form, line: String(line ?? lines ?? '') })),
    certainty: grade(rule.certainty),
    certaintyWords: said(words.certainty, rule.certainty),
    note: said(words.verified, rule.verified),
    pitfalls: (rule.pitfalls ?? []).map((en, at) => ({
      zh: translated?.pitfalls?.[at] ?? en,
      en: inEnglish(en),
    })),
    vectors: rule.vectors ?? [],
  }
}

const caseWords: Readonly<Record<string, { zh: string; en: string }>> = words.cases

/** What a figure of a rule's worked case is called; the name itself where the facts give no words. */
export const caseWord = (rule: string, name: string): { zh: string; en: string } =>
  caseWords[`${rule}.${name}`] ?? caseWords[name] ?? { zh: name, en: name }

const rateWords: Readonly<Record<string, { zh: string; en: string }>> = words.rates
const rateCaseWords: Readonly<Record<string, { zh: string; en: string }>> = words.rateCases

/** What a dated figure of a rule is called. */
export const rateWord = (rule: string, field: string): { zh: string; en: string } =>
  rateWords[`${rule}.${field}`] ?? rateWords[field] ?? { zh: field, en: field }

/** Whom or what a dated figure is for; '' where it is for all. */
export const rateCaseWord = (name: string): { zh: string; en: string } => rateCaseWords[name] ?? { zh: name, en: name }

const statutory = figures.own.map(({ id, name, basis, certainty, note }) =>
  ruleOf({
    id,
    name,
    category: '税率',
    legal_basis: basis,
    formula: 'tax = taxable income × 25%',
    difference: 'none',
    effective: { from: '2008-01-01', to: null },
    workpaper: 'E60',
    return: [
      { form: 'A100000@2024', line: 29 },
      { form: 'A100000@2017', line: 24 },
    ],
    certainty,
    verified: note,
  }),
)

/** The 55 rules of cit-rules.json and the statutory rate, with their dated figures: the one source of the law. */
export const rulePack: RulePack = {
  version: figures.version,
  rules: [...(source.rules as unknown as SourceRule[]).map(ruleOf), ...statutory],
  rates: figures.rates as Rate[],
}
