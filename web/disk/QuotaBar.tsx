import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Progress } from 'antd'
import { useState } from 'react'
import { disk } from '#contract/disk.ts'
import type { DiskSpace } from '#contract/disk-shapes.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useFocusBack } from '#web/kit/focus-back.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { sizeText } from '../ledger/size-text.ts'
import { NodeIcon } from './NodeIcon.tsx'
import { usageTexts as texts } from './usage-texts.ts'
import './panes.css'

/** Where more room is bought. */
export const BUY = '/portal/buy?metric=storage'
/** From here on it is said that room runs out. */
const NEARLY = 90

const shareOf = (used: number, quota: number | null) =>
  quota === null ? undefined : quota === 0 ? 100 : Math.min(100, Math.round((used / quota) * 100))

/** How full a space is; a click shows what fills it. */
export function QuotaBar({ space }: { space: DiskSpace }) {
  const t = useTexts(texts)
  const [open, setOpen] = useState(false)
  const used = space.usedBytes + space.reservedBytes
  const percent = shareOf(used, space.quotaBytes)
  const scarce = percent !== undefined && percent >= NEARLY
  return (
    <div className="disk-quota" data-scarce={scarce || undefined}>
      {percent !== undefined && (
        <Progress
          aria-label={t('usedOf', { used: sizeText(used), quota: sizeText(space.quotaBytes ?? 0) })}
          percent={percent}
          size="small"
          showInfo={false}
        />
      )}
      <button type="button" className="plain-button number" onClick={() => setOpen(true)}>
        {space.quotaBytes === null
          ? t('used', { used: sizeText(used) })
          : t('usedOf', { used: sizeText(used), quota: sizeText(space.quotaBytes) })}
      </button>
      {scarce && (
        <a href={BUY} target="_blank" rel="noopener">
          {t('buy')}
        </a>
      )}
      {open && <UsageDrawer spaceId={space.id} name={space.name} onClose={() => setOpen(false)} />}
    </div>
  )
}

type DrawerProps = { spaceId?: string; name: string; onClose: () => void }

/** What fills a space, or the whole firm: kinds of file, people, the largest files. */
export function UsageDrawer({ spaceId, name, onClose }: DrawerProps) {
  const t = useTexts(texts)
  useFocusBack(true)
  const usage = useQuery(query(disk.usage, { ...(spaceId && { spaceId }) }))
  return (
    <Drawer
      open
      title={t('usageOf', { name })}
      size={520}
      onClose={onClose}
      extra={
        <Button href={BUY} target="_blank" rel="noopener">
          {t('buy')}
        </Button>
      }
    >
      <StateView of={usage}>
        {({ quotaBytes, usedBytes, reservedBytes, trashBytes, versionBytes, kinds, people, largest, spaces }) => {
          const percent = shareOf(usedBytes + reservedBytes, quotaBytes)
          return (
            <div className="disk-usage">
              <p className="disk-usage-sum number">
                {quotaBytes === null
                  ? t('used', { used: sizeText(usedBytes) })
                  : t('usedOf', { used: sizeText(usedBytes), quota: sizeText(quotaBytes) })}
              </p>
              {percent !== undefined && <Progress aria-label={t('room')} percent={percent} size="small" />}
              <dl className="figures">
                <Figure label={t('oldVersions')} bytes={versionBytes} />
                <Figure label={t('inTrash')} bytes={trashBytes} />
                <Figure label={t('reserved')} bytes={reservedBytes} />
              </dl>
              <Bars
                title={t('byKind')}
                rows={kinds.map(({ kind, bytes, files }) => ({ name: kindName(kind, t), bytes, files }))}
              />
              <Bars title={t('byPerson')} rows={people.map(({ name, bytes, files }) => ({ name, bytes, files }))} />
              {spaces.length > 1 && (
                <Bars title={t('bySpace')} rows={spaces.map(({ name, bytes }) => ({ name, bytes }))} />
              )}
              {largest.length > 0 && (
                <section>
                  <h3>{t('largest')}</h3>
                  <ul className="disk-largest">
                    {largest.map((node) => (
                      <li key={node.id}>
                        <NodeIcon kind={node.kind} ext={node.ext} />
                        <span title={node.name}>{node.name}</span>
                        <span className="number">{sizeText(node.size)}</span>
                      </li>
                    ))}
                  </ul>
                </section>
              )}
            </div>
          )
        }}
      </StateView>
    </Drawer>
  )
}

const kindKeys = [
  'sheet',
  'word',
  'pdf',
  'image',
  'archive',
  'slides',
  'text',
  'media',
  'audio',
  'video',
  'other',
] as const
const kindName = (kind: string, t: (key: keyof typeof texts) => string) => {
  const key = kindKeys.find((one) => one === kind)
  return key ? t(`kind_${key}`) : kind.toUpperCase() || t('kind_other')
}

function Figure({ label, bytes }: { label: string; bytes: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="number">{sizeText(bytes)}</dd>
    </div>
  )
}

type BarRow = { name: string; bytes: number; files?: number }

/** Lines with bars, the longest is the largest. */
function Bars({ title, rows }: { title: string; rows: readonly BarRow[] }) {
  const t = useTexts(texts)
  const most = Math.max(1, ...rows.map(({ bytes }) => bytes))
  if (rows.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul className="disk-bars">
        {rows.map(({ name, bytes, files }) => (
          <li key={name}>
            <span title={name}>{name}</span>
            <span className="disk-bar" aria-hidden>
              <i style={{ inlineSize: `${(bytes / most) * 100}%` }} />
            </span>
            <span className="number third">
              {files === undefined ? sizeText(bytes) : `${sizeText(bytes)} · ${t('files', { count: files })}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
