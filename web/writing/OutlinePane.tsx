import type { Editor } from '@tiptap/core'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './editor-texts.ts'
import { outlineOf } from './outline.ts'
import { showPlace } from './SuggestionPane.tsx'
import { useReading } from './use-editor.ts'

const read = (editor: Editor) => outlineOf(editor.state.doc)

/** The headings of the text; a press goes there. */
export function OutlinePane({ editor }: { editor: Editor }) {
  const t = useTexts(texts)
  const headings = useReading(editor, read)
  return (
    <nav className="wr-outline" aria-label={t('outline')}>
      <h2>{t('outline')}</h2>
      {headings.length === 0 && <p className="third">{t('noOutline')}</p>}
      <ul>
        {headings.map(({ level, text, pos }) => (
          <li key={pos} data-level={level}>
            <button type="button" className="plain-button" title={text} onClick={() => showPlace(editor, pos + 1)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
