import { Link } from 'react-router'
import { useTexts } from '#web/kernel/language.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { stages } from '../project/stage.ts'
import { texts as projectTexts } from '../project/texts.ts'
import { BarTable } from './BarTable.tsx'
import { Block, usePeriodText } from './Block.tsx'
import type { BlockProps } from './statistics.ts'
import { texts } from './texts.ts'

/** How many projects stand at each stage, how many of them overdue, and how long they have stood there. */
export function PipelineBlock({ of, lists }: BlockProps) {
  const t = useTexts(texts)
  const say = useTexts(projectTexts)
  return (
    <Block
      title={t('pipeline')}
      period={usePeriodText(of.data).asOf}
      link={<Link to={lists.projects()}>{t('seeAll')}</Link>}
    >
      <StateView of={of} empty={{ when: ({ pipeline }) => pipeline.length === 0, says: t('noProjects') }}>
        {({ pipeline }) => (
          <BarTable
            caption={t('pipeline')}
            heads={{ label: t('stage'), count: t('projects'), late: t('late'), more: t('average') }}
            bars={stages.map((stage) => {
              const found = pipeline.find((one) => one.stage === stage)
              const { count = 0, overdue = 0, avgDays = 0 } = found ?? {}
              return {
                key: stage,
                label: say(stage),
                count,
                late: overdue,
                to: lists.projects({ stage_equal: stage }),
                lateTo: lists.projects({ stage_equal: stage, overdue_equal: 'true' }),
                more: count > 0 ? t(stage === 'generated' ? 'daysTook' : 'days', { days: avgDays }) : '—',
              }
            })}
          />
        )}
      </StateView>
    </Block>
  )
}
