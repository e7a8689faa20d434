import type { Editor } from '@tiptap/core'
import { Button } from 'antd'
import { useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { texts as editorTexts } from './editor-texts.ts'
import { figureKey, lookOf } from './figure-marks.ts'
import { texts as paneTexts } from './pane-texts.ts'
import { RefreshDialog } from './RefreshDialog.tsx'
import { wordsIn } from './text-count.ts'
import { texts } from './texts.ts'
import { useReading } from './use-editor.ts'
import type { Figures } from './use-figures.ts'

type DocFootProps = {
  editor: Editor
  figures: Figures
  readOnly: boolean
  outline: boolean
  aside: boolean
  onOutline: () => void
  onAside: () => void
}
const read = ({ state: { doc } }: Editor) => wordsIn(doc.textBetween(0, doc.content.size, '\n', ' '))

/** How long the text is, whether its figures still stand, and what is shown beside it. */
export function DocFoot({ editor, figures, readOnly, outline, aside, onOutline, onAside }: DocFootProps) {
  const t = useTexts(texts)
  const say = useTexts(editorTexts)
  const tell = useTexts(paneTexts)
  const words = useReading(editor, read)
  const [refreshing, refresh] = useState(false)
  const off = figures.list.filter(({ attrs }) => {
    const look = lookOf(attrs, figures.known.get(figureKey(attrs)))
    return look === 'changed' || look === 'missing'
  }).length
  const open = () => {
    if (figures.list.length > 0) void figures.again()
    refresh(true)
  }
  return (
    <footer className="wr-foot">
      <Button size="small" type="text" aria-pressed={outline} onClick={onOutline}>
        {t('outlineShow')}
      </Button>
      <span className="second">{say('words', { count: words })}</span>
      {figures.list.length > 0 && (
        <Button size="small" type="text" className={off > 0 ? 'wr-off' : ''} onClick={open}>
          {off > 0 ? tell('refreshCount', { count: off }) : tell('refresh')}
        </Button>
      )}
      <span className="wr-fill" />
      <Button size="small" type="text" aria-pressed={aside} onClick={onAside}>
        {t('asideShow')}
      </Button>
      {refreshing && (
        <RefreshDialog editor={editor} figures={figures} editable={!readOnly} onClose={() => refresh(false)} />
      )}
    </footer>
  )
}
