import { Button } from 'antd'
import type { DocumentLease } from '#contract/document-lease.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useSession } from '#web/kernel/session.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { texts } from './texts.ts'
import type { LeaseAct } from './use-writing-lease.ts'

type PeopleBarProps = {
  editable: boolean
  mayForce: boolean
  lease: DocumentLease
  act: (act: LeaseAct) => Promise<void>
}

/** Who edits, who else is here, and what one can do about it; nothing where one is alone. */
export function PeopleBar({ editable, mayForce, lease, act }: PeopleBarProps) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const userId = useSession((state) => state.userId)
  const others = lease.viewers.filter((one) => one.userId !== userId && one.userId !== lease.holderId)
  const ask = async () => {
    await act('ask')
    say(t('asked', { name: lease.holderName }))
  }
  const force = async () => {
    if (await confirm({ says: t('forceAsk', { name: lease.holderName }), ok: t('force') })) await act('force')
  }
  const names = (people: readonly { name: string }[]) => people.map(({ name }) => name).join(t('gap'))
  const alone = others.length === 0 && lease.askedBy.length === 0
  if (alone && (lease.mine || (!editable && lease.holderId === ''))) return null
  return (
    <output className="wr-people">
      <span>
        {lease.mine
          ? t('youEdit')
          : lease.holderId === ''
            ? t('nobodyEdits')
            : t('theyEdit', { name: lease.holderName })}
      </span>
      {editable && lease.mine && (
        <Button size="small" onClick={() => void act('release')}>
          {t('letGo')}
        </Button>
      )}
      {editable && lease.holderId === '' && (
        <Button size="small" onClick={() => void act('take')}>
          {t('edit')}
        </Button>
      )}
      {editable && !lease.mine && lease.holderId !== '' && (
        <Button size="small" onClick={() => void ask()}>
          {t('ask')}
        </Button>
      )}
      {mayForce && !lease.mine && lease.holderId !== '' && (
        <Button size="small" danger onClick={() => void force()}>
          {t('force')}
        </Button>
      )}
      {others.length > 0 && <span>{t('viewers', { names: names(others) })}</span>}
      {lease.mine && lease.askedBy.length > 0 && <strong>{t('asks', { names: names(lease.askedBy) })}</strong>}
    </output>
  )
}
