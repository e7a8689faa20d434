import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { taxReturn } from '#contract/tax-return.ts'
import type { CheckFigure, CheckPart, CheckResult, CheckStanding } from '#engine/taxlaw/return-checks.ts'
import { returnFacts } from '#facts/return-facts.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { figureText } from './FormSheet.tsx'
import { texts } from './texts.ts'
import type { LiveReturn } from './use-return.ts'

const tones: Record<CheckStanding, Tone> = {
  passes: 'good',
  fails: 'bad',
  missing: 'waiting',
  waiting: 'waiting',
  none: 'plain',
}
const words = {
  passes: 'passes',
  fails: 'fails',
  missing: 'missingCheck',
  waiting: 'waiting',
  none: 'none',
} as const satisfies Record<CheckStanding, keyof typeof texts>
const rank: readonly CheckStanding[] = ['fails', 'missing', 'waiting', 'passes', 'none']

type PaneProps = { projectId: string; live: LiveReturn; onShow: (cell: string) => void }

/** The cross-checks as they stand while somebody types: open ones first, each with both sides, difference and figures. */
export function ChecksPane({ projectId, live, onShow }: PaneProps) {
  const t = useTexts(texts)
  const { checks } = live
  const count = (...of: CheckStanding[]) => checks.filter(({ standing }) => of.includes(standing)).length
  const sorted = checks.toSorted(
    (a, b) => rank.indexOf(a.standing) - rank.indexOf(b.standing) || (a.id < b.id ? -1 : 1),
  )
  return (
    <div className="checks-pane">
      <output className="second" aria-live="polite">
        {t('checksSummary', { passes: count('passes'), fails: count('fails'), waits: count('missing', 'waiting') })}
      </output>
      <ul>
        {sorted.map((check) => (
          <li key={check.id}>
            <Check of={check} onShow={onShow} />
          </li>
        ))}
      </ul>
      <Outside projectId={projectId} />
    </div>
  )
}

function Check({ of, onShow }: { of: CheckResult; onShow: (cell: string) => void }) {
  const t = useTexts(texts)
  const say = useSay()
  const open = of.standing === 'fails' || of.standing === 'missing' || of.standing === 'waiting'
  const tone = of.standing === 'fails' && of.severity === 'warn' ? 'waiting' : tones[of.standing]
  return (
    <details open={open}>
      <summary>
        <span className="number third">{of.id}</span> {say(of.says)}{' '}
        <StatusTag tone={tone}>
          {t(words[of.standing])}
          {of.severity === 'warn' && of.standing === 'fails' ? ` · ${t('warn')}` : ''}
        </StatusTag>
      </summary>
      {of.parts
        .filter((part) => !open || part.standing === of.standing || part.standing === 'fails')
        .map((part) => (
          <Part key={part.expr} of={part} onShow={onShow} />
        ))}
    </details>
  )
}

function Part({ of, onShow }: { of: CheckPart; onShow: (cell: string) => void }) {
  const t = useTexts(texts)
  return (
    <div className="check-part">
      <p className="number">{of.expr}</p>
      {of.standing === 'fails' && (
        <p className="number check-difference">
          {figureText({ unit: 'money', value: of.left })} ≠ {figureText({ unit: 'money', value: of.right })}；
          {t('difference')} {figureText({ unit: 'money', value: of.difference })}
        </p>
      )}
      <ul>
        {of.figures.map((figure) => (
          <li key={`${figure.kind}${figure.of}`}>
            <FigureName of={figure} onShow={onShow} />
            <span className="number">
              {figureText({ unit: figure.kind === 'rate' ? 'text' : 'money', value: figure.value }) || '—'}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function FigureName({ of, onShow }: { of: CheckFigure; onShow: (cell: string) => void }) {
  const t = useTexts(texts)
  const say = useSay()
  if (of.kind === 'cell')
    return (
      <button type="button" className="plain-button link number" onClick={() => onShow(of.of)}>
        {of.of}
      </button>
    )
  const outside = returnFacts.entered.find(({ id }) => id === of.of)
  return (
    <span className="number">
      {outside ? say(outside.label) : of.kind === 'prior' ? `${t('sourcePrior')} ${of.of}` : of.of}
    </span>
  )
}

/** Figures that only a declaration holds: entered here with their evidence, for the checks that compare with them. */
function Outside({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const say = useSay()
  const inputs = useQuery(query(taxReturn.inputs, { projectId }))
  const may = useMay()
  if (!may('paper.generate')) return null
  return (
    <section className="outside">
      <h3>{t('outside')}</h3>
      {returnFacts.entered.map(({ id, label }) => {
        const value = inputs.data?.hand.find(({ cell }) => cell === `entered.${id}`)?.value ?? ''
        return (
          <OutsideField
            key={`${id}${value}`}
            projectId={projectId}
            cell={`entered.${id}`}
            name={say(label)}
            value={value}
          />
        )
      })}
    </section>
  )
}

type FieldProps = { projectId: string; cell: string; name: string; value: string }

function OutsideField({ projectId, cell, name, value }: FieldProps) {
  const t = useTexts(texts)
  const save = useCommand(taxReturn.enter)
  const [typed, setTyped] = useState(value)
  const [evidence, setEvidence] = useState('')
  const changed = typed.trim() !== value
  return (
    <form
      className="entry-form"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ projectId, cell, value: typed.trim() === '' ? null : typed, evidence })
      }}
    >
      <label>
        {name}
        <Input className="number" inputMode="decimal" value={typed} onChange={({ target }) => setTyped(target.value)} />
      </label>
      {changed && (
        <>
          {typed.trim() !== '' && (
            <label>
              {t('evidence')}
              <Input value={evidence} onChange={({ target }) => setEvidence(target.value)} maxLength={500} />
            </label>
          )}
          <div className="entry-buttons">
            <Button
              type="primary"
              htmlType="submit"
              loading={save.isPending}
              disabled={typed.trim() !== '' && evidence.trim() === ''}
            >
              {t('save')}
            </Button>
          </div>
        </>
      )}
    </form>
  )
}
