import { Link } from 'react-router'
import { useTexts } from '#web/kernel/language.ts'
import { Block, usePeriodText } from './Block.tsx'
import { DueList } from './DueList.tsx'
import { everything, type Filters, OPEN } from './home-lists.ts'
import { chinaToday, dayAfter } from './home-period.ts'
import type { BlockProps } from './statistics.ts'
import { texts } from './texts.ts'

const SOON = 30
const FEW = 6

/** What is late or will be within a month, the latest first. */
export function RiskBlock({ of, lists, whose = everything }: BlockProps & { whose?: Filters }) {
  const t = useTexts(texts)
  const filters = { ...OPEN, dueDate_le: dayAfter(chinaToday(), SOON) }
  return (
    <Block
      title={t('atRisk')}
      period={usePeriodText(of.data).asOf}
      link={<Link to={lists.projects(filters, 'dueDate')}>{t('seeAll')}</Link>}
    >
      <DueList filters={{ ...whose, ...filters }} size={FEW} owners empty={{ says: t('noRisk') }} />
    </Block>
  )
}
