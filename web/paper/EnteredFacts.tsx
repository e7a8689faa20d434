import type { Provenance } from '#contract/paper.ts'
import { useTexts } from '#web/kernel/language.ts'
import { moneyText } from '#web/kit/money-text.ts'
import { texts } from './texts.ts'

/** What a figure took from rows people entered and from last year's return, with who, when and on what proof. */
export function EnteredFacts({ of: { entries, filed } }: { of: Pick<Provenance, 'entries' | 'filed'> }) {
  const t = useTexts(texts)
  return (
    <>
      {entries.length > 0 && (
        <section>
          <h3 className="pane-head">{t('enteredRows')}</h3>
          {entries.map((use) => (
            <Rows key={`${use.register} ${use.column}`} of={use} />
          ))}
        </section>
      )}
      {filed.length > 0 && (
        <section>
          <h3 className="pane-head">{t('filedCells')}</h3>
          {filed.map(({ cell, value, file, sheet, row }) => (
            <div key={cell} className="fact">
              <span>{cell}</span>
              <b>{shown(value)}</b>
              <span className="third">{t('filedAt', { file, sheet, row })}</span>
            </div>
          ))}
        </section>
      )}
    </>
  )
}

function Rows({ of: { label, column, total, rows } }: { of: Provenance['entries'][number] }) {
  const t = useTexts(texts)
  return (
    <>
      <p className="second">{column === '' ? label : t('enteredOf', { register: label, column })}</p>
      {total === 0 && <p className="third">{t('enteredNone')}</p>}
      {rows.map(({ row, name, value, evidence, userName, time }) => (
        <div key={row} className="fact">
          <span>{name}</span>
          <b>{shown(value)}</b>
          <span className="third">
            {[userName && t('enteredBy', { name: userName, time }), evidence || t('noEvidence')]
              .filter((part) => part !== '')
              .join(' · ')}
          </span>
        </div>
      ))}
      {total > rows.length && <p className="third">{t('enteredMore', { total, count: rows.length })}</p>}
    </>
  )
}

/** Amounts of registers and returns have two decimals; all else stands as entered. */
const shown = (value: string): string => (/^-?\d+\.\d\d$/.test(value) ? moneyText(value).text : value)
