import { Button, Checkbox, Tabs } from 'antd'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { taxReturn } from '#contract/tax-return.ts'
import { formStanding } from '#engine/taxlaw/form-standing.ts'
import type { AssembledForm, HandCell, TaxReturn } from '#engine/taxlaw/tax-return.ts'
import { formWord } from '#facts/form-words.ts'
import { download } from '#web/kernel/api.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { complain } from '#web/kernel/notices.ts'
import { useView } from '#web/kernel/tab.ts'
import { Pane3 } from '#web/kit/Pane3.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { printOnly } from '#web/ledger/print-only.ts'
import { InProject, useProjectHref } from '#web/ledger/project-place.tsx'
import { useGenerationJob } from '#web/paper/use-generation-job.ts'
import { CellPane } from './CellPane.tsx'
import { ChecksPane } from './ChecksPane.tsx'
import { FinalPane, FinalState } from './FinalPane.tsx'
import { FormSheet } from './FormSheet.tsx'
import { ScenarioPane } from './ScenarioPane.tsx'
import { texts } from './texts.ts'
import { type LiveReturn, useReturn } from './use-return.ts'
import './taxlaw.css'

/** /tax-return/index: the annual return form by form, where each cell comes from, its checks, scenarios and final state. */
export function TaxReturnPage() {
  return <InProject>{(projectId) => <Return key={projectId} projectId={projectId} />}</InProject>
}

function Return({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const [draft, setDraft] = useState<HandCell | null>(null)
  const navigate = useNavigate()
  const href = useProjectHref()
  // what others enter, or this person in the papers, changes the return as soon as the papers are computed
  useGenerationJob(projectId)
  const { inputs, live } = useReturn(projectId, draft)
  const sheet = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  const save = () => {
    setBusy(true)
    void download(taxReturn.download, { projectId }, 'return.xlsx')
      .catch((fault: unknown) => complain(fault))
      .finally(() => setBusy(false))
  }
  return (
    <Page
      fill
      title={t('title')}
      state={
        <>
          {live && <span className="third">{t('year', { year: live.made.year })}</span>}{' '}
          <FinalState projectId={projectId} />
        </>
      }
      action={
        <>
          <Button onClick={() => void navigate(href('/wps/index'))}>{t('toPapers')}</Button>
          <Button onClick={() => printOnly(sheet.current)}>{t('print')}</Button>
          <Button loading={busy} onClick={save}>
            {t('download')}
          </Button>
        </>
      }
    >
      <StateView of={inputs} shape={<Bones lines={16} />}>
        {(of) =>
          live && (
            <>
              {of.fed.length === 0 && (
                <p className="second return-hint">
                  {t('nothing')} <Link to={href('/firmProject/genbillvalue')}>{t('toGenerate')}</Link>
                </p>
              )}
              <Desk projectId={projectId} live={live} draft={draft} setDraft={setDraft} sheet={sheet} />
            </>
          )
        }
      </StateView>
    </Page>
  )
}

/** Where the panes stand one under the other, what was asked for comes into view. */
function toward(pane: HTMLElement | null) {
  if (pane && window.matchMedia('(max-width: 900px)').matches)
    requestAnimationFrame(() => pane.scrollIntoView({ block: 'start' }))
}

type DeskProps = {
  projectId: string
  live: LiveReturn
  draft: HandCell | null
  setDraft: (draft: HandCell | null) => void
  sheet: React.RefObject<HTMLDivElement | null>
}

function Desk({ projectId, live, draft, setDraft, sheet }: DeskProps) {
  const t = useTexts(texts)
  const [code, setCode] = useView('form', 'A100000')
  const [cell, setCell] = useView('cell')
  const [tab, setTab] = useView('tab', 'origin')
  const side = useRef<HTMLDivElement>(null)
  const { made } = live
  const open = (next: string) => {
    setCode(next)
    toward(sheet.current)
  }
  const form = made.forms.find((one) => one.code === code) ?? made.forms[0]
  const show = (name: string) => {
    setDraft(null)
    const [at = ''] = name.split('.')
    if (made.forms.some((one) => one.code === at)) setCode(at)
    setCell(name)
    setTab('origin')
    toward(side.current)
  }
  const panes = [
    {
      key: 'origin',
      label: t('tabOrigin'),
      children: (
        <CellPane
          key={cell}
          projectId={projectId}
          made={made}
          cell={cell}
          draft={draft}
          setDraft={setDraft}
          onShow={show}
        />
      ),
    },
    {
      key: 'checks',
      label: t('tabChecks'),
      children: <ChecksPane projectId={projectId} live={live} onShow={show} />,
    },
    { key: 'scenarios', label: t('tabScenarios'), children: <ScenarioPane projectId={projectId} onShow={show} /> },
    { key: 'final', label: t('tabFinal'), children: <FinalPane projectId={projectId} onShow={show} /> },
  ]
  return (
    <Pane3
      names={[t('paneForms'), t('paneForm'), t('paneSide')]}
      what={<FormList made={made} code={form?.code ?? ''} onOpen={open} />}
      work={
        form && (
          <div ref={sheet}>
            <FormSheet made={made} form={form} cell={cell} onPick={show} onAdd={show} />
          </div>
        )
      }
      evidence={
        <div ref={side}>
          <Tabs className="return-side" activeKey={tab} onChange={setTab} items={panes} destroyOnHidden />
        </div>
      }
    />
  )
}

type ListProps = { made: TaxReturn; code: string; onOpen: (code: string) => void }

function FormList({ made, code, onOpen }: ListProps) {
  const t = useTexts(texts)
  const say = useSay()
  const [filled, setFilled] = useState(false)
  const rows = made.forms.map((form): [AssembledForm, ReturnType<typeof formStanding>] => [
    form,
    formStanding(made, form),
  ])
  const shown = rows.filter(([form, standing]) => !filled || standing.filled > 0 || form.code === code)
  return (
    <nav className="return-forms" aria-label={t('paneForms')}>
      <Checkbox checked={filled} onChange={({ target }) => setFilled(target.checked)}>
        {t('onlyFilled')}
      </Checkbox>
      <ul>
        {shown.map(([form, standing]) => (
          <li key={form.code}>
            <button
              type="button"
              className="plain-button"
              aria-current={form.code === code || undefined}
              data-empty={standing.filled === 0 || undefined}
              onClick={() => onOpen(form.code)}
            >
              <span className="number">{form.code}</span>
              <span className="form-name" title={say(formWord(form.name))}>
                {say(formWord(form.name)) || t('nameNotHeld')}
              </span>
              <span className="form-marks">
                {standing.conflicts > 0 && <em data-tone="bad">{t('differs', { count: standing.conflicts })}</em>}
                {standing.errors > 0 && <em data-tone="bad">{t('errors', { count: standing.errors })}</em>}
                {standing.missing > 0 && <em data-tone="waiting">{t('missing', { count: standing.missing })}</em>}
                {form.form === null ? (
                  <em>{t('notHeld')}</em>
                ) : (
                  standing.uncertain && <em title={say(form.form.certainty)}>{t('uncertain')}</em>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
