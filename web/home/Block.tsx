import { type ReactNode, useId } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'
import './home.css'

type BlockProps = {
  title: ReactNode
  /** Of when the numbers are: every block that has numbers says it. */
  period?: ReactNode
  /** What opens the whole of it. */
  link?: ReactNode
  children: ReactNode
}

/** One part of a home: what it is, of when, and its content in whichever state that is. */
export function Block({ title, period, link, children }: BlockProps) {
  const id = useId()
  return (
    <section className="home-block" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {period !== undefined && <span className="third number">{period}</span>}
        {link}
      </header>
      {children}
    </section>
  )
}

/** How the days of numbers are said: `asOf` for what stands now, `during` for what happened. */
export function usePeriodText(of: { asOf: string; from: string; to: string } | undefined) {
  const t = useTexts(texts)
  return {
    asOf: of ? t('asOf', { day: of.asOf }) : '',
    during: of ? t('during', { from: of.from, to: of.to }) : '',
  }
}
