import { type CSSProperties, useEffect, useLayoutEffect, useRef } from 'react'
import { fieldNames } from '#contract/writing-doc.ts'
import { useTexts } from '#web/kernel/language.ts'
import type { BodyFrame } from './body-of.ts'
import { wordOfField } from './doc-nodes.ts'
import { DocView } from './DocView.tsx'
import type { OwnEditor } from './editor.ts'
import { texts } from './editor-texts.ts'

type EditorPaperProps = {
  owned: OwnEditor
  frame: BodyFrame
  readOnly: boolean
  /** Opens the header and footer; not offered to who only reads. */
  onFrame: () => void
}

/** The sheet the text stands on, with its header above and its footer below. */
export function EditorPaper({ owned, frame, readOnly, onFrame }: EditorPaperProps) {
  const t = useTexts(texts)
  const host = useRef<HTMLDivElement>(null)
  const { editor, element } = owned
  useLayoutEffect(() => {
    if (element.parentElement !== host.current) host.current?.append(element)
  }, [element])
  useEffect(() => {
    if (editor.isEditable === readOnly) editor.setEditable(!readOnly, false)
  }, [editor, readOnly])
  useEffect(() => {
    editor.view.dom.setAttribute('aria-label', t('text'))
    editor.view.dom.setAttribute('aria-readonly', String(readOnly))
    // what cannot be typed into is still scrolled and read by keyboard
    editor.view.dom.setAttribute('tabindex', '0')
  }, [editor, readOnly, t])
  const { margins, landscape } = frame.page
  const words = Object.fromEntries(
    fieldNames.map((name) => [wordOfField(name), JSON.stringify(t('fieldPlace', { name: t(`field_${name}`) }))]),
  )
  const style = {
    ...words,
    '--wr-break-word': JSON.stringify(t('pageBreak')),
    '--wr-lost-word': JSON.stringify(t('pictureLost')),
    '--wr-width': landscape ? '297mm' : '210mm',
    '--wr-height': landscape ? '210mm' : '297mm',
    '--wr-top': `${margins.top}mm`,
    '--wr-right': `${margins.right}mm`,
    '--wr-bottom': `${margins.bottom}mm`,
    '--wr-left': `${margins.left}mm`,
  } as CSSProperties
  return (
    <div className="wr-paper" style={style}>
      {(['header', 'footer'] as const).map((edge) => {
        const doc = frame[edge]
        if (!doc) return null
        return (
          <section
            key={edge}
            className={`wr-edge wr-${edge}`}
            aria-label={t(edge)}
            {...(!readOnly && { onDoubleClick: onFrame })}
          >
            <DocView schema={editor.schema} doc={doc} />
          </section>
        )
      })}
      <div ref={host} className="wr-body" />
    </div>
  )
}
