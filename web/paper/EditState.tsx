import { Button, Space } from 'antd'
import type { DocumentLease } from '#contract/document-lease.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { CallError } from '#web/kernel/transport.ts'
import { useConfirm } from '#web/kit/ConfirmDanger.ts'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import type { QueueState } from '#web/sheet/op-queue.ts'
import { texts } from './texts.ts'
import type { PaperLease } from './use-paper-lease.ts'
import type { PaperQueue } from './use-paper-queue.ts'

type StateProps = {
  held: PaperLease
  queue: PaperQueue
  editing: boolean
  userId: string
  onEdit: () => void
  onStop: () => void
  onCompare: () => void
}
const tones: Record<QueueState, Tone> = {
  saved: 'good',
  saving: 'active',
  offline: 'waiting',
  stale: 'waiting',
  refused: 'bad',
}
const names = (people: DocumentLease['viewers']) => people.map(({ name }) => name).join(listMark())

/** Who edits, whether it is saved, and what can be done about either. */
export function EditState({ held, queue, editing, userId, onEdit, onStop, onCompare }: StateProps) {
  const t = useTexts(texts)
  const may = useMay()
  const confirm = useConfirm()
  const { lease } = held
  const other = lease !== undefined && lease.holderId !== '' && !lease.mine
  const here = lease?.viewers.filter((one) => one.userId !== userId && one.userId !== lease.holderId) ?? []
  const force = async () => {
    const ok = t('forceEdit')
    if (await confirm({ says: t('forceAsks', { name: lease?.holderName ?? '' }), ok })) held.force()
  }
  return (
    <Space size={8} wrap className="edit-state" aria-live="polite">
      {may('paper.generate') &&
        (editing ? (
          <Button size="small" onClick={onStop}>
            {t('stopEditing')}
          </Button>
        ) : (
          !other && (
            <Button size="small" onClick={onEdit} title="F2">
              {t('edit')}
            </Button>
          )
        ))}
      {other && (
        <>
          <StatusTag tone="active">{t('editedBy', { name: lease.holderName })}</StatusTag>
          {may('paper.generate') && (
            <Button size="small" onClick={held.ask}>
              {t('askToEdit')}
            </Button>
          )}
          {may('user.edit') && (
            <Button size="small" onClick={() => void force()}>
              {t('forceEdit')}
            </Button>
          )}
        </>
      )}
      {lease?.mine && lease.askedBy.length > 0 && (
        <StatusTag tone="waiting">{t('waitsForYou', { names: names(lease.askedBy) })}</StatusTag>
      )}
      {here.length > 0 && <span className="third">{t('alsoHere', { names: names(here) })}</span>}
      {(editing || queue.state !== 'saved') && <SaveState queue={queue} onCompare={onCompare} />}
    </Space>
  )
}

/** The line that says whether anything could be lost; nothing can. */
function SaveState({ queue, onCompare }: Pick<StateProps, 'queue' | 'onCompare'>) {
  const t = useTexts(texts)
  const confirm = useConfirm()
  const { state, fault, pending } = queue
  const why = fault instanceof CallError ? fault.message : ''
  const says = {
    saved: t('stateSaved'),
    saving: t('stateSaving'),
    offline: t('stateOffline'),
    stale: t('stateStale'),
    refused: t('stateRefused', { why }),
  }
  const drop = async () => {
    const agreed = await confirm({
      says: t('dropMineAsks', { count: pending.length }),
      ok: t('dropMine'),
      danger: true,
    })
    if (agreed) queue.discard()
  }
  const stuck = state === 'refused' || (state === 'stale' && queue.stale === undefined)
  return (
    <>
      <StatusTag tone={tones[state]}>{state === 'stale' && why && !queue.stale ? why : says[state]}</StatusTag>
      {queue.stale && (
        <Button size="small" type="primary" onClick={onCompare}>
          {t('compare')}
        </Button>
      )}
      {stuck && (
        <>
          <Button size="small" onClick={() => queue.rebase(queue.rev(), (op) => op)}>
            {t('tryAgain')}
          </Button>
          <Button size="small" type="text" onClick={() => void drop()}>
            {t('dropMine')}
          </Button>
        </>
      )}
    </>
  )
}
