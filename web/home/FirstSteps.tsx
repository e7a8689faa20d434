import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { rolesOf } from '#contract/grants.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay, useSession } from '#web/kernel/session.ts'
import type { Lists } from './home-lists.ts'
import { texts } from './texts.ts'
import './home.css'

const steps = [
  ['startClient', 'startClientSays'],
  ['startProject', 'startProjectSays'],
  ['startLedger', 'startLedgerSays'],
] as const

/** What a home says where there is nothing yet: where to begin, and what comes then. */
export function FirstSteps({ lists }: { lists: Lists }) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  // a person of his own has nobody to assign clients to him
  const personal = useSession(({ roleName }) => rolesOf(roleName).includes('personal'))
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps" className="section-title">
        {t('startTitle')}
      </h2>
      <p className="first-start">{t(may('user.view') || personal ? 'startSays' : 'startAsk')}</p>
      {may('enterprise.add') && (
        <Button type="primary" onClick={() => void navigate(lists.clients())}>
          {t('startClient')}
        </Button>
      )}
      <ol className="first-steps">
        {steps.map(([name, says], at) => (
          <li key={name}>
            <span className="number" aria-hidden>
              {at + 1}
            </span>
            <strong>{t(name)}</strong>
            <span className="second">{t(says)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
