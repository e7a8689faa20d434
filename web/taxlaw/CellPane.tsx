import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type CellOrigin, taxReturn } from '#contract/tax-return.ts'
import type { CellSource, HandCell, ReturnCell, TaxReturn } from '#engine/taxlaw/tax-return.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { RecordDrawer } from '#web/kit/RecordDrawer.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useProjectHref } from '#web/ledger/project-place.tsx'
import { figureText } from './FormSheet.tsx'
import { LawList } from './LawList.tsx'
import { RuleDetailView } from './RuleDetailView.tsx'
import { texts } from './texts.ts'

type PaneProps = {
  projectId: string
  made: TaxReturn
  cell: string
  draft: HandCell | null
  setDraft: (draft: HandCell | null) => void
  onShow: (cell: string) => void
}

const sourceWords = {
  paper: 'sourcePaper',
  hand: 'sourceHand',
  form: 'sourceForm',
  link: 'sourceLink',
  prior: 'sourcePrior',
  empty: 'sourceEmpty',
} as const satisfies Record<CellSource, keyof typeof texts>
const statusWords = {
  missing: 'statusMissing',
  error: 'statusError',
  stale: 'statusStale',
  overridden: 'statusOverridden',
} as const

/** Where the chosen cell comes from, and the place to enter it where no paper does. */
export function CellPane({ projectId, made, cell, draft, setDraft, onShow }: PaneProps) {
  const t = useTexts(texts)
  const may = useMay()
  const known = made.cells.get(cell)
  const [rule, setRule] = useState<Rule | null>(null)
  const stored = known !== undefined && !(known.source === 'hand' && draft?.cell === cell && draft.value !== '')
  if (cell === '') return <p className="second">{t('pick')}</p>
  return (
    <div className="cell-pane">
      <header>
        <p className="number third">{cell}</p>
        {known && (
          <p className="cell-figure number">
            {figureText(known) ||
              t(known.status === 'missing' || known.status === 'error' ? statusWords[known.status] : 'sourceEmpty')}
          </p>
        )}
        {known && (
          <p>
            {t(sourceWords[known.source])}{' '}
            {known.status !== 'ok' && (
              <StatusTag tone={known.status === 'error' ? 'bad' : 'waiting'}>{t(statusWords[known.status])}</StatusTag>
            )}
          </p>
        )}
      </header>
      {known && known.conflicts.length > 0 && <Conflicts of={known} />}
      {stored && <Origin projectId={projectId} cell={cell} onShow={onShow} onRule={setRule} />}
      {may('paper.generate') && (known === undefined || known.byHand) && (
        <EntryForm projectId={projectId} cell={cell} known={known} draft={draft} setDraft={setDraft} />
      )}
      <RecordDrawer
        open={rule !== null}
        title={rule?.name}
        width={560}
        onClose={() => setRule(null)}
        tabs={[
          {
            key: 'rule',
            label: t('law'),
            content: rule && <RuleDetailView rule={rule.id} projectId={projectId} />,
          },
        ]}
      />
    </div>
  )
}

function Conflicts({ of }: { of: ReturnCell }) {
  const t = useTexts(texts)
  return (
    <section className="cell-conflicts">
      <h3>{t('conflicts')}</h3>
      <ul>
        {of.conflicts.map(({ source, formula, value }) => (
          <li key={`${source}${formula}`}>
            {t('conflict', { source: t(sourceWords[source]), formula, value: figureText({ unit: of.unit, value }) })}
          </li>
        ))}
      </ul>
    </section>
  )
}

type OriginProps = Pick<PaneProps, 'projectId' | 'cell' | 'onShow'> & { onRule: (rule: Rule) => void }
type Rule = CellOrigin['rules'][number]

function Origin({ projectId, cell, ...on }: OriginProps) {
  const told = useQuery({ ...query(taxReturn.cell, { projectId, cell }), retry: false })
  return (
    <StateView of={told} shape={<Bones lines={6} />}>
      {(of) => <Told of={of} {...on} />}
    </StateView>
  )
}

