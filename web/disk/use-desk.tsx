import { type ChangeEvent, type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { diskFile } from '#contract/disk-file.ts'
import { type DiskNode, diskLevel, type DiskSpace, type DiskStep } from '#contract/disk-shapes.ts'
import { file } from '#contract/file.ts'
import { call, download } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { useConfirm } from '#web/kit/ConfirmDanger.ts'
import { rememberList } from '../viewer/listed-files.ts'
import { viewerPath } from '../viewer/viewer-path.ts'
import { clip, useClipboard } from './clipboard.ts'
import { type DeedWork, type Dialog, useDeeds } from './deeds.tsx'
import type { DiskPlace } from './disk-place.ts'
import type { DiskRow, DiskRows } from './disk-rows.ts'
import { bringsFiles, canGoInto, hanging } from './dragging.ts'
import { readDropped, readPicked } from './dropped-files.ts'
import { useNodeCommands } from './node-commands.ts'
import { nothingPicked, type Selection } from './selection.ts'
import { texts } from './texts.ts'
import { startUploads } from './upload-queue.ts'
import { type Target, useAddFiles } from './use-add-files.tsx'

/** The folder the explorer stands in. */
export type Here = { node: DiskNode; steps: DiskStep[]; space: DiskSpace }
/** From so many on putting into the recycle bin asks first; undoing it by hand would be work. */
const MANY = 20

const idsOf = (rows: readonly DiskRow[]) => rows.map(({ id }) => id)

/** The files of the list that have been read, in its order. */
const filesRead = (rows: DiskRows): DiskRow[] =>
  Array.from({ length: rows.total ?? 0 }, (_, at) => rows.at(at)).filter((row): row is DiskRow => row?.kind === 'file')

/** What is picked and what is done with it. */
export function useDesk(place: DiskPlace, here: Here, rows: DiskRows) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const confirm = useConfirm()
  const commands = useNodeCommands()
  const uploads = useAddFiles()
  const clipboard = useClipboard()
  const key = JSON.stringify([place.folderId, place.mark, place.searches && place.search, place.sort])
  const [kept, setKept] = useState<{ key: string; selection: Selection }>({ key, selection: nothingPicked })
  const selection = kept.key === key ? kept.selection : nothingPicked
  const select = (next: Selection) => setKept({ key, selection: next })
  const [renaming, setRenaming] = useState('')
  const [asked, setAsked] = useState<{ dialog: Dialog; rows: readonly DiskRow[] }>()
  const picked = rows.known(selection.ids)
  const target: Target = { id: here.node.id, name: here.node.name || here.space.name }
  const listsFolder = !place.mark && !place.searches
  const stores = listsFolder && here.node.level >= diskLevel.upload
  const versionInput = useRef<HTMLInputElement>(null)
  const [versionOf, setVersionOf] = useState<DiskRow>()

  const unpick = () => select({ ...selection, ids: new Set() })
  const open = (row: DiskNode) => {
    if (row.kind === 'folder') {
      place.go({ folder: row.id })
      return
    }
    // the list of recent files is a help, never in the way
    void call(diskFile.touch, { id: row.id }).catch(() => undefined)
    // in a folder by name the viewer asks for what lies beside it; any other order only this list knows
    rememberList(listsFolder && !place.sort ? [] : filesRead(rows), row.fileId)
    void navigate(viewerPath({ fileId: row.fileId, name: row.name }))
  }
  const take = (some: readonly DiskRow[]) => {
    const [row] = some
    if (some.length === 1 && row?.kind === 'file')
      download(file.download, { id: row.fileId }, row.name).catch((fault: unknown) => complain(fault))
    else void commands.zip(idsOf(some), some.length === 1 ? (row?.name ?? '') : target.name)
  }
  const remove = async (some: readonly DiskRow[]) => {
    if (some.length >= MANY && !(await confirm({ says: t('removeSure', { count: some.length }), ok: t('do_remove') })))
      return
    if (await commands.remove(idsOf(some))) unpick()
  }
  const work: DeedWork = {
    open,
    reveal: (row) => place.go({ folder: row.parentId || here.space.rootId }),
    download: take,
    ask: (dialog, some) => setAsked({ dialog, rows: some }),
    rename: ({ id }) => setRenaming(id),
    remove: (some) => void remove(some),
    favour: (some, on) => void commands.favour(idsOf(some), on),
    lock: ({ id }) => void commands.lock(id),
    unlock: ({ id }, force) => void commands.unlock(id, force),
    hold: (some, on) => void commands.hold(idsOf(some), on),
    newVersion: (row) => {
      setVersionOf(row)
      versionInput.current?.click()
    },
    details: (row, tab) => {
      select({ ...selection, ids: new Set([row.id]) })
      place.showDetails(tab)
    },
    cut: (some, copy) => {
      clip(idsOf(some), copy)
      say(t(copy ? 'clipCopied' : 'clipCut', { count: some.length }))
    },
  }
  const deedsOf = useDeeds(work)

  const paste = async () => {
    if (!stores || clipboard.ids.length === 0) return
    const done = await (clipboard.copy ? commands.copy : commands.move)(clipboard.ids, target.id)
    if (done && !clipboard.copy) clip([], false)
  }
  /** Keys that do something with what is picked. */
  const press = (event: KeyboardEvent<HTMLElement>): boolean => {
    const held = event.ctrlKey || event.metaKey
    const run = (name: string) => {
      const deed = deedsOf(picked)
        .flat()
        .find((one) => one.key === name)
      deed?.run()
      return deed !== undefined
    }
    if (event.key === 'Backspace' || (event.altKey && event.key === 'ArrowUp')) return up()
    if (held && event.key === 'v') {
      void paste()
      return true
    }
    if (picked.length === 0) return false
    if (event.key === 'Enter') return run('open')
    if (event.key === 'F2') return run('rename')
    if (event.key === 'Delete') return run('remove')
    if (held && event.key === 'x') return run('cut')
    if (held && event.key === 'c' && picked.every(({ level }) => level >= diskLevel.download)) {
      work.cut(picked, true)
      return true
    }
    return false
  }
  const up = () => {
    if (!listsFolder || !here.node.parentId) return false
    place.go({ folder: here.node.parentId })
    return true
  }

  const dropInto = (event: DragEvent, { id, name }: Target) => {
    const some = hanging(event)
    if (canGoInto(some, id)) {
      const copies = event.ctrlKey || event.altKey
      void commands[copies ? 'copy' : 'move'](idsOf(some), id).then((done) => done && unpick())
    } else if (bringsFiles(event))
      void readDropped(event.dataTransfer).then((dropped) => uploads.add(dropped, { id, name }))
  }
  const addPicked = ({ target: input }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(input.files ?? [])]
    input.value = ''
    void uploads.add(readPicked(chosen), target)
  }
  const sendVersion = ({ target: input }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = input.files ?? []
    input.value = ''
    if (!chosen || !versionOf) return
    const { id, parentId } = versionOf
    startUploads([{ file: chosen, relPath: '', parentId, folderName: versionOf.name, conflict: 'version', node: id }])
  }

  return {
    rows,
    selection,
    select,
    unpick,
    picked,
    renaming,
    endRename: () => setRenaming(''),
    asked,
    ask: work.ask,
    closeDialog: () => setAsked(undefined),
    commands,
    target,
    stores,
    listsFolder,
    open,
    press,
    paste,
    mayPaste: stores && clipboard.ids.length > 0,
    deeds: deedsOf(picked),
    dropInto,
    addPicked,
    conflictDialog: uploads.dialog,
    versionInput: (
      <input ref={versionInput} type="file" hidden aria-label={t('do_newVersion')} onChange={sendVersion} />
    ),
  }
}
export type Desk = ReturnType<typeof useDesk>
