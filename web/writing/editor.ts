import { Editor } from '@tiptap/core'
import { plainPage, type WritingBody } from '#contract/writing-doc.ts'
import type { BodyFrame } from './body-of.ts'
import { writingExtensions } from './doc-schema.ts'
import { FigureMarks } from './figure-marks.ts'
import { Find } from './find.ts'
import { cleanPaste } from './paste-clean.ts'
import { isPicture, pictureUrl } from './pictures.ts'
import { TrackedTyping } from './tracked-typing.ts'

/** The revision that was loaded or saved last, and its body: what is written is written over it. */
export type Held = { rev: number; base: WritingBody }
type TakePictures = (pictures: File[]) => void

/** The editor of a tab, with the element it lives in: hiding the page keeps text, cursor and what can be undone. */
export type OwnEditor = {
  editor: Editor
  element: HTMLElement
  /** Undefined before anything was loaded. */
  held: () => Held | undefined
  hold: (held: Held) => void
  /** What stands around the text. */
  frame: () => BodyFrame
  setFrame: (frame: BodyFrame) => void
  onFrame: (listener: () => void) => () => void
  /** What is done with pictures that are pasted or dropped. */
  onPictures: (take: TakePictures) => void
}
const emptyFrame: BodyFrame = { header: null, footer: null, page: plainPage }

export function ownEditor(): { value: OwnEditor; dispose(): void } {
  const element = document.createElement('div')
  element.className = 'wr-host'
  let take: TakePictures | undefined
  let held: Held | undefined
  let frame = emptyFrame
  const listeners = new Set<() => void>()
  const offer = (files: FileList | undefined) => {
    const pictures = [...(files ?? [])].filter(isPicture)
    if (pictures.length > 0) take?.(pictures)
    return pictures.length > 0
  }
  const editor = new Editor({
    element,
    injectCSS: false,
    editable: false,
    extensions: [...writingExtensions(pictureUrl), Find, FigureMarks, TrackedTyping],
    editorProps: {
      attributes: { class: 'wr-text', role: 'textbox', 'aria-multiline': 'true' },
      transformPastedHTML: cleanPaste,
      // a picture beside words is what a spreadsheet or Word adds to them: the words are taken
      handlePaste: (_, event) => event.clipboardData?.getData('text/html') === '' && offer(event.clipboardData.files),
      handleDrop: (view, event, _, moved) => !moved && view.editable && offer(event.dataTransfer?.files),
    },
  })
  const value: OwnEditor = {
    editor,
    element,
    held: () => held,
    hold: (next) => void (held = next),
    frame: () => frame,
    setFrame: (next) => {
      frame = next
      for (const tell of listeners) tell()
    },
    onFrame: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onPictures: (next) => void (take = next),
  }
  return { value, dispose: () => editor.destroy() }
}
