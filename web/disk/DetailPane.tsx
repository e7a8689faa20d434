import { CloseOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Tabs } from 'antd'
import { disk } from '#contract/disk.ts'
import type { DiskNode, DiskSpace, DiskStep } from '#contract/disk-shapes.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { Facts } from '#web/kit/RecordDrawer.tsx'
import { useShortDate } from '#web/kit/short-date.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { sizeText } from '../ledger/size-text.ts'
import { ActivityTab } from './ActivityTab.tsx'
import type { DiskRow } from './disk-rows.ts'
import { NodeIcon } from './NodeIcon.tsx'
import { paneTexts as texts } from './pane-texts.ts'
import { RulesTab } from './RulesTab.tsx'
import { useNamed } from './space-name.ts'
import { ShareTab } from './ShareTab.tsx'
import { VersionTab } from './VersionTab.tsx'
import './panes.css'

type PaneProps = {
  /** What is picked; nothing: the folder one is in. */
  picked: readonly DiskRow[]
  folderId: string
  tab: string
  onTab: (tab: string) => void
  onOpen: (row: DiskNode) => void
  onShare: (row: DiskNode) => void
  onClose: () => void
}

/** Beside the list: all about what is picked, else about the folder. */
export function DetailPane({ picked, folderId, onClose, ...rest }: PaneProps) {
  const t = useTexts(texts)
  const one = picked.length > 1 ? undefined : (picked[0]?.id ?? folderId)
  return (
    <aside className="disk-pane" aria-label={t('details')}>
      <Button
        className="disk-pane-close"
        size="small"
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('closePane')}
        onClick={onClose}
      />
      {one === undefined ? <Many rows={picked} /> : <One key={one} id={one} {...rest} />}
    </aside>
  )
}

function Many({ rows }: { rows: readonly DiskRow[] }) {
  const t = useTexts(texts)
  return (
    <div className="disk-pane-many">
      <h2>{t('many', { count: rows.length })}</h2>
      <p className="second">{t('manySize', { size: sizeText(rows.reduce((sum, { size }) => sum + size, 0)) })}</p>
    </div>
  )
}

type OneProps = Omit<PaneProps, 'picked' | 'folderId' | 'onClose'> & { id: string }
type Detail = { node: DiskNode; steps: DiskStep[]; space: DiskSpace; versions: number }

function One({ id, tab, onTab, onOpen, onShare }: OneProps) {
  const t = useTexts(texts)
  const named = useNamed()
  const may = useMay()
  const detail = useQuery(query(disk.detail, { id }))
  return (
    <StateView of={detail}>
      {(found) => {
        const { node } = found
        const space = named(found.space)
        const tabs = [
          { key: 'info', label: t('tab_info'), children: <Info {...found} space={space} onOpen={onOpen} /> },
          ...(node.kind === 'file'
            ? [{ key: 'versions', label: t('tab_versions'), children: <VersionTab node={node} /> }]
            : []),
          ...(may('share.use')
            ? [
                {
                  key: 'shares',
                  label: t('tab_shares'),
                  children: <ShareTab node={node} onShare={() => onShare(node)} />,
                },
              ]
            : []),
          { key: 'rules', label: t('tab_rules'), children: <RulesTab node={node} /> },
          { key: 'activity', label: t('tab_activity'), children: <ActivityTab nodeId={node.id} /> },
        ]
        return (
          <>
            <div className="disk-pane-title">
              {node.parentId === '' ? <NodeIcon space={space.type} /> : <NodeIcon kind={node.kind} ext={node.ext} />}
              <h2>{node.name || space.name}</h2>
            </div>
            <Tabs
              size="small"
              tabBarGutter={16}
              activeKey={tabs.some(({ key }) => key === tab) ? tab : 'info'}
              onChange={onTab}
              destroyOnHidden
              items={tabs}
            />
          </>
        )
      }}
    </StateView>
  )
}

function Info({ node, steps, space, versions, onOpen }: Detail & { onOpen: (row: DiskNode) => void }) {
  const t = useTexts(texts)
  const short = useShortDate()
  const file = node.kind === 'file'
  const who = (name: string, at: string) => (name ? t('byAt', { name, time: short(at) }) : short(at))
  return (
    <>
      {file && (
        <Button size="small" onClick={() => onOpen(node)}>
          {t('open')}
        </Button>
      )}
      <Facts
        of={{
          [t('kind')]: file ? (node.ext ? t('fileOf', { ext: node.ext.toUpperCase() }) : t('plainFile')) : t('folder'),
          [t('size')]: sizeText(node.size),
          [t('place')]: [space.name, ...steps.map(({ name }) => name).filter(Boolean)].join(' / '),
          [t('changed')]: who(node.updateUserName, node.updateTime),
          [t('made')]: who(node.createUserName, node.createTime),
          ...(file && { [t('versionCount')]: String(versions) }),
          [t('myLevel')]: t(`level_${node.level}` as 'level_0'),
          ...(node.lockedBy && {
            [t('lock')]: t('lockedSay', { name: node.lockedByName, until: short(node.lockUntil ?? '') }),
          }),
          ...(node.legalHold && { [t('hold')]: t('holdSay') }),
          ...(node.tags.length > 0 && {
            [t('tags')]: node.tags.map((tag) => (
              <span key={tag} className="disk-tag">
                {tag}
              </span>
            )),
          }),
          ...(file && { [t('checksum')]: <code className="disk-hash">{node.sha256}</code> }),
        }}
      />
    </>
  )
}
