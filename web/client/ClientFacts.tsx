import type { ReactNode } from 'react'
import type { Enterprise } from '#contract/enterprise.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Money } from '#web/kit/Money.tsx'
import { Facts } from '#web/kit/RecordDrawer.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useShownName } from '../firm/own-firm.ts'
import { riskTone, useClientDicts } from './client-words.ts'
import type { Edition } from './may-client.ts'
import { texts } from './texts.ts'

type Group = { title: 'registration' | 'taxAndBank' | 'contactAndPlace' | 'management'; of: Record<string, ReactNode> }

const number = (text: string) => text && <span className="number">{text}</span>

/** What is known of a client, in groups. */
export function ClientFacts({ of, edition }: { of: Enterprise; edition: Edition }) {
  const t = useTexts(texts)
  const dicts = useClientDicts()
  const shownName = useShownName()
  const groups: Group[] = [
    {
      title: 'registration',
      of: {
        [t('enterpriseName')]: shownName(of.enterpriseName),
        [t('creditCode')]: number(of.creditCode),
        [t('industrySection')]: dicts.industrySection.label(of.industrySection),
        [t('industry')]: of.industry,
        [t('legalRepresentative')]: of.legalRepresentative,
        [t('registeredCapital')]: of.registeredCapital && <Money value={of.registeredCapital} />,
        [t('establishDate')]: number(of.establishDate),
        [t('address')]: of.address,
      },
    },
    {
      title: 'taxAndBank',
      of: {
        [t('taxpayerType')]: dicts.taxpayerType.label(of.taxpayerType),
        [t('accountingStandard')]: t(of.accountingStandard),
        [t('taxAuthority')]: of.taxAuthority,
        [t('taxCreditGrade')]: dicts.taxCreditGrade.label(of.taxCreditGrade),
        [t('bankName')]: of.bankName,
        [t('bankAccount')]: number(of.bankAccount),
      },
    },
    { title: 'contactAndPlace', of: { [t('contact')]: of.contact, [t('phone')]: number(of.phone) } },
    {
      title: 'management',
      of: {
        [t('category')]: dicts.category.label(of.category),
        [t('riskLevel')]: of.riskLevel && (
          <StatusTag tone={riskTone(of.riskLevel)}>{dicts.riskLevel.label(of.riskLevel)}</StatusTag>
        ),
        ...(edition === 'firm' && {
          [t('owner')]: of.ownerName,
          [t('members')]: of.memberNames.join(t('listSeparator')),
        }),
        [t('projects')]: number(String(of.projectCount)),
        [t('tags')]: of.tags.length > 0 && (
          <span className="client-tags">
            {of.tags.map((tag) => (
              <span key={tag}>{tag}</span>
            ))}
          </span>
        ),
        [t('creator')]: of.createUserName,
        [t('createTime')]: number(of.createTime),
        [t('updateTime')]: number(of.updateTime),
        [t('remark')]: of.remark,
      },
    },
  ]
  return groups.map(({ title, of: facts }) => (
    <section key={title} className="client-group">
      <h3>{t(title)}</h3>
      <Facts of={facts} />
    </section>
  ))
}
