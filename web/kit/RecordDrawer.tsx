import { Drawer, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import './list-kit.css'

export type RecordTab = { key: string; label: ReactNode; content: ReactNode }

type RecordDrawerProps = {
  open: boolean
  title: ReactNode
  tabs: readonly RecordTab[]
  onClose: () => void
  /** What can be done with the record, at the right of the title. */
  action?: ReactNode
  width?: number
}

/** A record beside its list, which stays in use: information, history, attachments, what hangs together with it. */
export function RecordDrawer({ open, title, tabs, onClose, action, width = 520 }: RecordDrawerProps) {
  const [chosen, setChosen] = useState('')
  const active = tabs.some(({ key }) => key === chosen) ? chosen : (tabs[0]?.key ?? '')
  return (
    <Drawer
      open={open}
      title={title}
      onClose={onClose}
      size={width}
      mask={false}
      destroyOnHidden
      {...(action !== undefined && { extra: action })}
    >
      {tabs.length === 1 ? (
        tabs[0]?.content
      ) : (
        <Tabs
          className="record-tabs"
          activeKey={active}
          onChange={setChosen}
          destroyOnHidden
          items={tabs.map(({ key, label, content }) => ({ key, label, children: content }))}
        />
      )}
    </Drawer>
  )
}

/** Facts of a record, by their labels: a label over each value, blanks as a dash. */
export function Facts({ of }: { of: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="facts">
      {Object.entries(of).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === '' || value === null || value === undefined ? '—' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
