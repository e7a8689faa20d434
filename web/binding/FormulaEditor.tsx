import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  type CompletionContext,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { binding, type FormulaProblem, type FormulaVocabulary } from '#contract/binding.ts'
import { complete } from '#engine/binding/complete.ts'
import { query } from '#web/kernel/api.ts'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import './formula.css'
import { FormulaPreviewPane } from './FormulaPreviewPane.tsx'
import { formulaMarks, formulaTheme } from './formula-marks.ts'
import { texts } from './texts.ts'

type Unit = 'money' | 'rate' | 'count' | 'bool' | 'text'
type Checked = { ok: boolean; problems: FormulaProblem[] }
export type FormulaEditorProps = {
  value: string
  onChange: (value: string) => void
  /** What the cell should hold: a formula of another kind is a problem. */
  unit: Unit
  /** Given: value and rows on that project's ledger. */
  projectId?: string
  paperId?: string
  /** The cell the formula stands in: circles through it are found. */
  cell?: string
  /** Cells that no paper of the system has: a template's own. */
  cells?: readonly { cell: string; label: string; unit: Unit }[]
  readOnly?: boolean
  /** Accessible name. */
  label: string
  onChecked?: (checked: Checked) => void
}

const none: readonly never[] = []
/** A pause in typing after which the formula is checked. */
const PAUSE_MS = 350

/** A formula, coloured, completed and checked while it is written; with a project, its value and the rows behind it. */
export function FormulaEditor({
  value,
  onChange,
  unit,
  projectId,
  cell,
  cells = none,
  readOnly = false,
  label,
  onChecked,
}: FormulaEditorProps) {
  const t = useTexts(texts)
  const language = useLanguage((state) => (state.language === 'en' ? 'en' : 'zh'))
  const vocabulary = useQuery({ ...query(binding.vocabulary, {}), staleTime: Infinity })
  const settled = usePaused(value)
  const beside = cells.length > 0 ? { cells: [...cells] } : {}
  const about = { expression: settled, unit, ...(cell === undefined ? {} : { cell }), ...beside }
  const checked = useQuery({ ...query(binding.check, about), enabled: settled.trim() !== '', staleTime: Infinity })
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const access = useRef(new Compartment())
  const change = useEffectEvent(onChange)
  const tell = useEffectEvent((result: Checked) => onChecked?.(result))
  const options = useEffectEvent((context: CompletionContext) =>
    completions(context, vocabulary.data, { cells, language }),
  )
  const firstAccess = useEffectEvent(() => accessOf(readOnly, label))
  const firstText = useEffectEvent(() => value)
  const hint = useEffectEvent(() => t('empty'))

  useEffect(() => {
    const parent = place.current
    if (!parent) return
    const made = new EditorView({
      parent,
      state: EditorState.create({
        doc: firstText(),
        extensions: [
          history(),
          closeBrackets(),
          autocompletion({ override: [(context) => options(context)], icons: false, activateOnTyping: true }),
          // Tab stays the way out of the field
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.lineWrapping,
          placeholder(hint()),
          formulaMarks,
          formulaTheme,
          access.current.of(firstAccess()),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) change(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = made
    return () => {
      view.current = null
      made.destroy()
    }
  }, [])

  useEffect(() => {
    const made = view.current
    if (made && made.state.doc.toString() !== value)
      made.dispatch({ changes: { from: 0, to: made.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    view.current?.dispatch({ effects: access.current.reconfigure(accessOf(readOnly, label)) })
  }, [readOnly, label])

  const current = settled === value ? checked.data : undefined
  useEffect(() => {
    const made = view.current
    if (!made || !current) return
    const end = made.state.doc.length
    const problems = current.problems.map(({ from, to, text }) => ({
      from: Math.min(from, end),
      to: Math.min(to, end),
      severity: 'error' as const,
      message: text,
    }))
    made.dispatch(setDiagnostics(made.state, problems))
    tell({ ok: current.ok, problems: current.problems })
  }, [current])

  const goTo = ({ from, to }: FormulaProblem) => {
    view.current?.dispatch({ selection: { anchor: from, head: to } })
    view.current?.focus()
  }
  return (
    <div className="formula">
      <div ref={place} className="formula-box" data-wrong={current?.ok === false || undefined} />
      <div aria-live="polite">
        {checked.isError ? (
          <p className="formula-says">{t('unchecked')}</p>
        ) : value.trim() === '' ? null : !current ? (
          <p className="formula-says">{t('checking')}</p>
        ) : current.ok ? (
          <p className="formula-says">
            {t('words')}: {current.words}
          </p>
        ) : (
          <ul className="formula-problems">
            {current.problems.map((problem) => (
              <li key={`${problem.from} ${problem.text}`}>
                <button type="button" className="plain-button" onClick={() => goTo(problem)}>
                  {problem.text}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {projectId !== undefined && current?.ok && (
        <FormulaPreviewPane projectId={projectId} about={{ ...about, expression: settled }} />
      )}
    </div>
  )
}

const accessOf = (readOnly: boolean, label: string) => [
  EditorState.readOnly.of(readOnly),
  EditorView.editable.of(!readOnly),
  EditorView.contentAttributes.of({ 'aria-label': label, 'aria-multiline': 'true' }),
]

/** The value once typing has paused. */
function usePaused(value: string): string {
  const [paused, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

type Beside = { cells: NonNullable<FormulaEditorProps['cells']>; language: 'zh' | 'en' }

function completions(context: CompletionContext, known: FormulaVocabulary | undefined, { cells, language }: Beside) {
  if (!known) return null
  const own = cells.map(({ cell, label }) => ({ id: cell, zh: label, en: label }))
  const names = { ...known, cells: [...own, ...known.cells] }
  const found = complete(context.state.doc.toString(), context.pos, names, language)
  if (
    found.options.length === 0 ||
    (!context.explicit && found.from === context.pos && !/[#[:(,]\s*$/.test(context.state.sliceDoc(0, context.pos)))
  )
    return null
  return {
    from: found.from,
    filter: false,
    options: found.options.map(({ label, detail, text }) => ({ label, detail, apply: text })),
  }
}
