import { Link } from 'react-router'
import type { Project, ProjectHome } from '#contract/project.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Empty } from '#web/kit/StateView.tsx'
import { homeTexts } from './home-texts.ts'
import { projectHref } from './stage.ts'

type Section = ProjectHome['sections'][number]
const states = [
  ['all', 'papers', 'firstPaper'],
  ['full', 'full', 'firstFull'],
  ['missing', 'missing', 'firstMissing'],
  ['errors', 'errors', 'firstFaulty'],
] as const

/** Papers by section and state; each number opens the first of its papers. */
export function PaperMatrix({ of, sections }: { of: Project; sections: readonly Section[] }) {
  const h = useTexts(homeTexts)
  const nameOf = (section: string) =>
    /^[ZABCDEF]$/.test(section) ? `${section} ${h(section as 'Z' | 'A' | 'B' | 'C' | 'D' | 'E' | 'F')}` : section
  const sum = (field: (typeof states)[number][1]) => sections.reduce((total, row) => total + row[field], 0)
  return (
    <section aria-labelledby={`matrix-${of.id}`}>
      <h2 className="section-title" id={`matrix-${of.id}`}>
        {h('progress')}
      </h2>
      {sections.length === 0 ? (
        <Empty says={h('noPapers')} />
      ) : (
        <table className="paper-matrix" aria-labelledby={`matrix-${of.id}`}>
          <thead>
            <tr>
              <th scope="col">{h('section')}</th>
              {states.map(([state]) => (
                <th key={state} scope="col">
                  {h(state)}
                </th>
              ))}
              <th scope="col" className="matrix-share">
                {h('share')}
              </th>
            </tr>
          </thead>
          <tbody>
            {sections.map((row) => (
              <tr key={row.section}>
                <th scope="row">{nameOf(row.section)}</th>
                {states.map(([state, field, first]) => (
                  <td key={state} data-state={state} className="number">
                    {row[field] > 0 ? (
                      <Link
                        to={`${projectHref('/wps/index', of)}&v.paperId=${row[first]}`}
                        aria-label={h('openPapers', {
                          section: nameOf(row.section),
                          state: h(state),
                          count: row[field],
                        })}
                      >
                        {row[field]}
                      </Link>
                    ) : (
                      <span className="third">—</span>
                    )}
                  </td>
                ))}
                <td className="matrix-share">
                  <Share of={row} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{h('sum')}</th>
              {states.map(([state, field]) => (
                <td key={state} data-state={state} className="number">
                  {sum(field) || '—'}
                </td>
              ))}
              <td className="matrix-share">
                <Share
                  of={{ papers: sum('papers'), full: sum('full'), missing: sum('missing'), errors: sum('errors') }}
                />
              </td>
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  )
}

/** The same as a bar; the numbers beside it say it all. */
function Share({ of }: { of: Pick<Section, 'papers' | 'full' | 'missing' | 'errors'> }) {
  return (
    <span className="share-bar" aria-hidden>
      {(['full', 'missing', 'errors'] as const).map((state) => (
        <span key={state} data-state={state} style={{ flexGrow: of[state] }} />
      ))}
    </span>
  )
}
