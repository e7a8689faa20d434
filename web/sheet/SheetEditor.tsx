import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Space } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { lostKinds } from '#contract/sheet-book.ts'
import { sheetFile } from '#contract/sheet-file.ts'
import { opKey, type SheetOp } from '#contract/sheet-ops.ts'
import { download, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { useTab, useTabTitle } from '#web/kernel/tab.ts'
import { CallError } from '#web/kernel/transport.ts'
import { useConfirm, useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { applySafely, type LoadedSheet, loadSheet } from './load-sheet.ts'
import { collisionsOf, type Collision } from './merge-ops.ts'
import { MergeDialog } from './MergeDialog.tsx'
import type { QueueState } from './op-queue.ts'
import { SheetNotes } from './SheetNotes.tsx'
import { SheetPeople } from './SheetPeople.tsx'
import { StaleSheet } from './stale-sheet.ts'
import { texts } from './texts.ts'
import { useSheetLease } from './use-sheet-lease.ts'
import { useSheetQueue } from './use-sheet-queue.ts'
import { VersionDrawer } from './VersionDrawer.tsx'
import './sheet.css'

// the spreadsheet is by far the largest part of the product
const SheetGrid = lazy(async () => ({ default: (await import('./SheetGrid.tsx')).SheetGrid }))

const tones: Record<QueueState, Tone> = {
  saved: 'good',
  saving: 'active',
  offline: 'waiting',
  stale: 'bad',
  refused: 'bad',
}

/** One spreadsheet, opened with the person's rights on its file. */
export function SheetEditor({ fileId }: { fileId: string }) {
  const t = useTexts(texts)
  const loaded = useQuery({
    queryKey: ['onlineSheet', 'book', fileId],
    queryFn: () => loadSheet(fileId),
    staleTime: Infinity,
    // the grid holds what was typed; a second loading in the background would draw over it
    refetchOnReconnect: false,
    refetchOnMount: false,
  })
  useTabTitle(loaded.data?.opened.name)
  return (
    <StateView
      of={loaded}
      shape={
        <Page title={t('onlineSheet')}>
          <Bones lines={14} />
        </Page>
      }
    >
      {(sheet) => <Opened key={fileId} sheet={sheet} reload={async () => void (await loaded.refetch())} />}
    </StateView>
  )
}

function Opened({ sheet, reload }: { sheet: LoadedSheet; reload: () => Promise<void> }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const confirm = useConfirmDanger()
  const agree = useConfirm()
  const { active } = useTab()
  const { opened } = sheet
  const { fileId } = opened
  /** What an earlier page left unsent, drawn over what was loaded. */
  const [left, setLeft] = useState<{ on: LoadedSheet; ops: SheetOp[] }>()
  const [collisions, setCollisions] = useState<{ rev: number; list: Collision[] }>()
  const [refusal, setRefusal] = useState('')
  const [drawer, setDrawer] = useState(false)
  const { queue, push, state } = useSheetQueue(
    { fileId, rev: sheet.rev },
    {
      onLeft: (ops) => setLeft({ on: sheet, ops }),
      onState: (next, fault) => {
        setRefusal(next === 'refused' && fault instanceof CallError ? fault.message : '')
        if (next === 'stale') void meet(fault)
      },
    },
  )
  /** Others wrote meanwhile: what does not collide is joined, the rest a person decides. */
  const meet = async (fault: unknown) => {
    const stale = StaleSheet.safeParse(fault instanceof CallError ? fault.data : undefined)
    if (!stale.success || !queue.current) return
    const { rev, steps } = stale.data
    const list = collisionsOf(queue.current.pending(), steps)
    if (list.length > 0) return setCollisions({ rev, list })
    await queue.current.rebase(rev, (op) => op)
    say(t('merged'))
    await reload()
  }
  const moved = (rev: number) => {
    const current = queue.current
    if (current && rev > current.rev() && current.pending().length === 0) void reload()
  }
  // nobody edits a file for the first time without knowing what its downloads will no longer have
  const lost = sheet.rev === 0 ? lostKinds.filter((kind) => opened.notes.some((note) => note.kind === kind)) : []
  const takes = opened.editable && lost.length === 0
  const { lease, act } = useSheetLease({ ...opened, takes }, moved)
  const copy = useCommand(sheetFile.copy)

  const book = useMemo(() => (left?.on === sheet ? applySafely(sheet.book, left.ops) : sheet.book), [left, sheet])
  const of = left?.on === sheet ? left : sheet
  const readonly = !opened.editable || !lease.mine
  const hear = useCallback((ops: SheetOp[]) => push(ops), [push])
  const flushed = async () => {
    await queue.current?.flush()
  }
  const atOnce = useEffectEvent((event: KeyboardEvent) => {
    if (!active || event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void flushed()
  })
  useEffect(() => {
    addEventListener('keydown', atOnce)
    return () => removeEventListener('keydown', atOnce)
  }, [])
  const fetchFile = async () => {
    await flushed()
    await download(sheetFile.download, { fileId }, opened.name).catch(complain)
  }
  const copyIt = () =>
    copy.mutate(
      { fileId },
      {
        onSuccess: (made) => {
          say(t('copied'))
          void navigate(`/luckysheet/index?fileId=${made.fileId}`)
        },
      },
    )
  const discard = async () => {
    const count = queue.current?.pending().length ?? 0
    if (!(await confirm({ says: t('discardAsk', { count }), ok: t('discard') }))) return
    await queue.current?.discard()
    setLeft(undefined)
    await reload()
  }
  const change = async (wanted: Parameters<typeof act>[0]) => {
    const what = lost.map((kind) => t(`lost_${kind}`)).join(t('listGap'))
    if (wanted === 'take' && what !== '' && !(await agree({ says: t('lostTitle', { what }), ok: t('edit') }))) return
    if (wanted === 'release') await flushed()
    await act(wanted)
    if (wanted === 'take' || wanted === 'force') {
      // what others wrote until now comes first
      if (state === 'refused') await queue.current?.resume()
      else await reload()
    }
  }
  return (
    <Page
      fill
      title={opened.name}
      state={
        opened.editable ? (
          <StatusTag tone={tones[state]}>{t(state)}</StatusTag>
        ) : (
          <StatusTag tone="plain">{t('readOnly')}</StatusTag>
        )
      }
      action={
        <Space wrap>
          <Button onClick={() => void navigate('/luckysheet/index')}>{t('mySheets')}</Button>
          <Button onClick={() => setDrawer(true)}>{t('versions')}</Button>
          {!opened.editable && (
            <Button loading={copy.isPending} onClick={copyIt}>
              {t('copy')}
            </Button>
          )}
          <Button type="primary" onClick={() => void fetchFile()}>
            {t('download')}
          </Button>
        </Space>
      }
    >
      <div className="sheet-page">
        <SheetPeople opened={opened} lease={lease} act={change} />
        {refusal !== '' && (
          <Alert
            type="warning"
            showIcon
            message={refusal}
            action={
              <Button size="small" danger onClick={() => void discard()}>
                {t('discard')}
              </Button>
            }
          />
        )}
        <SheetNotes notes={opened.notes} />
        <section className="sheet-frame" aria-label={t('onlineSheet')}>
          <Suspense fallback={<Bones lines={14} />}>
            <SheetGrid book={book} of={of} readonly={readonly} onOps={hear} />
          </Suspense>
        </section>
      </div>
      <MergeDialog
        book={book}
        collisions={collisions?.list}
        onMerge={async (keepMine) => {
          if (!collisions) return
          const theirs = new Set(collisions.list.flatMap(({ key }) => (keepMine.has(key) ? [] : [key])))
          setCollisions(undefined)
          await queue.current?.rebase(collisions.rev, (op) => (theirs.has(opKey(op)) ? null : op))
          setLeft(undefined)
          await reload()
        }}
      />
      <VersionDrawer
        opened={opened}
        editable={!readonly}
        open={drawer}
        before={flushed}
        onClose={() => setDrawer(false)}
        onRestored={reload}
      />
    </Page>
  )
}
