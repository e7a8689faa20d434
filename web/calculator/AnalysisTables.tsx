import { subtract } from '#engine/binding/rational.ts'
import type { Analysis } from '#engine/calculator/ratios.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { Money } from '#web/kit/Money.tsx'
import { scrollsByKeyboard } from '#web/kit/scrolls-by-keyboard.ts'
import { figureText, ratioText } from './analysis-text.ts'
import { texts } from './texts.ts'

const groups = ['debt', 'turnover', 'profit'] as const

/** Ratios of two periods, by group, each with its formula. */
export function RatioTables({ ratios }: Pick<Analysis, 'ratios'>) {
  const t = useTexts(texts)
  const say = useSay()
  return (
    <>
      <h2 className="section-title">{t('ratiosTitle')}</h2>
      <div className="calc-scroll" ref={scrollsByKeyboard}>
        <table className="calc-table">
          <thead>
            <tr>
              <th scope="col">{t('ratio')}</th>
              <th scope="col">{t('formula')}</th>
              <th scope="col" className="calc-right">
                {t('now')}
              </th>
              <th scope="col" className="calc-right">
                {t('before')}
              </th>
              <th scope="col" className="calc-right">
                {t('change')}
              </th>
            </tr>
          </thead>
          {groups.map((group) => (
            <tbody key={group}>
              <tr>
                <th scope="rowgroup" colSpan={5}>
                  {t(`group_${group}`)}
                </th>
              </tr>
              {ratios
                .filter((one) => one.group === group)
                .map(({ key, label, formula, unit, now, before }) => (
                  <tr key={key}>
                    <td>{say(label)}</td>
                    <td className="third">{say(formula)}</td>
                    <td className="calc-right">{ratioText(now, unit)}</td>
                    <td className="calc-right">{ratioText(before, unit)}</td>
                    <td className="calc-right">{ratioText(now && before && subtract(now, before), unit)}</td>
                  </tr>
                ))}
            </tbody>
          ))}
        </table>
      </div>
    </>
  )
}

/** Each line of the statements in both periods, and how it moved. */
export function ChangeTable({ changes }: Pick<Analysis, 'changes'>) {
  const t = useTexts(texts)
  return (
    <>
      <h2 className="section-title">{t('movements')}</h2>
      <p className="third">{t('unitHint')}</p>
      <div className="calc-scroll" ref={scrollsByKeyboard}>
        <table className="calc-table">
          <thead>
            <tr>
              <th scope="col">{t('line')}</th>
              {(['now', 'before', 'change', 'changeShare'] as const).map((key) => (
                <th key={key} scope="col" className="calc-right">
                  {t(key)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...changes.entries()].map(([at, { name, now, before, change, share }]) => (
              <tr key={at}>
                <td>{name}</td>
                {[now, before, change].map((value, column) => (
                  <td key={['now', 'before', 'change'][column]} className="calc-right">
                    <Money value={figureText(value)} />
                  </td>
                ))}
                <td className="calc-right">{share ? ratioText(share, 'percent') : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
