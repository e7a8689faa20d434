import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Source } from '#contract/tool-source.ts'
import { useTexts } from '#web/kernel/language.ts'
import { safeAddress } from './safe-address.ts'
import { StatusTag } from './StatusTag.tsx'
import { texts } from './texts.ts'
import './markdown.css'

/** What is said of a source beside itself. */
type Listed = Source & {
  /** What it is cited as; its place in the list unless said. */
  no?: number
  /** Stretches of the quote that were asked for. */
  marks?: readonly { from: number; to: number }[]
  /** Replaced, or no longer in force. */
  outdated?: boolean
  /** The reader may not open it. */
  hidden?: boolean
}
type SourceListProps = {
  sources: readonly Listed[]
  /** The number of the one that was pressed; 0 for none. */
  chosen?: number
}

/** What something rests on, numbered as it is cited: its kind, its name, the spot, the words, and the way there. */
export function SourceList({ sources, chosen = 0 }: SourceListProps) {
  return (
    <ol className="source-list">
      {sources.map((source, at) => {
        const no = source.no ?? at + 1
        return <SourceRow key={no} of={source} no={no} chosen={chosen === no} />
      })}
    </ol>
  )
}

function SourceRow({ of: source, no, chosen }: { of: Listed; no: number; chosen: boolean }) {
  const t = useTexts(texts)
  const here = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!chosen) return
    here.current?.scrollIntoView({ block: 'nearest' })
    here.current?.focus({ preventScroll: true })
  }, [chosen])
  const address = safeAddress(source.place)
  return (
    <li ref={here} tabIndex={-1} data-chosen={chosen || undefined}>
      <span className="cite">{no}</span>
      <div>
        <p>
          <span className="third">{`${t(`source_${source.kind}`)} · `}</span>
          {address && 'inside' in address ? <Link to={address.inside}>{source.title}</Link> : source.title}
          {source.at && <span className="second">{` · ${source.at}`}</span>}
          {source.outdated && <StatusTag tone="waiting">{t('outdated')}</StatusTag>}
        </p>
        {source.hidden && <p className="third">{t('hiddenSource')}</p>}
        {source.quote && (
          <blockquote>
            <Quote text={source.quote} marks={source.marks ?? []} />
          </blockquote>
        )}
      </div>
    </li>
  )
}

/** Words with the stretches that were asked for. */
function Quote({ text, marks }: { text: string; marks: readonly { from: number; to: number }[] }) {
  const pieces: ReactNode[] = []
  let from = 0
  for (const mark of marks) {
    if (mark.from < from || mark.to > text.length) continue
    pieces.push(text.slice(from, mark.from), <mark key={mark.from}>{text.slice(mark.from, mark.to)}</mark>)
    from = mark.to
  }
  return [...pieces, text.slice(from)]
}
