import { useQuery } from '@tanstack/react-query'
import { clientProfile } from '#contract/client-profile.ts'
import type { Enterprise } from '#contract/enterprise.ts'
import { query } from '#web/kernel/api.ts'
import { useDictionary } from '#web/kernel/dictionary.ts'
import { useTexts } from '#web/kernel/language.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useClientDicts } from '../client/client-words.ts'
import { texts as clientTexts } from '../client/texts.ts'
import { Block } from './Block.tsx'
import { chinaToday } from './home-period.ts'
import { texts } from './texts.ts'

/** What of a client's record matters for its taxes, and who answers for it. */
export function EnterpriseProfile({ of }: { of: Enterprise }) {
  const t = useTexts(clientTexts)
  const dicts = useClientDicts()
  const facts: [string, string][] = [
    [t('taxpayerType'), dicts.taxpayerType.label(of.taxpayerType)],
    [t('accountingStandard'), t(of.accountingStandard)],
    [t('industrySection'), [dicts.industrySection.label(of.industrySection), of.industry].filter(Boolean).join(' · ')],
    [t('taxAuthority'), of.taxAuthority],
    [t('taxCreditGrade'), dicts.taxCreditGrade.label(of.taxCreditGrade)],
    [t('legalRepresentative'), of.legalRepresentative],
    [t('establishDate'), of.establishDate],
    [t('owner'), of.ownerName],
    [t('members'), of.memberNames.join(t('listSeparator'))],
  ]
  return (
    <table className="home-table" aria-label={t('information')}>
      <tbody>
        {facts.map(([label, value]) => (
          <tr key={label}>
            <th scope="row" className="second">
              {label}
            </th>
            <td>{value || '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The taxes it declares today, and how often. */
export function EnterpriseTaxes({ enterpriseId }: { enterpriseId: string }) {
  const t = useTexts(texts)
  const say = useTexts(clientTexts)
  const dict = useDictionary('tax_type')
  const found = useQuery(query(clientProfile.taxes, { enterpriseId }))
  const today = chinaToday()
  const inForce = (rows: NonNullable<typeof found.data>) =>
    rows.filter(({ validFrom, validTo }) => validFrom <= today && (validTo === '' || validTo >= today))
  return (
    <Block title={t('taxes')} period={t('asOf', { day: today })}>
      <StateView of={found} empty={{ when: (rows) => inForce(rows).length === 0, says: say('noTaxes') }}>
        {(rows) => (
          <table className="home-table" aria-label={t('taxes')}>
            <tbody>
              {inForce(rows).map(({ id, taxType, cycle }) => (
                <tr key={id}>
                  <th scope="row">{dict.label(taxType) || taxType}</th>
                  <td className="figure">{say(cycle)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </StateView>
    </Block>
  )
}

/** Whom one talks to there. */
export function EnterpriseContacts({ enterpriseId }: { enterpriseId: string }) {
  const t = useTexts(texts)
  const say = useTexts(clientTexts)
  const roles = useDictionary('contact_role')
  const found = useQuery(query(clientProfile.contacts, { enterpriseId }))
  return (
    <Block title={t('contacts')}>
      <StateView of={found} empty={{ when: (rows) => rows.length === 0, says: say('noContacts') }}>
        {(rows) => (
          <ul className="due-list">
            {rows.map(({ id, contactName, contactRole, phone, email, isPrimary }) => (
              <li key={id} className="contact-row">
                <strong>{contactName}</strong>
                <span className="second">{roles.label(contactRole)}</span>
                {isPrimary && <StatusTag tone="active">{say('primary')}</StatusTag>}
                {phone && (
                  <a className="number" href={`tel:${phone}`}>
                    {phone}
                  </a>
                )}
                {email && <a href={`mailto:${email}`}>{email}</a>}
              </li>
            ))}
          </ul>
        )}
      </StateView>
    </Block>
  )
}
