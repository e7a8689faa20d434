import { Button } from 'antd'
import type { DocumentLease } from '#contract/document-lease.ts'
import type { leaseActs, SheetOpened } from '#contract/sheet-file.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useSession } from '#web/kernel/session.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { texts } from './texts.ts'

type PeopleProps = {
  opened: SheetOpened
  lease: DocumentLease
  act: (act: (typeof leaseActs)[number]) => Promise<void>
}

const names = (people: readonly { name: string }[]) => people.map(({ name }) => name).join(listMark())

/** Who edits, who else is here, and what one can do about it. */
export function SheetPeople({ opened, lease, act }: PeopleProps) {
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
  if (!opened.editable && others.length === 0) return null
  return (
    <output className="sheet-people">
      {opened.editable && (
        <span>
          {lease.mine
            ? t('youEdit')
            : lease.holderId === ''
              ? t('nobodyEdits')
              : t('theyEdit', { name: lease.holderName })}
        </span>
      )}
      {opened.editable && lease.mine && (
        <Button size="small" onClick={() => void act('release')}>
          {t('letGo')}
        </Button>
      )}
      {opened.editable && lease.holderId === '' && (
        <Button size="small" onClick={() => void act('take')}>
          {t('edit')}
        </Button>
      )}
      {opened.editable && !lease.mine && lease.holderId !== '' && (
        <Button size="small" onClick={() => void ask()}>
          {t('ask')}
        </Button>
      )}
      {opened.mayForce && !lease.mine && lease.holderId !== '' && (
        <Button size="small" danger onClick={() => void force()}>
          {t('force')}
        </Button>
      )}
      {others.length > 0 && <span>{t('viewers', { names: names(others) })}</span>}
      {lease.mine && lease.askedBy.length > 0 && <strong>{t('asks', { names: names(lease.askedBy) })}</strong>}
    </output>
  )
}
