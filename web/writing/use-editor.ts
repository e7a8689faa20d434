import type { Editor } from '@tiptap/core'
import { useEffect, useEffectEvent, useState } from 'react'

/** A quiet moment after typing, before what is derived from the whole text is read again. */
const QUIET_MS = 250

/** Something read from the document, again a moment after it changed: for what is too much for every letter. */
export function useReading<T>(editor: Editor, read: (editor: Editor) => T): T {
  const [value, setValue] = useState(() => read(editor))
  const again = useEffectEvent(() => setValue(read(editor)))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(again, QUIET_MS)
    }
    const heard = ({ transaction }: { transaction: { docChanged: boolean; getMeta(name: string): unknown } }) => {
      if (transaction.docChanged || transaction.getMeta('preventUpdate')) later()
    }
    editor.on('transaction', heard)
    later()
    return () => {
      clearTimeout(timer)
      editor.off('transaction', heard)
    }
  }, [editor])
  return value
}
