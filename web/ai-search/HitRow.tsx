import { Link } from 'react-router'
import type { SearchHit } from '#contract/ai-search.ts'
import { Money } from '#web/kit/Money.tsx'
import { safeAddress } from '#web/kit/safe-address.ts'
import { stretches } from './marked-words.ts'

const none: SearchHit['marks'] = []

type HitProps = { of: SearchHit; words: readonly string[] }

/** One thing that was found: what it is, whose, the words around, and the way there. All of it is text. */
export function HitRow({ of: hit, words }: HitProps) {
  const address = safeAddress(hit.place)
  const title = <Marked text={hit.title} words={words} marks={none} />
  return (
    <li className="hit">
      <div className="hit-head">
        {address && 'inside' in address ? <Link to={address.inside}>{title}</Link> : <span>{title}</span>}
        {hit.at && <span className="second">{hit.at}</span>}
        {(hit.aside || hit.amount) && (
          <span className="hit-aside">
            {hit.aside} <Money value={hit.amount} />
          </span>
        )}
      </div>
      {hit.quote && (
        <p className="hit-quote">
          <Marked text={hit.quote} words={words} marks={hit.marks} />
        </p>
      )}
      {hit.owner && <p className="third">{hit.owner}</p>}
    </li>
  )
}

type MarkedProps = { text: string; words: readonly string[]; marks: SearchHit['marks'] }

function Marked({ text, words, marks }: MarkedProps) {
  return stretches(text, words, marks).map((part) =>
    part.marked ? <mark key={part.from}>{part.text}</mark> : part.text,
  )
}
