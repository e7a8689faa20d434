import type { ProjectHome } from '#contract/project.ts'
import { useTexts } from '#web/kernel/language.ts'
import { actKey, homeTexts } from './home-texts.ts'

/** Who works on the project. */
export function ProjectTeam({ team }: { team: ProjectHome['team'] }) {
  const h = useTexts(homeTexts)
  return (
    <section>
      <h2 className="section-title">{h('team')}</h2>
      <ul className="team-list">
        {team.map(({ userId, realName, part }) => (
          <li key={userId}>
            <span className="avatar" data-letter={Array.from(realName)[0] ?? ''} aria-hidden />
            <span className="team-name">{realName}</span>
            <span className="second">{h(part)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What was done, newest first. */
export function ProjectActivity({ activity }: { activity: ProjectHome['activity'] }) {
  const h = useTexts(homeTexts)
  return (
    <section>
      <h2 className="section-title">{h('activity')}</h2>
      {activity.length === 0 ? (
        <p className="home-none">{h('noActivity')}</p>
      ) : (
        <ol className="activity-list">
          {activity.map(({ seq, action, actorName, createTime }) => {
            const key = actKey(action)
            return (
              <li key={seq}>
                <span>
                  {key ? h(key) : action} <span className="second">{actorName}</span>
                </span>
                <time className="third number">{createTime.slice(0, 16)}</time>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}
