import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Dropdown } from 'antd'
import { lazy, Suspense, useRef, useState } from 'react'
import { disk } from '#contract/disk.ts'
import type { DiskNode, DiskSpace } from '#contract/disk-shapes.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Bones, Failing } from '#web/kit/StateView.tsx'
import { takesFocus } from '../bar/use-menu-focus.ts'
import { DetailPane } from './DetailPane.tsx'
import { menuOf } from './deeds.tsx'
import { DiskBar, UploadButton } from './DiskBar.tsx'
import { DiskSide } from './DiskSide.tsx'
import { sourceOf, useDiskPlace } from './disk-place.ts'
import { useDiskRows, useSource } from './disk-rows.ts'
import { bringsFiles, canGoInto, hanging } from './dragging.ts'
import type { FolderDrop } from './FolderTree.tsx'
import { NodeDialogs } from './NodeDialogs.tsx'
import { NodeLines } from './NodeLines.tsx'
import { NodeTiles } from './NodeTiles.tsx'
import { PickedBar } from './PickedBar.tsx'
import { SpaceNames, useNamed, useSpaceNames } from './space-name.ts'
import { texts } from './texts.ts'
import { type Here, useDesk } from './use-desk.tsx'
import type { ListProps } from './use-node-list.ts'
import { type DrawnColumn, useDiskColumns } from './use-disk-columns.ts'
import { useNarrow } from './use-narrow.ts'
import './disk.css'

const ColumnDrawer = lazy(async () => ({ default: (await import('#web/kit/ColumnDrawer.tsx')).ColumnDrawer }))
const MyShares = lazy(async () => ({ default: (await import('../share/MyShares.tsx')).MyShares }))

type ExplorerProps = {
  spaces: readonly DiskSpace[]
  /** The folder it begins with. */
  home: string
}

/** Spaces and folders at the left, what lies in one in the middle, all about what is picked at the right. */
export function Explorer({ spaces, home }: ExplorerProps) {
  const t = useTexts(texts)
  const named = useNamed()
  const place = useDiskPlace(home)
  const detail = useQuery(query(disk.detail, { id: place.folderId }))
  if (detail.data) {
    const here = { ...detail.data, space: named(detail.data.space) }
    return <Desk spaces={spaces} home={home} here={here} />
  }
  if (!detail.isError) return <Bones lines={8} />
  return (
    <div className="disk-failed">
      <Failing fault={detail.error} retry={detail.refetch} />
      {place.folderId !== home && <Button onClick={() => place.go({ folder: home })}>{t('backHome')}</Button>}
    </div>
  )
}

/** Below these widths the details, and then the folders, open over the list. */
const ROOM_FOR_PANE = 1180
const ROOM_FOR_SIDE = 800

function Desk({ spaces, home, here }: ExplorerProps & { here: Here }) {
  const t = useTexts(texts)
  const place = useDiskPlace(home)
  const rows = useDiskRows(useSource(sourceOf(place, here.space.id)), place.sort)
  const desk = useDesk(place, here, rows)
  const [sideOpen, setSideOpen] = useState(false)
  const names = useSpaceNames()
  const noPane = useNarrow(ROOM_FOR_PANE)
  const noSide = useNarrow(ROOM_FOR_SIDE)
  const infoOpen = noPane ? place.info === '1' : place.info !== '0'
  const links = place.mark === 'links'
  const closeInfo = () => place.setInfoOpen(false)
  const drop: FolderDrop = {
    takes: (event, folder) => canGoInto(hanging(event), folder.id) || bringsFiles(event),
    take: (event, folder) => desk.dropInto(event, folder),
  }
  const side = <DiskSide place={place} spaces={spaces} here={here} drop={drop} onGone={() => setSideOpen(false)} />
  const pane = (
    <DetailPane
      picked={desk.picked}
      folderId={here.node.id}
      tab={place.tab}
      onTab={place.setTab}
      onOpen={desk.open}
      onShare={(node: DiskNode) => desk.ask('share', [{ ...node, name: node.name || here.space.name }])}
      onClose={closeInfo}
    />
  )
  return (
    <div className="disk" data-pane={(infoOpen && !noPane && !links) || undefined}>
      {!noSide && side}
      <section className="disk-work" aria-label={desk.target.name}>
        <DiskBar
          place={place}
          here={here}
          desk={desk}
          infoOpen={infoOpen}
          onSide={noSide ? () => setSideOpen(true) : undefined}
        />
        {links ? (
          <Suspense fallback={<Bones lines={6} />}>
            <div className="disk-links">
              <MyShares />
            </div>
          </Suspense>
        ) : (
          <>
            <SpaceNames value={names}>
              <Things place={place} desk={desk} narrow={noSide} />
            </SpaceNames>
          </>
        )}
      </section>
      {!noPane && infoOpen && !links && pane}
      {noSide && (
        <Drawer
          placement="left"
          size={280}
          open={sideOpen}
          onClose={() => setSideOpen(false)}
          title={t('folders')}
          className="disk-drawer"
        >
          {side}
        </Drawer>
      )}
      {noPane && !links && (
        <Drawer open={infoOpen} size="min(400px, 100vw)" onClose={closeInfo} closable={false} className="disk-drawer">
          {pane}
        </Drawer>
      )}
      <NodeDialogs
        asked={desk.asked}
        commands={desk.commands}
        from={[here.space.rootId, ...here.steps.map(({ id }) => id)]}
        onClose={desk.closeDialog}
        onMoved={desk.unpick}
      />
      {desk.conflictDialog}
      {desk.versionInput}
    </div>
  )
}

