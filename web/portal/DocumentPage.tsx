import { useEffect } from 'react'
import { CONSENT_EDITION } from '#contract/consent.ts'
import { useSay } from '#web/kernel/language.ts'
import { agreement, type Document, privacy } from './documents.ts'
import { PlainFrame } from './PlainFrame.tsx'

const edition = { zh: '版本', en: 'Edition' }

function Shown({ title, sections }: Document) {
  const say = useSay()
  useEffect(() => {
    document.title = say(title)
  }, [say, title])
  return (
    <PlainFrame>
      <article className="document">
        <h1>{say(title)}</h1>
        <p className="number">
          {say(edition)} {CONSENT_EDITION}
        </p>
        {sections.map(({ head, text }) => (
          <section key={head.en}>
            <h2>{say(head)}</h2>
            <p>{say(text)}</p>
          </section>
        ))}
      </article>
    </PlainFrame>
  )
}

/** /portal/agreement */
export const AgreementPage = () => <Shown {...agreement} />
/** /portal/privacy */
export const PrivacyPage = () => <Shown {...privacy} />
