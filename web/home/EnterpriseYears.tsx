import type { Project } from '#contract/project.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Empty } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { openProject } from '../project/open-project.ts'
import { stageTone } from '../project/stage.ts'
import { texts as projectTexts } from '../project/texts.ts'
import { Block } from './Block.tsx'
import { DueText } from './DueList.tsx'
import { texts } from './texts.ts'
import '../project/project.css'

/** A client's projects, year by year, the newest first. */
export function EnterpriseYears({ rows }: { rows: readonly Project[] }) {
  const t = useTexts(texts)
  const say = useTexts(projectTexts)
  const years = [...new Set(rows.map((row) => row.year))].toSorted().toReversed()
  return (
    <Block title={say('byYear')} period={t('now')}>
      {years.length === 0 ? (
        <Empty says={say('noProjects')} />
      ) : (
        years.map((year) => (
          <section key={year} className="year">
            <h3 className="number">{say('yearOf', { year })}</h3>
            <ul>
              {rows
                .filter((row) => row.year === year)
                .map((row) => (
                  <li key={row.id}>
                    <button
                      type="button"
                      className="plain-button link"
                      title={say('openInWindow')}
                      onClick={() => openProject(row)}
                    >
                      {row.projectName}
                    </button>
                    <StatusTag tone={stageTone[row.stage]}>{say(row.stage)}</StatusTag>
                    <span className="third number">
                      <DueText row={row} />
                    </span>
                  </li>
                ))}
            </ul>
          </section>
        ))
      )}
    </Block>
  )
}
