import { Button, Input, Segmented, Select } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { paper } from '#contract/paper.ts'
import { job } from '#contract/system.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { useTab } from '#web/kernel/tab.ts'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { changedParams, cleanValue, type Draft, draftOf, type Drafts, type Param, valueProblem } from './param-draft.ts'
import { texts } from './texts.ts'

/** What the papers ask of a person: each fact with its value and its evidence. */
export function ParamForm({ projectId, focus }: { projectId: string; focus: string }) {
  const t = useTexts(texts)
  const params = useQuery(query(paper.params, { projectId }))
  return (
    <section>
      <h2 className="section-title">{t('params')}</h2>
      <p className="second" style={{ marginBlockEnd: 8 }}>
        {t('paramsHint')}
      </p>
      <StateView
        of={params}
        shape={<Bones lines={6} />}
        empty={{ when: (all) => all.length === 0, says: t('noParams') }}
      >
        {(all) => <ParamTable projectId={projectId} params={all} focus={focus} />}
      </StateView>
    </section>
  )
}

/** Must be answered and is not; the others count as zero. */
const isOpen = ({ value, optional }: Param) => value === null && !optional

function ParamTable({ projectId, params, focus }: { projectId: string; params: Param[]; focus: string }) {
  const t = useTexts(texts)
  const { active } = useTab()
  const may = useMay()
  const [drafts, setDrafts] = useState<Drafts>({})
  const [show, setShow] = useState<'showAll' | 'showOpen'>('showAll')
  // answers set the papers going again
  const save = useCommand(paper.saveParams, { also: [job.list] })
  const mayEdit = may('paper.generate')

  const changed = changedParams(params, drafts)
  const wrong = params.some(
    (param) => valueProblem(param, cleanValue(param, draftOf(param, drafts).value)) !== undefined,
  )
  const rows = show === 'showOpen' ? params.filter(isOpen) : params
  const put = (name: string) => (draft: Draft) => setDrafts((before) => ({ ...before, [name]: draft }))
  const suggestions = rows.filter((param) => param.suggested !== null && draftOf(param, drafts).value === '')
  const takeSuggestions = () =>
    setDrafts((before) => ({
      ...before,
      ...Object.fromEntries(
        suggestions.map((param) => [param.name, { ...draftOf(param, before), value: param.suggested ?? '' }]),
      ),
    }))
  const submit = () => {
    if (changed.length === 0 || wrong || save.isPending) return
    const count = changed.length
    save.mutate(
      { projectId, params: changed },
      {
        onSuccess: () => {
          setDrafts({})
          say(t('saved', { count }))
        },
      },
    )
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  })
  useEffect(() => {
    if (!active) return undefined
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [active])

  return (
    <>
      <div className="param-tools">
        <Segmented
          value={show}
          onChange={setShow}
          options={[
            { value: 'showAll', label: `${t('showAll')} ${params.length}` },
            { value: 'showOpen', label: `${t('showOpen')} ${params.filter(isOpen).length}` },
          ]}
        />
        {mayEdit && suggestions.length > 0 && (
          <Button onClick={takeSuggestions}>{t('useAllSuggested', { count: suggestions.length })}</Button>
        )}
        {mayEdit && changed.length > 0 && (
          <>
            <Button onClick={() => setDrafts({})}>{t('undoParams')}</Button>
            <Button
              type="primary"
              disabled={wrong}
              title={wrong ? t('fixFirst') : 'Ctrl+S'}
              loading={save.isPending}
              onClick={submit}
            >
              {t('saveParams', { count: changed.length })}
            </Button>
          </>
        )}
      </div>
      <div className="param-list">
        <div className="param param-head" aria-hidden>
          <span>{t('paramWhat')}</span>
          <span>{t('paramValue')}</span>
          <span>{t('paramEvidence')}</span>
          <span>{t('paramPapers')}</span>
        </div>
        {rows.map((param) => (
          <ParamRow
            key={param.name}
            of={param}
            draft={draftOf(param, drafts)}
            mayEdit={mayEdit}
            focused={param.name === focus}
            onChange={put(param.name)}
          />
        ))}
      </div>
    </>
  )
}

type ParamRowProps = { of: Param; draft: Draft; mayEdit: boolean; focused: boolean; onChange: (draft: Draft) => void }

function ParamRow({ of: param, draft, mayEdit, focused, onChange }: ParamRowProps) {
  const t = useTexts(texts)
  const problem = valueProblem(param, cleanValue(param, draft.value))
  const { suggested } = param
  const suggestion = suggested !== null && draft.value === '' && mayEdit ? suggested : undefined
  return (
    <div
      className="param"
      data-open={isOpen(param) || undefined}
      ref={(row) => void (focused && row?.scrollIntoView({ block: 'center' }))}
    >
      <div>
        <div>{param.label}</div>
        <div className="third">
          {[param.hint, param.optional && t('paramOptional'), param.list && t('listHint')].filter(Boolean).join(' · ')}
        </div>
      </div>
      <div>
        <ParamValue
          of={param}
          value={draft.value}
          disabled={!mayEdit}
          bad={problem !== undefined}
          onChange={(value) => onChange({ ...draft, value })}
        />
        {problem && <div className="param-problem">{t(problem)}</div>}
        {suggestion !== undefined && (
          <div className="third">
            {t('paramSuggested', { value: shown(param, suggestion, t('yes'), t('no')) })}{' '}
            <button
              type="button"
              className="plain-button link"
              onClick={() => onChange({ ...draft, value: suggestion })}
            >
              {t('useSuggested')}
            </button>
          </div>
        )}
      </div>
      <div>
        <Input
          aria-label={`${t('paramEvidence')} ${param.label}`}
          placeholder={t('evidenceHint')}
          maxLength={500}
          disabled={!mayEdit}
          value={draft.evidence}
          onChange={({ target }) => onChange({ ...draft, evidence: target.value })}
        />
      </div>
      <div className="third">
        {param.papers.join(' ')}
        {param.updateTime && <div>{`${param.updateUserName} ${param.updateTime}`}</div>}
      </div>
    </div>
  )
}

const shown = ({ unit, choices }: Param, value: string, yes: string, no: string) =>
  unit === 'boolean'
    ? value === 'true'
      ? yes
      : no
    : (choices.find((choice) => choice.value === value)?.label ?? value)

type ValueProps = { of: Param; value: string; disabled: boolean; bad: boolean; onChange: (value: string) => void }

function ParamValue({ of: param, value, disabled, bad, onChange }: ValueProps) {
  const t = useTexts(texts)
  const options =
    param.unit === 'boolean'
      ? [
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]
      : param.choices
  if (options.length > 0) {
    return (
      <Select
        style={{ width: '100%' }}
        aria-label={param.label}
        placeholder={t('unanswered')}
        allowClear
        disabled={disabled}
        value={value || null}
        options={options}
        onChange={(chosen: string | null) => onChange(chosen ?? '')}
      />
    )
  }
  const number = param.unit !== 'text'
  return (
    <Input
      aria-label={param.label}
      placeholder={t('unanswered')}
      inputMode={number && !param.list ? 'decimal' : 'text'}
      status={bad ? 'error' : ''}
      disabled={disabled}
      value={value}
      {...(number && !param.list && { style: { textAlign: 'end' as const, fontVariantNumeric: 'tabular-nums' } })}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
