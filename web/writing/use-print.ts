import { useTexts } from '#web/kernel/language.ts'
import { useConfirm } from '#web/kit/ConfirmDanger.ts'
import { bodyOf } from './body-of.ts'
import type { OwnEditor } from './editor.ts'
import { printDoc } from './print-doc.ts'
import { texts } from './texts.ts'

/** Prints the document as sheets of paper; changes that wait are named first, because they print as marks. */
export function usePrint(owned: OwnEditor, { title, pending }: { title: string; pending: number }) {
  const t = useTexts(texts)
  const agree = useConfirm()
  return async () => {
    if (pending > 0 && !(await agree({ says: t('printMarks', { count: pending }), ok: t('printDo') }))) return
    await printDoc({ schema: owned.editor.schema, body: bodyOf(owned.editor, owned.frame()), title })
  }
}
