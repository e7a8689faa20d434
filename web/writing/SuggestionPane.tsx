import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { Button, Space } from 'antd'
import { BY_MODEL } from '#contract/writing-doc.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Empty } from '#web/kit/StateView.tsx'
import { texts } from './pane-texts.ts'
import { decide, type Suggestion, suggestionsIn } from './suggestions.ts'
import { useReading } from './use-editor.ts'

const read = (editor: Editor) => suggestionsIn(editor.state.doc)
/** The changes that wait, followed as the text changes. */
export const useSuggestions = (editor: Editor): Suggestion[] => useReading(editor, read)

const settle = (editor: Editor, accepted: boolean, id?: string) => {
  const { tr } = editor.state
  editor.view.dispatch(decide(tr, accepted, id))
}
/** Puts the cursor at a place and brings it into sight. */
export function showPlace(editor: Editor, pos: number) {
  const { tr, doc } = editor.state
  editor.view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(Math.min(pos, doc.content.size)))))
  const { node } = editor.view.domAtPos(editor.state.selection.from)
  const element = node instanceof Element ? node : node.parentElement
  element?.scrollIntoView({ block: 'center' })
  editor.view.focus()
}

type PaneProps = { editor: Editor; suggestions: readonly Suggestion[]; editable: boolean }

/** What waits to be accepted or rejected: by whom, what goes, what comes, why. */
export function SuggestionPane({ editor, suggestions, editable }: PaneProps) {
  const t = useTexts(texts)
  const whose = ({ by, name }: Suggestion) => (by === BY_MODEL ? t('byModel') : name || t('bySomebody'))
  if (suggestions.length === 0) return <Empty says={t('noChanges')} />
  return (
    <>
      {editable && (
        <Space className="wr-pane-head">
          <Button size="small" onClick={() => settle(editor, true)}>
            {t('acceptAll')}
          </Button>
          <Button size="small" onClick={() => settle(editor, false)}>
            {t('rejectAll')}
          </Button>
        </Space>
      )}
      <ul className="wr-list">
        {suggestions.map((one) => (
          <li key={one.id} data-model={one.by === BY_MODEL || undefined}>
            <button
              type="button"
              className="plain-button wr-list-head"
              title={t('goTo')}
              onClick={() => showPlace(editor, one.from)}
            >
              <strong>{whose(one)}</strong>
              <span className="third">{one.at}</span>
            </button>
            {one.say !== '' && <p className="second">{one.say}</p>}
            {one.removed !== '' && (
              <p>
                <span className="third">{t('removed')} </span>
                <del className="wr-deletion">{one.removed}</del>
              </p>
            )}
            {one.added !== '' && (
              <p>
                <span className="third">{t('added')} </span>
                <ins className="wr-insertion">{one.added}</ins>
              </p>
            )}
            {editable && (
              <Space size={4}>
                <Button type="link" size="small" onClick={() => settle(editor, true, one.id)}>
                  {t('accept')}
                </Button>
                <Button type="link" size="small" onClick={() => settle(editor, false, one.id)}>
                  {t('reject')}
                </Button>
              </Space>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
