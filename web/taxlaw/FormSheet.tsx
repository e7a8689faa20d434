import { Button, Input } from 'antd'
import { useState } from 'react'
import type { AssembledForm, AssembledLine, ReturnCell, TaxReturn } from '#engine/taxlaw/tax-return.ts'
import { formWord } from '#facts/form-words.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { scrollsByKeyboard } from '#web/kit/scrolls-by-keyboard.ts'
import { moneyText } from '#web/kit/money-text.ts'
import { texts } from './texts.ts'

type SheetProps = {
  made: TaxReturn
  form: AssembledForm
  cell: string
  onPick: (cell: string) => void
  /** Opens a cell that does not stand in the form yet. */
  onAdd: (cell: string) => void
}

/** One form as the authority prints it: 行次, 项目 and its columns, ink on paper; a cell opens where it comes from. */
export function FormSheet({ made, form, cell, onPick, onAdd }: SheetProps) {
  const t = useTexts(texts)
  const say = useSay()
  const held = form.form
  return (
    <article className="return-sheet">
      <header>
        <p className="third number">{form.code}</p>
        <h2>{say(formWord(form.name)) || t('nameNotHeld')}</h2>
        <p className="return-about">
          <span>{t('year', { year: made.year })}</span>
          {held?.version && <span>{t('version', { version: say(held.version) })}</span>}
          <span>{t('yuan')}</span>
        </p>
      </header>
      {held === null && <p className="second">{t('notHeldSays')}</p>}
      {held?.uncertain && <p className="return-certainty">{t('uncertainSays', { words: say(held.certainty) })}</p>}
      {form.lines.length === 0 ? (
        <p className="second">{t('noLines')}</p>
      ) : (
        <div className="return-scroll" ref={scrollsByKeyboard}>
          <table className="return-table" aria-label={`${form.code} ${say(formWord(form.name))}`}>
            <thead>
              <tr>
                <th scope="col">{t('lineNo')}</th>
                <th scope="col">{t('item')}</th>
                {form.columns.map((name, at) => (
                  <th scope="col" key={name}>
                    {say(formWord(name)).replace(/^\d+/, '')}
                    <span className="column-no number">{at + 1}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {form.lines.map((line) => (
                <Line key={line.line} made={made} line={line} cell={cell} onPick={onPick} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <AddCell form={form} onAdd={onAdd} />
    </article>
  )
}

type LineProps = Pick<SheetProps, 'made' | 'cell' | 'onPick'> & { line: AssembledLine }

function Line({ made, line, cell, onPick }: LineProps) {
  const t = useTexts(texts)
  const say = useSay()
  return (
    <tr data-total={line.calc !== null || undefined}>
      <td className="number line-no">{line.line}</td>
      <th scope="row" data-depth={depthOf(line.name)}>
        {say(formWord(line.name)) || <span className="third">{t('nameNotHeld')}</span>}
        {line.note && <span className="line-note">{say(line.note)}</span>}
      </th>
      {line.cells.map((key, at) => {
        const known = key === null ? undefined : made.cells.get(key)
        // a form's columns never change places
        const place = `${line.line}.${String(at + 1)}`
        if (!known)
          return (
            <td key={place} className="no-cell">
              *
            </td>
          )
        return (
          <td key={place} data-chosen={known.cell === cell || undefined} data-text={known.unit === 'text' || undefined}>
            <Figure of={known} onPick={onPick} />
          </td>
        )
      })}
    </tr>
  )
}

const depthOf = (name: string) =>
  /^[一二三四五六七八九十]+、/.test(name) ? 0 : /^[(（][一二三四五六七八九十]+[)）]/.test(name) ? 1 : 2

function Figure({ of, onPick }: { of: ReturnCell; onPick: (cell: string) => void }) {
  const t = useTexts(texts)
  const absent = of.status === 'missing' ? t('statusMissing') : of.status === 'error' ? t('statusError') : ''
  const shown = absent || figureText(of)
  return (
    <button
      type="button"
      className="plain-button return-figure number"
      data-source={of.source}
      data-state={of.status}
      data-conflict={of.conflicts.length > 0 || undefined}
      aria-label={`${of.cell} ${shown}`}
      onClick={() => onPick(of.cell)}
    >
      {shown || ' '}
    </button>
  )
}

/** The figure as the form shows it: money with two decimals, a rate in percent; nothing where nothing stands. */
export function figureText({ unit, value }: Pick<ReturnCell, 'unit' | 'value'>): string {
  if (value === null) return ''
  if (unit === 'money') return moneyText(value).text
  if (unit !== 'rate') return value
  const [whole = '', fraction = ''] = value.split('.')
  const digits = `${whole}${fraction.padEnd(2, '0').slice(0, 2)}`.replace(/^(-?)0+(?=\d)/, '$1')
  const rest = fraction.slice(2).replace(/0+$/, '')
  return `${digits}${rest ? `.${rest}` : ''}%`
}

/** A place for what the form does not list: an item under an option line, or any cell of a form whose lines are not held. */
function AddCell({ form, onAdd }: Pick<SheetProps, 'form' | 'onAdd'>) {
  const t = useTexts(texts)
  const may = useMay()
  const [place, setPlace] = useState('')
  if (!may('paper.generate')) return null
  const options = form.lines.filter(({ option }) => option !== null)
  const next = (line: string) => {
    const used = form.lines.filter((one) => one.line.startsWith(`${line}.`)).length
    return `${form.code}.${line}.${String(used + 1)}.1`
  }
  if (form.form === null)
    return (
      <form
        className="return-add no-print"
        onSubmit={(event) => {
          event.preventDefault()
          if (/^\d{1,3}\.\d{1,2}$/.test(place)) onAdd(`${form.code}.${place}`)
        }}
      >
        <Input
          value={place}
          aria-label={t('cellName')}
          placeholder={t('cellNameHint')}
          onChange={({ target }) => setPlace(target.value.trim())}
        />
        <Button htmlType="submit" disabled={!/^\d{1,3}\.\d{1,2}$/.test(place)}>
          {t('addLine')}
        </Button>
      </form>
    )
  return (
    <div className="return-add no-print">
      {options.map(({ line }) => (
        <Button key={line} onClick={() => onAdd(next(line))}>
          {t('addOption')} {line}.{form.lines.filter((one) => one.line.startsWith(`${line}.`)).length + 1}
        </Button>
      ))}
    </div>
  )
}
