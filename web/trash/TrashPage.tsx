import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { trash, type TrashEntry } from '#contract/trash.ts'
import { pageQuery, query, useCommand } from '#web/kernel/api.ts'
import { useJob } from '#web/kernel/jobs.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { sizeText } from '../ledger/size-text.ts'
import { RestoreDialog } from './RestoreDialog.tsx'
import { texts } from './texts.ts'
import { trashColumns, trashSearch } from './trash-list.tsx'
import { PurgeNote, RefusedNote } from './TrashNotes.tsx'
import { type RestoreWish, useRestore } from './use-restore.tsx'
import './trash.css'

type Whose = 'firm' | 'mine'
/** Rows something is asked about, and what happens to the check marks when it is done. */
type Asked = { rows: TrashEntry[]; done?: () => void }

/** /firm/trash: what anybody of the firm has deleted. */
export const FirmTrashPage = () => <TrashPage whose="firm" />
/** /firm/userTrash: what I deleted, or what was mine. */
export const OwnTrashPage = () => <TrashPage whose="mine" />

function TrashPage({ whose }: { whose: Whose }) {
  const t = useTexts(texts)
  const may = useMay()
  const view = useListView()
  const rows = useQuery(pageQuery(trash.list, { ...view.input, whose }))
  const summary = useQuery(query(trash.summary, { whose }))
  const confirm = useConfirmDanger()
  const restore = useRestore()
  const purge = useCommand(trash.purge)
  const empty = useCommand(trash.empty)
  const hold = useCommand(trash.hold)
  const [jobId, setJob] = useState<string>()
  const [placing, setPlacing] = useState<Asked>()
  const [holding, setHolding] = useState<Asked>()
  const mayHold = whose === 'firm' && may('trash.hold')
  const job = useJob(jobId, () => {
    void rows.refetch()
    void summary.refetch()
  })

  const bring = async ({ rows: chosen, done }: Asked, wish?: RestoreWish) => {
    await restore.start(chosen, wish)
    done?.()
  }
  const wanted = (asked: Asked) => (asked.rows.every(({ folders }) => folders) ? setPlacing(asked) : void bring(asked))
  const destroy = async ({ rows: chosen, done }: Asked) => {
    const [first] = chosen
    const says =
      chosen.length === 1 ? t('purgeOne', { name: first?.name ?? '' }) : t('purgeMany', { count: chosen.length })
    if (!(await confirm({ says, ok: t('purge') }))) return
    const started = await purge.mutateAsync({ ids: chosen.map(({ id }) => id) }).catch(() => undefined)
    if (!started) return
    setJob(started.jobId)
    done?.()
  }
  const kind = summary.data?.kinds.find((one) => one.kind === view.filters['kind_equal'])?.kind
  const emptyAll = async () => {
    const says = kind ? t('emptyOfKind', { kind: t(kind) }) : t(whose === 'firm' ? 'emptyFirm' : 'emptyMine')
    if (!(await confirm({ says, ok: kind ? t('emptyKind', { kind: t(kind) }) : t('empty') }))) return
    const started = await empty.mutateAsync({ whose, ...(kind && { kind }) }).catch(() => undefined)
    if (started) setJob(started.jobId)
  }
  const lift = async ({ rows: chosen, done }: Asked) => {
    const lifted = await hold.mutateAsync({ ids: chosen.map(({ id }) => id), held: false }).catch(() => undefined)
    if (!lifted) return
    say(t('released'))
    done?.()
  }
  const act = {
    restore: (row: TrashEntry) => wanted({ rows: [row] }),
    purge: (row: TrashEntry) => void destroy({ rows: [row] }),
    release: (row: TrashEntry) => void lift({ rows: [row] }),
  }
  const bulk = (checked: TrashEntry[], clear: () => void) => {
    const asked = { rows: checked, done: clear }
    return (
      <>
        <Button size="small" loading={restore.busy} onClick={() => wanted(asked)}>
          {t('restore')}
        </Button>
        {mayHold && (
          <Button size="small" onClick={() => setHolding(asked)}>
            {t('hold')}
          </Button>
        )}
        <Button size="small" danger loading={purge.isPending} onClick={() => void destroy(asked)}>
          {t('purge')}
        </Button>
      </>
    )
  }
  const total = summary.data?.total ?? 0
  const title = t(whose === 'firm' ? 'firmTitle' : 'mineTitle')
  const state = summary.data && (
    <span className="second">
      {t('state', { total, size: sizeText(summary.data.size), days: summary.data.keepDays })}
    </span>
  )
  const action = total > 0 && (
    <Button danger onClick={() => void emptyAll()}>
      {kind ? t('emptyKind', { kind: t(kind) }) : t('empty')}
    </Button>
  )
  return (
    <Page title={title} state={state} action={action}>
      <div className="trash-notes" aria-live="polite">
        {restore.left && <p className="second">{t('restoring', restore.left)}</p>}
        {job && <PurgeNote of={job} onClose={() => setJob(undefined)} />}
        <RefusedNote of={restore.refused} onClose={restore.forget} />
      </div>
      <List<TrashEntry>
        name={title}
        pageKey={whose === 'firm' ? 'trash' : 'userTrash'}
        view={view}
        rows={rows}
        columns={trashColumns(t, { act, mayHold })}
        rowKey={(row) => row.id}
        search={trashSearch(t, whose === 'firm')}
        empty={{ says: t('nothing') }}
        withChecked={bulk}
      />
      {placing && (
        <RestoreDialog
          rows={placing.rows}
          onRestore={(wish) => bring(placing, wish)}
          onClose={() => setPlacing(undefined)}
        />
      )}
      {holding && <HoldDialog {...holding} onClose={() => setHolding(undefined)} />}
    </Page>
  )
}

/** Asks why things must be kept, and holds them. */
function HoldDialog({ rows, done, onClose }: Asked & { onClose: () => void }) {
  const t = useTexts(texts)
  const hold = useCommand(trash.hold, { quiet: true })
  const submit = async ({ note }: { note: string }) => {
    await hold.mutateAsync({ ids: rows.map(({ id }) => id), held: true, note })
    say(t('held'))
    done?.()
  }
  return (
    <FormDialog<{ note: string }>
      open
      title={t('holdTitle')}
      initial={{}}
      submit={t('hold')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p style={{ marginBlockEnd: 16 }}>{t('holdSays')}</p>
      <Form.Item name="note" label={t('note')} rules={[{ required: true, whitespace: true, message: t('notePlease') }]}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  )
}
