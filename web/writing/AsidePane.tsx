import type { Editor } from '@tiptap/core'
import { Tabs } from 'antd'
import type { WritingOpened } from '#contract/writing.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { texts as assistTexts } from './assist-texts.ts'
import { AssistPane } from './AssistPane.tsx'
import { CommentPane, type Quoted } from './CommentPane.tsx'
import { texts } from './pane-texts.ts'
import { SuggestionPane } from './SuggestionPane.tsx'
import type { Suggestion } from './suggestions.ts'
import { texts as pageTexts } from './texts.ts'

export const asideTabs = ['assist', 'changes', 'comments'] as const
export type AsideTab = (typeof asideTabs)[number]
type AsidePaneProps = {
  /** Undefined: nothing stands beside the sheet. */
  tab: AsideTab | undefined
  onTab: (tab: AsideTab) => void
  editor: Editor
  opened: WritingOpened
  suggestions: readonly Suggestion[]
  readOnly: boolean
  quoted: Quoted | undefined
  onQuoted: (quoted: Quoted | undefined) => void
}

/** What stands beside the sheet: the model's help, changes that wait, comments. What was begun in one stays while another shows. */
export function AsidePane({ tab, onTab, editor, opened, suggestions, readOnly, quoted, onQuoted }: AsidePaneProps) {
  const t = useTexts(texts)
  const say = useTexts(assistTexts)
  const tell = useTexts(pageTexts)
  const may = useMay()
  const assist = may('writing.assist')
  const now = tab === 'assist' && !assist ? 'changes' : tab
  const items = [
    ...(assist
      ? [{ key: 'assist', label: say('assist'), children: <AssistPane {...{ editor, opened, readOnly }} /> }]
      : []),
    {
      key: 'changes',
      label: suggestions.length > 0 ? t('changesCount', { count: suggestions.length }) : t('changes'),
      children: <SuggestionPane {...{ editor, suggestions }} editable={!readOnly} />,
    },
    {
      key: 'comments',
      label: t('comments'),
      children: <CommentPane {...{ editor, quoted, onQuoted }} docId={opened.id} editable={!readOnly} />,
    },
  ]
  return (
    <aside className="wr-aside" aria-label={tell('aside')} hidden={now === undefined}>
      <Tabs
        size="small"
        {...(now !== undefined && { activeKey: now })}
        onChange={(key) => {
          const next = asideTabs.find((one) => one === key)
          if (next) onTab(next)
        }}
        items={items}
      />
    </aside>
  )
}
