import { Link } from 'react-router'
import type { Project } from '#contract/project.ts'
import { useTexts } from '#web/kernel/language.ts'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { homeTexts } from './home-texts.ts'
import { projectHref, type StepState, stepState, steps } from './stage.ts'
import { texts } from './texts.ts'

const tones: Record<StepState, Tone> = { done: 'good', next: 'active', later: 'plain', open: 'good' }

/** The steps of the main job in a row, each with how far it is; a click goes there. */
export function StageBar({ of }: { of: Project }) {
  const t = useTexts(texts)
  const h = useTexts(homeTexts)
  return (
    <ol className="stage-bar" aria-label={h('stages')}>
      {steps.map(({ id, path }, at) => {
        const state = stepState(at, of.stage)
        return (
          <li key={id} data-state={state} {...(state === 'next' && { 'aria-current': 'step' as const })}>
            <Link to={projectHref(path, of)}>
              <span className="stage-head">
                <span className="stage-number number" aria-hidden>
                  {at + 1}
                </span>
                <strong>{t(id)}</strong>
              </span>
              <span className="stage-says">{t(`${id}Text`)}</span>
              <StatusTag tone={tones[state]}>{t(state)}</StatusTag>
            </Link>
          </li>
        )
      })}
    </ol>
  )
}
