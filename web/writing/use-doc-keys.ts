import type { Editor } from '@tiptap/core'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { isLink } from '#contract/writing-doc.ts'
import { useTab } from '#web/kernel/tab.ts'

type Keys = {
  onSave: () => void
  onFind: () => void
  onPrint: () => void
  /** Words with a comment were pressed. */
  onComment: () => void
}

/** Ctrl+S saves, Ctrl+F finds, Ctrl+P prints the document, while the document is in front; links open by Ctrl and click, or by a click where nothing is edited. */
export function useDocKeys(editor: Editor, { onSave, onFind, onPrint, onComment }: Keys): void {
  const { active } = useTab()
  const navigate = useNavigate()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!active || !(event.ctrlKey || event.metaKey) || event.altKey) return
    const act = new Map([
      ['s', onSave],
      ['f', onFind],
      ['p', onPrint],
    ]).get(event.key.toLowerCase())
    if (!act) return
    event.preventDefault()
    act()
  })
  const follow = useEffectEvent((event: MouseEvent) => {
    if (!(event.target instanceof Element)) return
    if (event.target.closest('.wr-comment')) onComment()
    const link = event.target.closest('a.wr-link')
    if (!link) return
    event.preventDefault()
    const href = link.getAttribute('href') ?? ''
    if (!isLink(href) || (editor.isEditable && !event.ctrlKey && !event.metaKey)) return
    if (href.startsWith('/')) void navigate(href)
    else window.open(href, '_blank', 'noopener,noreferrer')
  })
  useEffect(() => {
    const { dom } = editor.view
    addEventListener('keydown', press)
    dom.addEventListener('click', follow)
    return () => {
      removeEventListener('keydown', press)
      dom.removeEventListener('click', follow)
    }
  }, [editor])
}
