import { useTexts } from '#web/kernel/language.ts'
import { certaintyTexts } from './texts.ts'
import './law.css'

type Law = { doc: string; article: string; certainty?: string }
const isKnown = (name: string | undefined): name is keyof typeof certaintyTexts =>
  name !== undefined && name in certaintyTexts

/** How sure a rule is, wherever one is shown: high is plain, anything less stands out by its frame. */
export function CertaintyMark({ of }: { of: string | undefined }) {
  const t = useTexts(certaintyTexts)
  if (!isKnown(of)) return null
  return (
    <span className="certainty" data-certainty={of}>
      {t(of)}
    </span>
  )
}

/** Documents and articles; the certainty of the rule stands once, behind the last. */
export function LawList({ law }: { law: readonly Law[] }) {
  return (
    <>
      <ul className="law-list">
        {law.map(({ doc, article }) => (
          <li key={`${doc}${article}`}>
            {doc} {article}
          </li>
        ))}
      </ul>
      <CertaintyMark of={law[0]?.certainty} />
    </>
  )
}
