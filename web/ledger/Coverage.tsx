import type { Report } from '#contract/ledger.ts'
import { scrollsByKeyboard } from '#web/kit/scrolls-by-keyboard.ts'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

/** Month × file: how many journal lines; a hole shows at once. */
export function Coverage({ of: { coverage } }: { of: Report }) {
  const t = useTexts(texts)
  const periods = [...new Set(coverage.flatMap(({ months }) => months.map(({ period }) => period)))].toSorted()
  if (periods.length === 0) return null
  return (
    <>
      <h2 className="section-title">{t('coverage')}</h2>
      <div ref={scrollsByKeyboard} className="coverage">
        <table className="plain-table">
          <caption className="third" style={{ captionSide: 'bottom', textAlign: 'start', padding: '6px 12px' }}>
            {t('coverageHint')}
          </caption>
          <thead>
            <tr>
              <th>{t('fileName')}</th>
              {periods.map((period) => (
                <th key={period} className="amount">
                  {period}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {coverage.map(({ file, months }) => {
              const lines = new Map(months.map((month) => [month.period, month.lines]))
              return (
                <tr key={file}>
                  <th scope="row">{file}</th>
                  {periods.map((period) => (
                    <td key={period} className="amount" data-none={!lines.get(period) || undefined}>
                      {lines.get(period) || ''}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}
