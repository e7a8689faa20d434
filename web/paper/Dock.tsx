import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Grid, Tabs } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { job } from '#contract/system.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useView } from '#web/kernel/tab.ts'
import { Bones } from '#web/kit/StateView.tsx'
import { CellHistory } from './CellHistory.tsx'
import { Comments } from './Comments.tsx'
import { texts } from './texts.ts'

const EntryPanel = lazy(async () => ({ default: (await import('#web/entry/EntryPanel.tsx')).EntryPanel }))
const ProposalPane = lazy(async () => ({ default: (await import('#web/proposal/ProposalPane.tsx')).ProposalPane }))

const panes = ['evidence', 'entry', 'proposals', 'history', 'comments'] as const

type DockProps = {
  projectId: string
  paperId: string
  place: string
  /** Whether the cell in hand is an amount. */
  money: boolean
  /** Whether it is computed: it can be explained. */
  bound: boolean
  nameOf: (place: string) => string
  onGo: (place: string) => void
  evidence: ReactNode
}

/** Beside the sheet: where the figure comes from, what is entered by hand, who changed it, what people say. A drawer on a phone. */
export function Dock({ projectId, paperId, place, money, bound, nameOf, onGo, evidence }: DockProps) {
  const t = useTexts(texts)
  const wide = Grid.useBreakpoint().md !== false
  const [asked, setTab] = useView('dock', 'evidence')
  const tab = panes.find((pane) => pane === asked) ?? 'evidence'
  const [shut, setShut] = useView('shut')
  const [drawn, draw] = useState(false)
  const cache = useQueryClient()
  // the page follows the newest job and shows what it computed
  const computing = () =>
    void cache.invalidateQueries({ queryKey: query(job.list, { current: 1, size: 10 }).queryKey.slice(0, 2) })
  const tabs = (
    <Tabs
      size="small"
      className="dock-tabs"
      tabBarGutter={16}
      activeKey={tab}
      onChange={setTab}
      destroyOnHidden
      items={[
        { key: 'evidence', label: t('dockEvidence'), children: evidence },
        {
          key: 'entry',
          label: t('dockEntry'),
          children: (
            <Suspense fallback={<Bones lines={8} />}>
              <EntryPanel key={paperId} projectId={projectId} paperId={paperId} onSaved={computing} />
            </Suspense>
          ),
        },
        {
          key: 'proposals',
          label: t('dockProposals'),
          children: (
            <Suspense fallback={<Bones lines={8} />}>
              <ProposalPane
                projectId={projectId}
                paperId={paperId}
                place={place}
                bound={bound}
                nameOf={nameOf}
                onGo={onGo}
              />
            </Suspense>
          ),
        },
        {
          key: 'history',
          label: t('dockHistory'),
          children:
            place === '' ? (
              <p className="second">{t('pickForHistory')}</p>
            ) : (
              <CellHistory key={place} projectId={projectId} paperId={paperId} place={place} money={money} />
            ),
        },
        {
          key: 'comments',
          label: t('dockComments'),
          children: (
            <Comments key={place} projectId={projectId} paperId={paperId} place={place} nameOf={nameOf} onGo={onGo} />
          ),
        },
      ]}
    />
  )
  if (!wide) {
    return (
      <section className="workbook-evidence" aria-label={t('paneEvidence')}>
        <Button block onClick={() => draw(true)}>
          {t('dockOpen')}
        </Button>
        <Drawer placement="bottom" size="80%" open={drawn} title={t('paneEvidence')} onClose={() => draw(false)}>
          {tabs}
        </Drawer>
      </section>
    )
  }
  const open = shut === ''
  return (
    <section
      className="workbook-evidence"
      aria-label={t('paneEvidence')}
      data-shut={!open || undefined}
      data-wide={tab === 'entry' || undefined}
    >
      <Button
        size="small"
        type="text"
        className="dock-toggle"
        aria-label={t(open ? 'dockClose' : 'dockOpen')}
        aria-expanded={open}
        icon={open ? <RightOutlined /> : <LeftOutlined />}
        onClick={() => setShut(open ? '1' : '')}
      />
      {open && tabs}
    </section>
  )
}
