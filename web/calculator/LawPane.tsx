import { Button } from 'antd'
import { useState } from 'react'
import { parameterHistory, type Parameter } from '#engine/calculator/law.ts'
import type { Used } from '#engine/calculator/work.ts'
import { calculatorLaw, calculatorLawSource } from '#facts/calculator-law.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { scrollsByKeyboard } from '#web/kit/scrolls-by-keyboard.ts'
import { parameterLines } from './shown-value.ts'
import { useSpeech } from './use-speech.ts'

/** Every figure of the law that a result took: value, when it holds, where it stands, how certain it is. */
export function LawPane({ used }: { used: readonly Used[] }) {
  const { t, say } = useSpeech()
  const open = used.filter(({ certainty }) => certainty === 'verify').length
  if (used.length === 0) return <p className="second">{t('noLaw')}</p>
  return (
    <>
      <div className="calc-scroll" ref={scrollsByKeyboard}>
        <table className="calc-table">
          <thead>
            <tr>
              <th scope="col">{t('lawFigure')}</th>
              <th scope="col">{t('lawValue')}</th>
              <th scope="col">{t('lawPeriod')}</th>
              <th scope="col">{t('lawBasis')}</th>
              <th scope="col">{t('lawStanding')}</th>
            </tr>
          </thead>
          <tbody>
            {used.map((one) => (
              <LawRow key={`${one.id}${one.case}${one.from}`} used={one} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="third">
        {open > 0 && `${t('verifyHint', { count: open })} `}
        {say(calculatorLawSource)}
      </p>
    </>
  )
}

function LawRow({ used }: { used: Used }) {
  const { t, say, nameOf } = useSpeech()
  const [open, setOpen] = useState(false)
  const history = parameterHistory(calculatorLaw, used.id, used.case)
  const period = ({ from, to }: Parameter) => (to === null ? t('since', { from }) : t('fromTo', { from, to }))
  return (
    <tr>
      <td>
        {nameOf(used.id, used.case)}
        {history.length > 1 && (
          <Button type="link" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t('history')}
          </Button>
        )}
        {open && (
          <ul className="calc-history">
            {history.map((one) => (
              <li key={one.from}>
                {period(one)} {parameterLines(one, t).join('; ')} <span className="third">{one.basis[0]?.doc}</span>
              </li>
            ))}
          </ul>
        )}
      </td>
      <td>
        {parameterLines(used, t).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </td>
      <td>{period(used)}</td>
      <td>
        {used.basis.map(({ doc, article }) => (
          <div key={`${doc}${article}`} lang="zh-CN">
            {doc} {article}
          </div>
        ))}
        {used.note && <div className="third">{say(used.note)}</div>}
      </td>
      <td>
        <StatusTag tone={used.certainty === 'verified' ? 'good' : 'waiting'}>
          {t(used.certainty === 'verified' ? 'standing_verified' : 'standing_verify')}
        </StatusTag>
      </td>
    </tr>
  )
}
