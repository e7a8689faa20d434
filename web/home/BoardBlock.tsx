import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { project } from '#contract/project.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { useShownName } from '../firm/own-firm.ts'
import { openProject } from '../project/open-project.ts'
import { type Stage, stages } from '../project/stage.ts'
import { texts as projectTexts } from '../project/texts.ts'
import { Block, usePeriodText } from './Block.tsx'
import { DueText } from './DueList.tsx'
import { everything, type Filters, type Lists } from './home-lists.ts'
import type { BlockProps } from './statistics.ts'
import { texts } from './texts.ts'

/** Of each stage so many stand on the board, those due first. */
const FEW = 5
const open = stages.filter((stage) => stage !== 'generated')

/** The open projects, a column for each stage. `whose` narrows the cards as the lists are narrowed. */
export function BoardBlock({ of, lists, whose = everything }: BlockProps & { whose?: Filters }) {
  const t = useTexts(texts)
  return (
    <Block
      title={t('board')}
      period={usePeriodText(of.data).asOf}
      link={<Link to={lists.projects({ stage_notequal: 'generated' }, 'dueDate')}>{t('seeAll')}</Link>}
    >
      <ul className="board">
        {open.map((stage) => (
          <BoardColumn key={stage} stage={stage} lists={lists} whose={whose} />
        ))}
      </ul>
    </Block>
  )
}

function BoardColumn({ stage, lists, whose }: { stage: Stage; lists: Lists; whose: Filters }) {
  const t = useTexts(texts)
  const say = useTexts(projectTexts)
  const shownName = useShownName()
  const filters = { stage_equal: stage }
  const found = useQuery(pageQuery(project.list, { ...whose, ...filters, ascs: 'dueDate', current: 1, size: FEW }))
  return (
    <li>
      <h3>
        {say(stage)}
        {found.data && <span className="number second">{found.data.total.toLocaleString('en')}</span>}
      </h3>
      <StateView of={found}>
        {({ records, total }) =>
          total === 0 ? (
            <p className="board-empty">{t('boardEmpty')}</p>
          ) : (
            <>
              <ul>
                {records.map((row) => (
                  <li key={row.id}>
                    <button
                      type="button"
                      className="plain-button board-card"
                      title={say('openInWindow')}
                      onClick={() => openProject(row)}
                    >
                      <strong>{shownName(row.enterpriseName)}</strong>
                      <span className="second">
                        {row.projectName} · {row.year}
                      </span>
                      <span className="number">
                        <DueText row={row} />
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
              {total > records.length && (
                <Link className="board-more" to={lists.projects(filters, 'dueDate')}>
                  {t('moreProjects', { count: total })}
                </Link>
              )}
            </>
          )
        }
      </StateView>
    </li>
  )
}