function Told({ of, onShow, onRule }: Pick<OriginProps, 'onShow' | 'onRule'> & { of: CellOrigin }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const href = useProjectHref()
  const { paper, reads, entry, rules } = of
  return (
    <>
      {paper && (
        <section>
          <h3>{paper.label}</h3>
          {paper.words && <p className="second">{paper.words}</p>}
          <Button onClick={() => void navigate(href('/wps/index', { paperId: paper.paperId, cell: paper.cell }))}>
            {t('openPaper')} {paper.paperId}
          </Button>
        </section>
      )}
      {of.cell.formula && (
        <section>
          <h3>{t('formula')}</h3>
          <p className="number">{of.cell.formula}</p>
        </section>
      )}
      {reads.length > 0 && (
        <section>
          <h3>{t('reads')}</h3>
          <ul className="cell-reads">
            {reads.map((one) => (
              <li key={one.cell}>
                <button type="button" className="plain-button" onClick={() => onShow(one.cell.replace(' (-1)', ''))}>
                  <span className="number link">{one.cell}</span> <span className="second">{one.name}</span>
                </button>
                <span className="number">{figureText({ unit: 'money', value: one.value })}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {entry && (
        <section>
          <h3>{t('evidence')}</h3>
          <p>{entry.evidence}</p>
          <p className="third">{t('enteredBy', { who: entry.updateUserName, time: entry.updateTime })}</p>
        </section>
      )}
      {rules.map((rule) => (
        <section key={rule.id}>
          <h3>
            <button type="button" className="plain-button link" onClick={() => onRule(rule)}>
              {rule.name}
            </button>
          </h3>
          <LawList law={rule.law} />
        </section>
      ))}
      {of.options.length > 0 && (
        <p className="second">{t('optionsNotHeld', { names: of.options.map(({ name }) => name).join(listMark()) })}</p>
      )}
    </>
  )
}

type EntryProps = Omit<PaneProps, 'made' | 'onShow'> & { known: ReturnCell | undefined }

function EntryForm({ projectId, cell, known, draft, setDraft }: EntryProps) {
  const t = useTexts(texts)
  const option = cell.split('.').length === 4
  const [label, setLabel] = useState('')
  const [evidence, setEvidence] = useState('')
  const save = useCommand(taxReturn.enter)
  const value = draft?.cell === cell ? draft.value : ''
  const plain = value.replaceAll(/[,，\s]/g, '')
  const done = () => {
    setDraft(null)
    setEvidence('')
  }
  const entered = known?.source === 'hand' && draft?.cell !== cell
  return (
    <form
      className="entry-form"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ projectId, cell, value: plain, label, evidence }, { onSuccess: done })
      }}
    >
      <h3>{t('enterTitle')}</h3>
      <p className="second">{t('enterHint')}</p>
      {option && (
        <label>
          {t('label')}
          <Input value={label} onChange={({ target }) => setLabel(target.value)} maxLength={100} />
        </label>
      )}
      <label>
        {t('value')}
        <Input
          className="number"
          value={value}
          inputMode={known?.unit === 'text' ? 'text' : 'decimal'}
          onChange={({ target }) => setDraft({ cell, value: target.value, label })}
        />
      </label>
      <label>
        {t('evidence')}
        <Input value={evidence} onChange={({ target }) => setEvidence(target.value)} maxLength={500} />
      </label>
      <div className="entry-buttons">
        {entered && (
          <Button onClick={() => save.mutate({ projectId, cell, value: null }, { onSuccess: done })}>
            {t('clear')}
          </Button>
        )}
        <Button
          type="primary"
          htmlType="submit"
          loading={save.isPending}
          disabled={plain === '' || evidence.trim() === '' || (option && label.trim() === '')}
        >
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
