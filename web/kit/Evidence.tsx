import { Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'
import './kit.css'

type EvidenceProps = {
  /** What is shown: a figure. */
  children: ReactNode
  /** Whose provenance it is: the head of the drawer. */
  title: string
  /** The provenance, drawn when it is opened. */
  content: ReactNode
  width?: number
}

/** A computed figure: dotted jade underline; a click shows where it comes from, in a drawer beside the work. */
export function Evidence({ children, title, content, width = 480 }: EvidenceProps) {
  const t = useTexts(texts)
  const [open, setOpen] = useState(false)
  return (
    <>
      <EvidenceMark says={`${t('evidence')}：${title}`} onOpen={() => setOpen(true)}>
        {children}
      </EvidenceMark>
      <Drawer title={title} open={open} onClose={() => setOpen(false)} size={width} mask={false} destroyOnHidden>
        {open && content}
      </Drawer>
    </>
  )
}

/** Only the mark, for pages that show the provenance in a pane of their own. */
export function EvidenceMark({ children, says, onOpen }: { children: ReactNode; says: string; onOpen: () => void }) {
  return (
    <button
      type="button"
      className="evidence plain-button"
      title={says}
      onClick={(event) => {
        event.stopPropagation()
        onOpen()
      }}
    >
      {children}
    </button>
  )
}
