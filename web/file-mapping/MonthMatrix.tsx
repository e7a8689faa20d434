import type { FileMapping } from '#contract/ledger-version.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { scrollsByKeyboard } from '#web/kit/scrolls-by-keyboard.ts'
import { texts } from './texts.ts'

const year = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))

/** Month × file: journal lines, months that nobody gives, and months that several files give. */
export function MonthMatrix({ of: { coverage, missing, overlaps } }: { of: FileMapping }) {
  const t = useTexts(texts)
  const lost = new Set(missing)
  const doubled = new Set(overlaps.map(({ period }) => period))
  const linesIn = (period: string) =>
    coverage.reduce((sum, { months }) => sum + (months.find((month) => month.period === period)?.lines ?? 0), 0)
  return (
    <>
      <h2 className="section-title">{t('coverage')}</h2>
      {coverage.length === 0 ? (
        <p className="second">{t('noJournal')}</p>
      ) : (
        <>
          <p className={missing.length > 0 ? 'month-missing' : 'second'}>
            {missing.length > 0 ? t('missing', { months: missing.join(listMark()) }) : t('whole')}
          </p>
          {overlaps.map(({ period, files }) => (
            <p key={period} className="month-missing">
              {t('overlap', { period, files: files.join(listMark()) })}
            </p>
          ))}
          <div ref={scrollsByKeyboard} className="mapped-sheets">
            <table className="plain-table">
              <thead>
                <tr>
                  <th>{t('file')}</th>
                  {year.map((period) => (
                    <th key={period} className="amount" data-missing={lost.has(period) || undefined}>
                      {t('month', { period })}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {coverage.map(({ file, months }) => (
                  <tr key={file}>
                    <th scope="row">{file}</th>
                    {year.map((period) => {
                      const month = months.find((one) => one.period === period)
                      return (
                        <td
                          key={period}
                          className="amount"
                          data-missing={lost.has(period) || undefined}
                          data-doubled={(month && doubled.has(period)) || undefined}
                          title={month && t('sums', month)}
                        >
                          {month?.lines ?? (lost.has(period) ? t('missingSays') : '')}
                        </td>
                      )
                    })}
                  </tr>
                ))}
                <tr>
                  <th scope="row">{t('total')}</th>
                  {year.map((period) => (
                    <td key={period} className="amount" data-missing={lost.has(period) || undefined}>
                      {linesIn(period) || t('missingSays')}
                    </td>
                  ))}
                </tr>
              </tbody>
            </table>
          </div>
          <p className="third">{t('coverageHint')}</p>
        </>
      )}
    </>
  )
}
