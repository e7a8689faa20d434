import { writingKinds, type WritingKind } from '#contract/writing.ts'
import { useTab } from '#web/kernel/tab.ts'
import { DocPage } from './DocPage.tsx'
import { WritingList } from './WritingList.tsx'
import './writing.css'

/** The documents of a kind; with `v.doc` in the address that document. */
const pageFor = (kind: WritingKind) =>
  function WritingPage() {
    const { query } = useTab()
    const id = query.get('v.doc') ?? ''
    return id === '' ? <WritingList kind={kind} /> : <DocPage key={id} id={id} kind={kind} />
  }

/** /ai-content-editor */
export const ContentPage = pageFor(writingKinds[0])
/** /wordonline/index */
export const WordPage = pageFor(writingKinds[1])
