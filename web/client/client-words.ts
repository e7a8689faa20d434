import { type Enterprise, enterpriseDicts } from '#contract/enterprise.ts'
import { sayIn, useLanguage, useTexts } from '#web/kernel/language.ts'
import { useDictionary } from '#web/kernel/dictionary.ts'
import type { Tone } from '#web/kit/StatusTag.tsx'
import { actionTexts, texts } from './texts.ts'

export const statusTone = { active: 'good', paused: 'waiting', left: 'plain' } as const satisfies Record<
  Enterprise['status'],
  Tone
>
/** A high risk must not be missed. */
export const riskTone = (level: string): Tone => (level === 'high' ? 'bad' : level === 'medium' ? 'waiting' : 'good')

/** The dictionaries of an enterprise, by field. */
export function useClientDicts() {
  const taxpayerType = useDictionary(enterpriseDicts.taxpayerType)
  const industrySection = useDictionary(enterpriseDicts.industrySection)
  const taxCreditGrade = useDictionary(enterpriseDicts.taxCreditGrade)
  const riskLevel = useDictionary(enterpriseDicts.riskLevel)
  const category = useDictionary(enterpriseDicts.category)
  const taxType = useDictionary('tax_type')
  return { taxpayerType, industrySection, taxCreditGrade, riskLevel, category, taxType }
}
export type ClientDicts = ReturnType<typeof useClientDicts>

/** Fields in the order in which a person reads them. */
const fields = [
  'enterpriseName', 'creditCode', 'status', 'taxpayerType', 'accountingStandard', 'industrySection', 'industry', 'category',
  'riskLevel', 'tags', 'legalRepresentative', 'registeredCapital', 'establishDate', 'address', 'taxAuthority',
  'taxCreditGrade', 'taxes', 'bankName', 'bankAccount', 'contact', 'phone', 'contacts', 'owner', 'remark',
] as const // prettier-ignore

/** What fields and actions are called, for the history and the timeline. */
export function useClientWords(): Readonly<Record<string, string>> {
  const t = useTexts(texts)
  const language = useLanguage((state) => state.language)
  const actions = Object.keys(actionTexts).map((key) => [
    key,
    sayIn<Record<string, { zh: string; en: string }>>(actionTexts, key, language),
  ])
  return Object.fromEntries([
    ...fields.map((field) => [field, t(field)]),
    ...actions,
    ['taxes', t('taxTypes')],
    ['personName', t('person')],
    ['role', t('role')],
    ['content', t('note')],
  ])
}
