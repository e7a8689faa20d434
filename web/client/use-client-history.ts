import { clauseMark, useTexts } from '#web/kernel/language.ts'
import { useDictionary } from '#web/kernel/dictionary.ts'
import type { HistoryProps } from '#web/kit/RecordHistory.tsx'
import { useShownName } from '../firm/own-firm.ts'
import { type ClientDicts, useClientDicts, useClientWords } from './client-words.ts'
import { texts } from './texts.ts'

const hidden = [
  'firmId', 'createUserName', 'projectCount', 'mine', 'owner', 'memberNames', 'taxTypes', 'userId', 'noteId',
] // prettier-ignore

const wordsOf = ({ options }: ClientDicts[keyof ClientDicts]) =>
  Object.fromEntries(options.map(({ value, label }) => [value, label]))
const textOf = (value: unknown, name: string): string => {
  const held: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : ''
  return typeof held === 'string' ? held : ''
}
const rowsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const lines = (rows: string[]) => rows.join(clauseMark())

/** The history of a client: fields and keys by their words, its name as the firm shows it. */
export function useClientHistory(id: string): HistoryProps {
  const t = useTexts(texts)
  const words = useClientWords()
  const dicts = useClientDicts()
  const roles = useDictionary('contact_role')
  const shownName = useShownName()
  const cycles: Readonly<Record<string, string>> = {
    month: t('month'),
    quarter: t('quarter'),
    year: t('year'),
    once: t('once'),
  }
  return {
    bizType: 'enterprise',
    bizId: id,
    words: { ...words, ownerName: t('owner') },
    values: {
      accountingStandard: { cas: t('cas'), small: t('small') },
      status: { active: t('active'), paused: t('paused'), left: t('left') },
      role: { lead: t('lead'), member: t('member') },
      taxpayerType: wordsOf(dicts.taxpayerType),
      industrySection: wordsOf(dicts.industrySection),
      taxCreditGrade: wordsOf(dicts.taxCreditGrade),
      riskLevel: wordsOf(dicts.riskLevel),
      category: wordsOf(dicts.category),
    },
    draws: {
      enterpriseName: (value) => (typeof value === 'string' ? shownName(value) : ''),
      taxes: (value) =>
        lines(
          rowsOf(value).map((tax) => {
            const until = textOf(tax, 'validTo') || t('forGood')
            const cycle = cycles[textOf(tax, 'cycle')] ?? ''
            return `${dicts.taxType.label(textOf(tax, 'taxType'))} ${cycle} ${textOf(tax, 'validFrom')}—${until}`
          }),
        ),
      contacts: (value) =>
        lines(
          rowsOf(value).map((contact) =>
            [
              textOf(contact, 'contactName'),
              roles.label(textOf(contact, 'contactRole')),
              textOf(contact, 'phone'),
              textOf(contact, 'email'),
            ]
              .filter(Boolean)
              .join(' '),
          ),
        ),
    },
    hidden,
  }
}
