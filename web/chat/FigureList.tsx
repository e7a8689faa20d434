import { Link } from 'react-router'
import type { Figure } from '#contract/tool-source.ts'
import { useTexts } from '#web/kernel/language.ts'
import { moneyText } from '#web/kit/money-text.ts'
import { safeAddress } from '#web/kit/safe-address.ts'
import { texts } from './texts.ts'

/** A figure as it may stand in a text: yuan with thousands and as on the wire. */
export const figureWords = ({ value, unit }: Figure): string[] => {
  const { text, zero } = moneyText(value)
  // a bare digit would be found in every date
  const words = unit === '元' && !zero ? [text, value] : value.length > 3 ? [value] : []
  return [...new Set(words)]
}

/** The numbers that were read or computed for an answer, each with the way to where it stands. */
export function FigureList({ figures, chosen }: { figures: readonly Figure[]; chosen: number }) {
  const t = useTexts(texts)
  return (
    <section className="chat-figures" aria-label={t('figures')}>
      <h4>{t('figures')}</h4>
      <ul>
        {[...figures.entries()].map(([at, figure]) => {
          const address = safeAddress(figure.source.place)
          const words = figure.unit === '元' ? moneyText(figure.value).text : figure.value
          return (
            <li key={`${at} ${figure.label}`} data-chosen={at === chosen || undefined}>
              <span>{figure.label}</span>
              <span className="number">
                {address && 'inside' in address ? (
                  <Link className="evidence" to={address.inside}>
                    {words}
                  </Link>
                ) : (
                  words
                )}
                {figure.unit && ` ${figure.unit}`}
              </span>
              <span className="third">
                {figure.source.title}
                {figure.source.at && ` · ${figure.source.at}`}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
