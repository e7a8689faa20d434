import { Link } from 'react-router'
import { useDictionary } from '#web/kernel/dictionary.ts'
import { useTexts } from '#web/kernel/language.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { texts as clientTexts } from '../client/texts.ts'
import { BarTable } from './BarTable.tsx'
import { Block, usePeriodText } from './Block.tsx'
import { STAYING } from './home-lists.ts'
import type { BlockProps } from './statistics.ts'
import { texts } from './texts.ts'

const standards = { cas: 'cas', small: 'small' } as const

/** What the clients are, how many came and how many left. */
export function PortfolioBlock({ of, lists }: BlockProps) {
  const t = useTexts(texts)
  const say = useTexts(clientTexts)
  const industries = useDictionary('industry_section')
  const { asOf, during } = usePeriodText(of.data)
  return (
    <Block title={t('portfolio')} period={asOf} link={<Link to={lists.clients()}>{t('seeAll')}</Link>}>
      <StateView of={of}>
        {({ portfolio: { byIndustry, byStandard, byStatus, ...moved }, from, to }) => (
          <>
            <table className="home-table" aria-label={during}>
              <thead>
                <tr>
                  <th scope="col">{during}</th>
                  <th scope="col" className="figure">
                    {t('clients')}
                  </th>
                </tr>
              </thead>
              <tbody>
                <tr>
                  <th scope="row">{t('joined')}</th>
                  <td className="figure">
                    {moved.new > 0 ? (
                      <Link to={lists.clients({ createTime_datege: from, createTime_datele: to })}>{moved.new}</Link>
                    ) : (
                      '—'
                    )}
                  </td>
                </tr>
                <tr>
                  <th scope="row">{t('left')}</th>
                  <td className="figure">
                    {moved.left > 0 ? (
                      <Link to={lists.clients({ leftTime_datege: from, leftTime_datele: to })}>{moved.left}</Link>
                    ) : (
                      '—'
                    )}
                  </td>
                </tr>
              </tbody>
            </table>
            <BarTable
              caption={t('byStatus')}
              heads={{ label: t('byStatus'), count: t('clients') }}
              bars={byStatus.map(({ key, clients }) => ({
                key,
                label: say(key),
                count: clients,
                to: lists.clients({ status_equal: key }),
              }))}
            />
            <BarTable
              caption={t('byIndustry')}
              heads={{ label: t('byIndustry'), count: t('clients') }}
              bars={byIndustry.map(({ key, clients }) => ({
                key,
                label: key === '' ? t('unknown') : industries.label(key) || key,
                count: clients,
                to: lists.clients({ ...STAYING, ...industryFilter(key) }),
              }))}
            />
            <BarTable
              caption={t('byStandard')}
              heads={{ label: t('byStandard'), count: t('clients') }}
              bars={byStandard.map(({ key, clients }) => ({
                key,
                label: t(standards[key]),
                count: clients,
                to: lists.clients({ ...STAYING, accountingStandard_equal: key }),
              }))}
            />
          </>
        )}
      </StateView>
    </Block>
  )
}

/** An empty text is no value of a filter: what is not recorded sorts before the first section. */
const industryFilter = (key: string) => (key === '' ? { industrySection_lt: 'A' } : { industrySection_equal: key })
