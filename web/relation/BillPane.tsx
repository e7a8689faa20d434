import { Input } from 'antd'
import type { ReactNode } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { Pane3 } from '#web/kit/Pane3.tsx'
import { type Filter, FilterList } from './bill-parts.tsx'
import { texts } from './texts.ts'
import { WorkList, type WorkListProps } from './WorkList.tsx'

type BillPaneProps<Row> = {
  /** Filters of the left pane: by state, then in the groups of this bill. */
  states: Filter[]
  groupTitle: string
  groups: Filter[]
  filter: string
  onFilter: (key: string) => void
  text: string
  onText: (text: string) => void
  /** What the search looks through. */
  find: string
  /** Buttons for what is shown. */
  tools: ReactNode
  list: Omit<WorkListProps<Row>, 'name' | 'emptySays'>
  /** Why the row in hand is as proposed; null without one. */
  evidence: ReactNode
}

/** A bill to be worked through: filters, search and list, and the evidence for the row in hand. */
export function BillPane<Row>(props: BillPaneProps<Row>) {
  const { states, groupTitle, groups, filter, onFilter, text, onText, find, tools, list, evidence } = props
  const t = useTexts(texts)
  return (
    <Pane3
      names={[t('panes'), t('paneWork'), t('paneEvidence')]}
      what={
        <>
          <FilterList filters={states} chosen={filter} onChoose={onFilter} />
          <FilterList title={groupTitle} filters={groups} chosen={filter} onChoose={onFilter} />
        </>
      }
      work={
        <>
          <div className="work-tools">
            <Input
              allowClear
              style={{ maxWidth: 260 }}
              placeholder={find}
              aria-label={find}
              value={text}
              onChange={({ target }) => onText(target.value)}
            />
            {tools}
          </div>
          <WorkList
            name={t('paneWork')}
            emptySays={t(filter === 'waiting' && text === '' ? 'allDecided' : 'nothingShown')}
            {...list}
          />
        </>
      }
      evidence={evidence ?? <p className="second">{t('pickOne')}</p>}
    />
  )
}