/** Of what is found, and of marked things: where it lies. */
const FOUND: readonly DrawnColumn[] = [{ key: 'place' }, { key: 'updateTime' }, { key: 'size' }]

type ThingsProps = { place: ReturnType<typeof useDiskPlace>; desk: ReturnType<typeof useDesk>; narrow: boolean }

/** The list itself, with the menu that opens on it. */
function Things({ place, desk, narrow }: ThingsProps) {
  const t = useTexts(texts)
  const [menu, setMenu] = useState(false)
  const { rows } = desk
  const { columns: own, settable, setting } = useDiskColumns()
  const [settingOpen, setSettingOpen] = useState(false)
  const columns: readonly DrawnColumn[] = narrow ? [] : desk.listsFolder ? own : FOUND
  const empty = desk.listsFolder
    ? desk.stores
      ? {
          says: t('emptyFolder'),
          action: (
            <div className="disk-empty-deeds">
              <UploadButton desk={desk} />
            </div>
          ),
        }
      : { says: t('emptyReadOnly') }
    : { says: place.searches ? t('foundNothing') : t(`emptyMark_${place.mark ?? 'recent'}`) }
  const items = menuOf(desk.deeds)
  const frame = useRef<HTMLDivElement>(null)
  const turnMenu = (open: boolean) => {
    setMenu(open)
    // the keys are heard by the list again
    if (!open) frame.current?.querySelector<HTMLElement>('.disk-list')?.focus({ preventScroll: true })
  }
  const list: ListProps = {
    name: desk.target.name,
    rows,
    columns,
    sort: place.sort,
    onSort: place.order,
    selection: desk.selection,
    onSelect: desk.select,
    renaming: desk.renaming,
    empty,
    takesFiles: desk.stores,
    dense: setting.density === 'small',
    tall: narrow || (place.searches && place.search.content),
    deeds: {
      open: desk.open,
      key: desk.press,
      endRename: desk.endRename,
      menuOpen: menu && items.length > 0,
      drop: (event, folder) => desk.dropInto(event, folder ?? desk.target),
    },
  }
  if (rows.fault) return <Failing fault={rows.fault} retry={rows.retry} />
  return (
    <>
      <PickedBar
        desk={desk}
        onColumns={columns === own && place.as === 'list' ? () => setSettingOpen(true) : undefined}
      />
      {settingOpen && (
        <Suspense fallback={null}>
          <ColumnDrawer columns={settable} setting={setting} onClose={() => setSettingOpen(false)} />
        </Suspense>
      )}
      <Dropdown
        trigger={['contextMenu']}
        open={menu && items.length > 0}
        onOpenChange={turnMenu}
        {...takesFocus}
        menu={{ items, className: 'disk-menu', onClick: () => turnMenu(false) }}
      >
        <div ref={frame} className="disk-things">
          {place.as === 'tiles' && rows.total !== 0 ? <NodeTiles {...list} /> : <NodeLines {...list} />}
        </div>
      </Dropdown>
    </>
  )
}
